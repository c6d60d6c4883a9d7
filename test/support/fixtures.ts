import { randomBytes, randomUUID } from 'node:crypto';
import type { App } from '../../src/app';
import type { CommandContext } from '../../src/cli/command';
import { addMember, createSignInLink, createToken, revokeToken } from '../../src/cli/member';
import { createOrganization, createTeam } from '../../src/cli/organization';
import { createProject } from '../../src/cli/project';
import { hashToken, SCOPES } from '../../src/domain/access';
import type { Project } from '../../src/domain/project';
import { csrfTokenOf, SESSION_COOKIE, SIGN_IN_LINK_MS } from '../../src/domain/session';
import { ScryptHasher } from '../../src/signIn/passwords';
import { openDatabase } from '../../src/store/engine/open';

export interface ProjectFixture {
  readonly id: string;
  readonly slug: string;
  readonly organization: string;
  readonly dsn: string;
  readonly publicKey: string;
  /** `/api/0/projects/ORGANIZATION/PROJECT/` */
  readonly path: string;
  readonly row: Project;
}

/** A session of a member. */
export interface SessionFixture {
  readonly id: string;
  /** Headers of the session's requests. */
  readonly headers: { readonly Cookie: string; readonly 'X-CSRF-Token': string };
}

/** An envelope item: its header and its payload, which is text, bytes or a JSON value. */
export type EnvelopeItem = readonly [header: Record<string, unknown>, payload: unknown];

/** Serializes an envelope as clients do: a line each for header, item headers and payloads, without a final newline. */
export function envelope(header: Record<string, unknown>, ...items: readonly EnvelopeItem[]): Buffer {
  const lines = [
    JSON.stringify(header),
    ...items.flatMap(([itemHeader, payload]) => [JSON.stringify(itemHeader), payload]),
  ];
  const bytes = lines.map((line) => {
    if (Buffer.isBuffer(line)) return line;
    return Buffer.from(typeof line === 'string' ? line : JSON.stringify(line));
  });
  return Buffer.concat(bytes.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from('\n'), line])));
}

let serial = 0;

/** Returns a name that is unique in this process. */
function uniqueName(word: string): string {
  serial += 1;
  return `${word}-${serial}`;
}

/** Creates organizations, projects and so on for tests, with missing parents, by the code of the commands. */
export class Fixtures {
  /** @param url the origin of the service, if it is not its public URL */
  constructor(
    readonly app: Pick<App, 'database' | 'publicUrl'>,
    readonly url: string = app.publicUrl(),
  ) {}

  /** Creates fixtures in a database that no application of this process has open. */
  static async fill<Created>(databaseUrl: string, create: (fixtures: Fixtures) => Promise<Created>): Promise<Created> {
    const database = await openDatabase(databaseUrl);
    try {
      return await create(new Fixtures({ database, publicUrl: () => 'http://127.0.0.1' }));
    } finally {
      await database.close();
    }
  }

  async organization(options: { slug?: string } = {}): Promise<{ id: string; slug: string }> {
    const slug = options.slug ?? uniqueName('org');
    return this.#run((session) => createOrganization(session, { slug }));
  }

