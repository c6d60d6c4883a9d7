/** Starts the service that generated clients are run against, and fills it with what they are to find. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Fixtures } from '../../test/support/fixtures';
import { startService as start } from '../../test/support/service';

/** What a client is to find. */
export type SeededService = Awaited<ReturnType<typeof seed>>;

/** Number of records in a page, with which each list has three pages. */
export const PER_PAGE = 2;

const TEAM_PROJECTS = ['api', 'jobs', 'mail', 'shop', 'web'];
const ERRORS = ['TypeError', 'RangeError', 'SyntaxError', 'URIError', 'EvalError'];
const REMOVED = ['RangeError', 'URIError'];

/**
 * Starts the service on a database in memory, which validates each of its replies, and in front of it a server that
 * adds a field of a later version to their records: clients must ignore it.
 */
export async function startService() {
  const service = await start({ DATABASE_URL: 'sqlite::memory:', BOOTSTRAP: 'off', LOG_LEVEL: 'error' });
  const later = createServer((request, response) => {
    forward(service.url, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => later.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(later.address() as AddressInfo).port}`;
  return {
    seed: () => seed(service.fixtures, url),
    async close() {
      later.closeAllConnections();
      later.close();
      await service.close();
    },
  };
}

async function forward(origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers, url } = request;
  const body = await buffer(request);
  const sent = ['authorization', 'content-type'].flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  );
  const reply = await fetch(origin + (url ?? ''), { method, headers: sent, ...(body.length > 0 && { body }) });
  const isJson = reply.headers.get('content-type') === 'application/json';
  const text = isJson && reply.ok ? withLaterField(await reply.json()) : await reply.text();
  const kept = ['Content-Type', 'Link'].flatMap((name) => [[name, reply.headers.get(name)] as const]);
  response.writeHead(
    reply.status,
    Object.fromEntries(kept.filter(([, value]) => value !== null)) as Record<string, string>,
  );
  response.end(text);
}

function withLaterField(body: unknown): string {
  const add = (record: unknown) => ({ ...(record as object), addedLater: true });
  return JSON.stringify(Array.isArray(body) ? body.map(add) : add(body));
}

/**
 * Creates an organization that only one client uses, since clients change it. Returns it with the results that the five
 * operations must return there.
 */
async function seed(fixtures: Fixtures, baseUrl: string) {
  const { slug: organization } = await fixtures.organization();
  const { slug: team } = await fixtures.team({ organization });
  for (const slug of TEAM_PROJECTS) await fixtures.project({ organization, team, slug });
  const project = await fixtures.project({ organization });
  const sent: { id: string; type: string }[] = [];
  for (const type of ERRORS) {
    const frame = { function: 'pay', filename: 'pay.js', abs_path: 'https://shop.example/pay.js', lineno: 1, colno: 9 };
    const exception = { values: [{ type, value: `${type} in the checkout`, stacktrace: { frames: [frame] } }] };
    sent.unshift({ id: await fixtures.event(project, { platform: 'javascript', exception }), type });
  }
  const token = await fixtures.token(organization);
  const issues = await readIssues(`${baseUrl}${project.path}issues/`, token);
  return {
    baseUrl,
    token,
    organization,
    team,
    /** Slugs of the team's projects, in the order of `listTeamProjects`. */
    teamProjects: TEAM_PROJECTS,
    /** Slug of the project with the events; it is not one of the team above. */
    project: project.slug,
    /** Ids of the project's events, in the order of `listProjectEvents`. */
    events: sent.map(({ id }) => id),
    removedIssues: REMOVED.map((type) => issues.get(type) ?? ''),
    /** The events that are left once these issues are removed. */
    keptEvents: sent.filter(({ type }) => !REMOVED.includes(type)).map(({ id }) => id),
    /** The newest frame of this event is not mapped to its source, for this reason. */
    unmappedEvent: sent[0]?.id ?? '',
    unmappedReason: 'no_release_on_event',
  };
}

/** Returns the ids of a project's issues by the type of their error. */
async function readIssues(url: string, token: string): Promise<ReadonlyMap<string, string>> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  const issues = (await response.json()) as { id: string; title: string }[];
  return new Map(issues.map(({ id, title }) => [title.split(':')[0] ?? '', id]));
}

/** Returns the environment variables by which a program in any language learns where the service and its data are. */
export function environmentOf(service: SeededService): Record<string, string> {
  return {
    CULPRIT_URL: service.baseUrl,
    CULPRIT_TOKEN: service.token,
    CULPRIT_ORGANIZATION: service.organization,
    CULPRIT_TEAM: service.team,
    CULPRIT_PROJECT: service.project,
    CULPRIT_PER_PAGE: String(PER_PAGE),
  };
}
