/** The state of one sequence of requests: an organization of its own, its credentials, and the ids of its replies. */
import { createHash, randomBytes } from 'node:crypto';
import type { Writers } from '../../src/store/stores';
import type { Reply } from '../../test/support/client';
import type { Service } from '../../test/support/service';
import { ARCHIVE } from './bodies';
import type { FuzzOperation } from './contract';
import type { Credential } from './requests';
import type { Kind, Known } from './values';

const ARCHIVE_SHA1 = createHash('sha1').update(ARCHIVE).digest('hex');

interface TenantProject {
  readonly id: string;
  readonly publicKey: string;
  readonly disabledKey: string;
  slug: string;
}

/**
 * Creates a project with an active and a disabled key. The command does the same, and compiles a validator each time.
 */
async function createProject(
  { projects, projectKeys }: Writers,
  team: { readonly organizationId: string; readonly teamId: string },
  slug: string,
  formerSlug = slug,
): Promise<TenantProject> {
  const { organizationId } = team;
  const dateCreated = Date.now();
  const row = { organizationId, slug: formerSlug, name: slug, platform: 'javascript', dateCreated, securityToken: '' };
  const project = await projects.insert(row);
  const { id } = project;
  if (formerSlug !== slug) await projects.update(project, { slug, settings: {} });
  await projects.addTeam({ ...team, projectId: id });
  const [publicKey, disabledKey] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  await projectKeys.insert({ projectId: id, publicKey, name: 'Default', isActive: true, dateCreated });
  await projectKeys.insert({ projectId: id, publicKey: disabledKey, name: 'Disabled', isActive: false, dateCreated });
  return { id, slug, publicKey, disabledKey };
}

/** Kinds of things by the field of records that names one. */
const KINDS: Readonly<Record<string, Kind>> = {
  eventID: 'event',
  groupID: 'issue',
  shortId: 'shortId',
  version: 'release',
};

/** State of the organization, project and team of a path, as far as the path names them. */
export type SubjectState = 'exists' | 'absent' | 'moved';

let serial = 0;

export class Tenant {
  readonly #thingsByKind = new Map<string, (string | number)[]>();
  readonly #tokens = new Map<string, string>();
  readonly #formerSlugs = new Set(['journal']);

  private constructor(
    readonly service: Service,
    readonly organization: string,
    readonly team: { readonly id: string; readonly slug: string },
    readonly projects: readonly TenantProject[],
    /** Another organization, of which the caller is no member. */
    readonly foreign: string,
  ) {
    this.#thingsByKind.set('chunk', [ARCHIVE_SHA1]);
    this.#thingsByKind.set('release', ['shop@1.0', 'shop@1.1+b', '1.0 beta']);
  }

  /** Creates an organization with a team, two projects and no events. */
  static async create(service: Service, foreign: string): Promise<Tenant> {
    serial += 1;
    const { fixtures } = service;
    const { id: organizationId, slug: organization } = await fixtures.organization({ slug: `acme-${serial}` });
    const team = await fixtures.team({ organization, slug: 'backend' });
    const projects = await service.app.database.write(async (stores) => [
      await createProject(stores, { organizationId, teamId: team.id }, 'shop'),
      await createProject(stores, { organizationId, teamId: team.id }, 'blog', 'journal'),
    ]);
    return new Tenant(service, organization, team, projects, foreign);
  }

  /** Returns the thing that a `Known` stands for, or a value unknown to the service if it has returned none. */
  find({ kind, index }: Known, operationId: string): string | number {
    const project = this.projects[index % this.projects.length];
    if (kind === 'organization') return this.organization;
    if (kind === 'foreign') return this.foreign;
    if (kind === 'team') return index % 2 === 0 ? this.team.slug : this.team.id;
    if (kind === 'project') return project?.slug ?? '';
    if (kind === 'projectId') return project?.id ?? '';
    // Each time another, because a sequence that is sent again names no key of before.
    if (kind === 'newKey') return randomBytes(16).toString('hex');
    if (kind === 'soon') return Math.floor(Date.now() / 1000) + 86_400 * (index + 1);
    const things = kind === 'formerProject' ? [...this.#formerSlugs] : this.#things(kind, operationId);
    return things[index % Math.max(1, things.length)] ?? (kind === 'cursor' ? '' : '4294967295');
  }

  /** Returns true if the operation has returned this cursor. */
  gaveCursor(operationId: string, text: string): boolean {
    return text === '' || this.#things('cursor', operationId).includes(text);
  }

  #things(kind: Kind, operationId: string): (string | number)[] {
    return this.#thingsOf(kind === 'cursor' ? `cursor of ${operationId}` : kind);
  }