  async team(
    options: { organization?: string; slug?: string } = {},
  ): Promise<{ id: string; slug: string; organization: string }> {
    const organization = options.organization ?? (await this.organization()).slug;
    const slug = options.slug ?? uniqueName('team');
    return { ...(await this.#run((session) => createTeam(session, { organization, slug }))), organization };
  }

  async project(
    options: { organization?: string; team?: string; slug?: string; name?: string; platform?: string } = {},
  ): Promise<ProjectFixture> {
    const organization = options.organization ?? (await this.organization()).slug;
    const team = options.team ?? (await this.team({ organization })).slug;
    const slug = options.slug ?? uniqueName('project');
    const { project, dsn } = await this.#run((session) =>
      createProject(session, { ...options, organization, team, slug }),
    );
    const publicKey = /:\/\/([0-9a-f]{32})@/.exec(dsn)?.[1] ?? '';
    return {
      id: project.id,
      slug,
      organization,
      dsn,
      publicKey,
      path: `/api/0/projects/${organization}/${slug}/`,
      row: project,
    };
  }

  /** Creates a token of a member, with all scopes by default. */
  async token(
    organization: string,
    options: {
      email?: string;
      scopes?: readonly string[];
      teams?: readonly string[];
      expires?: string;
      /** The role of a new member; an owner by default. */
      role?: string;
    } = {},
  ): Promise<string> {
    const { email = 'ann@acme.test', scopes = SCOPES, teams = [], expires, role } = options;
    return this.#run(async (session) => {
      await addMember(session, { organization, email, team: teams, ...(role && { role }) });
      // A token that has expired was created before that.
      const now = expires === undefined ? session.now : Math.min(session.now, Date.parse(expires) - 1);
      const given = { organization, email, scope: scopes, ...(expires && { expires }) };
      return (await createToken({ ...session, now }, given)).token;
    });
  }

  /** Begins a session of a member, who is an owner by default. */
  async session(
    organization: string,
    options: { email?: string; role?: string; secret?: string; userAgent?: string; setsPassword?: boolean } = {},
  ): Promise<SessionFixture> {
    const { email = 'ann@acme.test', role, userAgent = '', setsPassword = false } = options;
    const secret = options.secret ?? randomBytes(32).toString('base64url');
    return this.#run(async (context) => {
      const { stores, now } = context;
      const member = await addMember(context, { organization, email, team: [], ...(role && { role }) });
      const { organizationId, id: memberId } = member;
      const passwordUntil = setsPassword ? now + SIGN_IN_LINK_MS : null;
      const started = { organizationId, memberId, hash: hashToken(secret), userAgent, passwordUntil, now };
      const { id } = await stores.memberSessions.insert(started);
      return { id, headers: { Cookie: `${SESSION_COOKIE}=${secret}`, 'X-CSRF-Token': csrfTokenOf(secret) } };
    });
  }

  /** Gives a member a password. */
  async password(organization: string, password: string, email = 'ann@acme.test'): Promise<void> {
    const hash = await new ScryptHasher().hash(password);
    await this.#run(async (context) => {
      const { organizationId, id: memberId } = await addMember(context, { organization, email, team: [] });
      await context.stores.signIns.setPassword({ organizationId, memberId }, hash, context.now);
    });
  }

  /** Creates a link with which a member signs in, and returns its secret. */
  async link(
    organization: string,
    options: { email?: string; role?: string; setsPassword?: boolean; isInvitation?: boolean } = {},
  ): Promise<string> {
    const { email = 'ann@acme.test', role, setsPassword = false, isInvitation = false } = options;
    return this.#run(async (context) => {
      const member = await addMember(context, { organization, email, team: [], ...(role && { role }) });
      const { url } = await createSignInLink(context, member, { setsPassword, isInvitation });
      return url.split('#')[1] ?? '';
    });
  }

  /** Sends an event and returns its id. */
  async event(project: ProjectFixture, payload: Record<string, unknown> = {}): Promise<string> {
    const eventId = randomUUID().replaceAll('-', '');
    const body = { event_id: eventId, exception: { values: [{ type: 'Error', value: 'boom' }] }, ...payload };
    const url = `${this.url}/api/${project.id}/store/?sentry_key=${project.publicKey}`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    if (response.status !== 200) throw new Error(`event refused: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  }

  /** Creates another key of the project. */
  async key(project: ProjectFixture, options: { isActive?: boolean } = {}): Promise<string> {
    const key = {
      publicKey: randomBytes(16).toString('hex'),
      projectId: project.id,
      isActive: options.isActive ?? true,
      name: 'Another',
    };
    await this.#run(({ stores, now }) => stores.projectKeys.insert({ ...key, dateCreated: now }));
    return key.publicKey;
  }

  /** Adds the project to another team. */
  async bind(project: ProjectFixture, team: { id: string }): Promise<void> {
    const { id: projectId, row } = project;
    await this.#run(({ stores }) =>
      stores.projects.addTeam({ organizationId: row.organizationId, projectId, teamId: team.id }),
    );
  }

  /** Revokes a token. */
  async revoke(token: string): Promise<void> {
    await this.#run(async (session) => {
      const storedToken = await session.stores.tokens.findByHash(hashToken(token));
      await revokeToken(session, { id: storedToken?.id ?? '' });
    });
  }

  #run<T>(work: (session: CommandContext) => Promise<T>): Promise<T> {
    const { database, publicUrl } = this.app;
    return database.write((stores) => work({ stores, publicUrl: publicUrl(), now: Date.now() }));
  }
}
