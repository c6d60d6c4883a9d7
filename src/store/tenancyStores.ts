import type { Scope } from '../domain/access';
import type { Member, Organization } from '../domain/organization';
import type { Page, PageRequest } from '../domain/page';
import type {
  KeyedProject,
  Project,
  ProjectChanges,
  ProjectFlag,
  ProjectKey,
  ProjectSurroundings,
} from '../domain/project';
import type { Team } from '../domain/team';
import type { Token } from '../domain/token';

export interface OrganizationReader {
  find(id: string): Promise<Organization | undefined>;
  findBySlug(slug: string): Promise<Organization | undefined>;
  /** Whether there is none at all: the database is new. */
  none(): Promise<boolean>;
}

export interface OrganizationWriter extends OrganizationReader {
  /** @throws Conflict if the slug is taken */
  insert(organization: { slug: string; name: string; dateCreated: number }): Promise<Organization>;
}

export interface MemberReader {
  find(organizationId: string, id: string): Promise<Member | undefined>;
  findByEmail(organizationId: string, email: string): Promise<Member | undefined>;
}

export interface MemberWriter extends MemberReader {
  insert(member: { organizationId: string; email: string; dateCreated: number }): Promise<Member>;
  /** Puts a member into a team; already being there is fine. */
  joinTeam(membership: { organizationId: string; teamId: string; memberId: string }): Promise<void>;
}

export interface TeamReader {
  findById(organizationId: string, id: string): Promise<Team | undefined>;
  findBySlug(organizationId: string, slug: string): Promise<Team | undefined>;
}

export interface TeamWriter extends TeamReader {
  /** @throws Conflict if the slug is taken in the organization */
  insert(team: { organizationId: string; slug: string; name: string; dateCreated: number }): Promise<Team>;
}

export interface ProjectReader {
  /** The project of an active key, if the two belong together. */
  findByKey(id: string, publicKey: string): Promise<KeyedProject | undefined>;
  findBySlug(organizationId: string, slug: string): Promise<Project | undefined>;
  /** The project that a former slug leads to, unless the slug is live again. */
  findRenamed(organizationId: string, oldSlug: string): Promise<Project | undefined>;
  /** What other rows tell about these projects, by project id. */
  surroundings(
    projects: readonly Project[],
    viewer: { organizationId: string; memberId: string },
  ): Promise<Map<string, ProjectSurroundings>>;
  findById(organizationId: string, id: string): Promise<Project | undefined>;
  /** The projects of an organization by slug, in byte order. */
  listOfOrganization(organizationId: string, page: PageRequest): Promise<Page<Project>>;
  /** The projects of a team by slug, in byte order. */
  listOfTeam(team: Team, page: PageRequest): Promise<Page<Project>>;
}

export interface ProjectWriter extends ProjectReader {
  /** @throws Conflict if the slug is taken in the organization */
  insert(project: {
    organizationId: string;
    slug: string;
    name: string;
    platform: string | null;
    dateCreated: number;
    securityToken: string;
  }): Promise<Project>;
  addTeam(binding: { organizationId: string; projectId: string; teamId: string }): Promise<void>;
  /**
   * Changes what is named and nothing else. A new slug makes the old one lead here.
   * @throws Conflict if the slug is taken in the organization
   */
  update(project: Project, changes: ProjectChanges): Promise<Project>;
  bookmark(star: { organizationId: string; projectId: string; memberId: string; isBookmarked: boolean }): Promise<void>;
  /** Sets flags that are not set yet. */
  raiseFlags(projectId: string, flags: readonly ProjectFlag[]): Promise<void>;
}

export interface ProjectKeyReader {
  list(projectId: string): Promise<ProjectKey[]>;
}

export interface ProjectKeyWriter extends ProjectKeyReader {
  insert(key: ProjectKey & { dateCreated: number }): Promise<void>;
}

export interface TokenReader {
  /** @param hash SHA-256 of the token, lower-case hexadecimal */
  findByHash(hash: string): Promise<Token | undefined>;
  list(): Promise<(Token & { organization: string; email: string })[]>;
}

export interface TokenWriter extends TokenReader {
  insert(token: {
    organizationId: string;
    memberId: string;
    hash: string;
    scopes: readonly Scope[];
    dateCreated: number;
    expiresAt: number | null;
  }): Promise<Token>;
  /** Ends a token; answers whether there is one of that id. Ending it again keeps the first time. */
  revoke(id: string, at: number): Promise<boolean>;
}
