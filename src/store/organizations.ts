import type { AccessToken, Scope } from '../domain/access';
import type { Member, Organization, Team } from '../domain/organization';
import type { Page, PageRequest } from '../domain/page';
import type { DsnProject, Project, ProjectChanges, ProjectFlag, ProjectKey, ProjectRelations } from '../domain/project';
import { idValue, insertReturning, type Session } from './sql';

export interface OrganizationReader {
  find(id: string): Promise<Organization | undefined>;
  findBySlug(slug: string): Promise<Organization | undefined>;
  /** Whether there is none at all: the database is new. */
  isEmpty(): Promise<boolean>;
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
  addToTeam(membership: { organizationId: string; teamId: string; memberId: string }): Promise<void>;
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
  findByKey(id: string, publicKey: string): Promise<DsnProject | undefined>;
  findBySlug(organizationId: string, slug: string): Promise<Project | undefined>;
  /** The project that a former slug leads to, unless the slug is live again. */
  findByOldSlug(organizationId: string, oldSlug: string): Promise<Project | undefined>;
  /** What other rows tell about these projects, by project id. */
  findRelations(
    projects: readonly Project[],
    viewer: { organizationId: string; memberId: string },
  ): Promise<Map<string, ProjectRelations>>;
  findById(organizationId: string, id: string): Promise<Project | undefined>;
  /** The projects of an organization by slug, in byte order. */
  listByOrganization(organizationId: string, page: PageRequest): Promise<Page<Project>>;
  /** The projects of a team by slug, in byte order. */
  listByTeam(team: Team, page: PageRequest): Promise<Page<Project>>;
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
  setBookmark(star: {
    organizationId: string;
    projectId: string;
    memberId: string;
    isBookmarked: boolean;
  }): Promise<void>;
  /** Sets flags that are not set yet. */
  setFlags(projectId: string, flags: readonly ProjectFlag[]): Promise<void>;
}

export interface ProjectKeyReader {
  list(projectId: string): Promise<ProjectKey[]>;
}

export interface ProjectKeyWriter extends ProjectKeyReader {
  insert(key: ProjectKey & { dateCreated: number }): Promise<void>;
}

export interface TokenReader {
  /** @param hash SHA-256 of the token, lower-case hexadecimal */
  findByHash(hash: string): Promise<AccessToken | undefined>;
  list(): Promise<(AccessToken & { organization: string; email: string })[]>;
}

export interface TokenWriter extends TokenReader {
  insert(token: {
    organizationId: string;
    memberId: string;
    hash: string;
    scopes: readonly Scope[];
    dateCreated: number;
    expiresAt: number | null;
  }): Promise<AccessToken>;
  /** Ends a token; answers whether there is one of that id. Ending it again keeps the first time. */
  revoke(id: string, at: number): Promise<boolean>;
}

const ORGANIZATION_COLUMNS = 'CAST(id AS TEXT) AS "id", slug AS "slug", name AS "name", date_created AS "dateCreated"';
const FIND_ORGANIZATION = `SELECT ${ORGANIZATION_COLUMNS} FROM organization WHERE id = ?`;
const FIND_ORGANIZATION_BY_SLUG = `SELECT ${ORGANIZATION_COLUMNS} FROM organization WHERE slug = ?`;
const ANY_ORGANIZATION = 'SELECT 1 AS found FROM organization LIMIT 1';
const INSERT_ORGANIZATION = `INSERT INTO organization (slug, name, date_created) VALUES (?, ?, ?) RETURNING ${ORGANIZATION_COLUMNS}`;

/** The rows of `organization`. */
export class Organizations implements OrganizationWriter {
  constructor(private readonly session: Session) {}

  find(id: string): Promise<Organization | undefined> {
    return this.session.one(FIND_ORGANIZATION, [idValue(id)]);
  }

  findBySlug(slug: string): Promise<Organization | undefined> {
    return this.session.one(FIND_ORGANIZATION_BY_SLUG, [slug]);
  }

  async isEmpty(): Promise<boolean> {
    return (await this.session.one(ANY_ORGANIZATION, [])) === undefined;
  }

  insert({ slug, name, dateCreated }: { slug: string; name: string; dateCreated: number }): Promise<Organization> {
    return insertReturning(this.session, INSERT_ORGANIZATION, [slug, name, dateCreated]);
  }
}

const MEMBER_COLUMNS = 'CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", email AS "email"';
const FIND_MEMBER = `SELECT ${MEMBER_COLUMNS} FROM member WHERE organization_id = ? AND id = ?`;
const FIND_MEMBER_BY_EMAIL = `SELECT ${MEMBER_COLUMNS} FROM member WHERE organization_id = ? AND email = ?`;
const INSERT_MEMBER = `INSERT INTO member (organization_id, email, date_created) VALUES (?, ?, ?) RETURNING ${MEMBER_COLUMNS}`;
const INSERT_TEAM_MEMBER = `INSERT INTO team_member (organization_id, team_id, member_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, team_id, member_id) DO NOTHING`;

/** The rows of `member` and `team_member`. */
export class Members implements MemberWriter {
  constructor(private readonly session: Session) {}

  find(organizationId: string, id: string): Promise<Member | undefined> {
    return this.session.one(FIND_MEMBER, [idValue(organizationId), idValue(id)]);
  }

  findByEmail(organizationId: string, email: string): Promise<Member | undefined> {
    return this.session.one(FIND_MEMBER_BY_EMAIL, [idValue(organizationId), email]);
  }

  insert(member: { organizationId: string; email: string; dateCreated: number }): Promise<Member> {
    return insertReturning(this.session, INSERT_MEMBER, [
      idValue(member.organizationId),
      member.email,
      member.dateCreated,
    ]);
  }

  async addToTeam(membership: { organizationId: string; teamId: string; memberId: string }): Promise<void> {
    const { organizationId, teamId, memberId } = membership;
    await this.session.run(INSERT_TEAM_MEMBER, [idValue(organizationId), idValue(teamId), idValue(memberId)]);
  }
}

const TEAM_COLUMNS =
  'CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", slug AS "slug", name AS "name"';
const FIND_TEAM = `SELECT ${TEAM_COLUMNS} FROM team WHERE organization_id = ? AND id = ?`;
const FIND_TEAM_BY_SLUG = `SELECT ${TEAM_COLUMNS} FROM team WHERE organization_id = ? AND slug = ?`;
const INSERT_TEAM = `INSERT INTO team (organization_id, slug, name, date_created) VALUES (?, ?, ?, ?) RETURNING ${TEAM_COLUMNS}`;

/** The rows of `team`. */
export class Teams implements TeamWriter {
  constructor(private readonly session: Session) {}

  findById(organizationId: string, id: string): Promise<Team | undefined> {
    return this.session.one(FIND_TEAM, [idValue(organizationId), idValue(id)]);
  }

  findBySlug(organizationId: string, slug: string): Promise<Team | undefined> {
    return this.session.one(FIND_TEAM_BY_SLUG, [idValue(organizationId), slug]);
  }

  insert(team: { organizationId: string; slug: string; name: string; dateCreated: number }): Promise<Team> {
    return insertReturning(this.session, INSERT_TEAM, [
      idValue(team.organizationId),
      team.slug,
      team.name,
      team.dateCreated,
    ]);
  }
}