  #thingsOf(key: string): (string | number)[] {
    const things = this.#thingsByKind.get(key) ?? [];
    this.#thingsByKind.set(key, things);
    return things;
  }

  subjectState(path: Readonly<Record<string, string>>): SubjectState {
    const { organization_slug: organization, project_slug: project, team_id_or_slug: team, plugin_id: plugin } = path;
    if (organization !== undefined && organization !== this.organization) return 'absent';
    if (team !== undefined && team !== this.team.slug && team !== this.team.id) return 'absent';
    if (project !== undefined && !this.projects.some(({ slug }) => slug === project))
      return this.#formerSlugs.has(project) ? 'moved' : 'absent';
    return plugin !== undefined && plugin !== 'webhooks' ? 'absent' : 'exists';
  }

  /** Returns the text of the access token of a credential, or undefined if the credential has none. */
  async token(credential: Credential): Promise<string | undefined> {
    const { kind } = credential;
    const name = kind === 'scope' ? credential.scope : kind;
    const known = this.#tokens.get(name);
    if (known !== undefined) return known;
    const options = {
      full: { teams: [this.team.slug] },
      scope: { scopes: [name] },
      foreign: {},
      expired: { email: 'bob@acme.test', expires: '2020-01-01T00:00:00Z' },
      revoked: { email: 'eve@acme.test' },
    };
    if (!(kind in options)) return undefined;
    const { fixtures } = this.service;
    const organization = kind === 'foreign' ? this.foreign : this.organization;
    const token = await fixtures.token(organization, options[kind as keyof typeof options]);
    if (kind === 'revoked') await fixtures.revoke(token);
    this.#tokens.set(name, token);
    return token;
  }

  /**
   * Returns the headers of a new session if the credential is a session. Sessions are not reused: a request may end its
   * session, or remove its member.
   */
  async session(credential: Credential): Promise<{ session?: Readonly<Record<string, string>> }> {
    if (credential.kind !== 'session') return {};
    const { headers } = await this.service.fixtures.session(this.organization, { email: 'kim@acme.test' });
    return { session: credential.isForged ? { Cookie: headers.Cookie } : headers };
  }

  /** Remembers ids, versions, slugs and cursors of a reply. */
  learn({ operationId }: FuzzOperation, { status, headers, body }: Reply): void {
    if (status < 200 || status > 299) return;
    const link = String(headers['link'] ?? '');
    for (const [, cursor = ''] of link.matchAll(/cursor="([^"]*)"/g)) this.#add(`cursor of ${operationId}`, cursor);
    if (typeof body !== 'object' || body === null) return;
    const records = (Array.isArray(body) ? body : [body]).slice(0, 5) as Record<string, unknown>[];
    for (const record of records) this.#learnRecord(operationId, record);
  }

  #learnRecord(operationId: string, record: Readonly<Record<string, unknown>>): void {
    for (const [field, kind] of Object.entries(KINDS)) {
      const thing = record[field];
      if (typeof thing === 'string') this.#add(kind, thing);
    }
    const { id, slug } = record;
    if (typeof id !== 'string') return;
    if (operationId.startsWith('store')) this.#add('event', id);
    if (operationId === 'listIssues' || operationId === 'getIssue') this.#add('issue', id);
    if (/^(list|upload)(Organization)?ReleaseFiles?$/.test(operationId)) this.#add('file', id);
    if (operationId === 'updateProject' && typeof slug === 'string') this.#rename(id, slug);
  }

  #rename(id: string, slug: string): void {
    const project = this.projects.find((candidate) => candidate.id === id);
    if (project === undefined || project.slug === slug) return;
    this.#formerSlugs.add(project.slug);
    project.slug = slug;
  }

  #add(key: string, thing: string): void {
    const things = this.#thingsOf(key);
    if (!things.includes(thing)) things.unshift(thing);
    things.splice(20);
  }
}
