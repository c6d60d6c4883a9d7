import { randomBytes, randomUUID } from 'node:crypto';
import type { App } from '../../src/app';
import type { CommandContext } from '../../src/cli/command';
import { addMember } from '../../src/cli/member';
import { createOrganization } from '../../src/cli/organization';
import { createProject } from '../../src/cli/project';
import { createTeam } from '../../src/cli/team';
import { createToken, revokeToken } from '../../src/cli/token';
import { hashToken, SCOPES } from '../../src/domain/access';
import type { Project } from '../../src/domain/project';

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

/** A part of an envelope: its header, and its payload as text, bytes or a value to be written as JSON. */
export type EnvelopeItem = readonly [header: Record<string, unknown>, payload: unknown];

/** Writes an envelope the way clients do: a line each for header, item header and payload, without a last line end. */
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

/** A name nothing else in this process has. */
function uniqueName(word: string): string {
  serial += 1;
  return `${word}-${serial}`;
}

/** Makes what a test needs, with the missing parents: readable names, real rows, no fakes. */
export class Fixtures {
  /** @param url where the service listens, if that is not its public address */
  constructor(
    readonly app: App,
    readonly url: string = app.publicUrl(),
  ) {}

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

  /** A token of a member of the organization, with every scope unless some are named. */
  async token(
    organization: string,
    options: { email?: string; scopes?: readonly string[]; teams?: readonly string[]; expires?: string } = {},
  ): Promise<string> {
    const { email = 'ann@acme.test', scopes = SCOPES, teams = [], expires } = options;
    return this.#run(async (session) => {
      await addMember(session, { organization, email, team: teams });
      const { token } = await createToken(session, { organization, email, scope: scopes, ...(expires && { expires }) });
      return token;
    });
  }

  /** Sends an event the way an SDK does and answers its id. */
  async event(project: ProjectFixture, payload: Record<string, unknown> = {}): Promise<string> {
    const eventId = randomUUID().replaceAll('-', '');
    const body = { event_id: eventId, exception: { values: [{ type: 'Error', value: 'boom' }] }, ...payload };
    const url = `${this.url}/api/${project.id}/store/?sentry_key=${project.publicKey}`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    if (response.status !== 200) throw new Error(`event refused: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  }

  /** One more key of the project. */
  async key(project: ProjectFixture, options: { isActive?: boolean } = {}): Promise<string> {
    const key = {
      publicKey: randomBytes(16).toString('hex'),
      projectId: project.id,
      isActive: options.isActive ?? true,
    };
    await this.#run(({ stores, now }) => stores.projectKeys.insert({ ...key, dateCreated: now }));
    return key.publicKey;
  }

  /** Binds the project to one more team of its organization. */
  async bind(project: ProjectFixture, team: { id: string }): Promise<void> {
    const { id: projectId, row } = project;
    await this.#run(({ stores }) =>
      stores.projects.addTeam({ organizationId: row.organizationId, projectId, teamId: team.id }),
    );
  }

  /** Ends a token at once. */
  async revoke(token: string): Promise<void> {
    await this.#run(async (session) => {
      const found = await session.stores.tokens.findByHash(hashToken(token));
      await revokeToken(session, { id: found?.id ?? '' });
    });
  }

  #run<T>(work: (session: CommandContext) => Promise<T>): Promise<T> {
    const { database, publicUrl } = this.app;
    return database.write((stores) => work({ stores, publicUrl: publicUrl(), now: Date.now() }));
  }
}
