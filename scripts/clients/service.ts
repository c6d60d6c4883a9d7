/** Starts the service that generated clients are run against, and fills it with what they are to find. */
import type { Fixtures } from '../../test/support/fixtures';
import { startService as start } from '../../test/support/service';

/**
 * An organization that only one client uses, since clients change it, and the results that the five operations must
 * return there.
 */
export interface SeededService {
  readonly baseUrl: string;
  /** Holds every scope that the five operations require. */
  readonly token: string;
  readonly organization: string;
  readonly team: string;
  /** Slugs of the team's projects, in the order of `listTeamProjects`. */
  readonly teamProjects: readonly string[];
  /** Slug of the project with the events; it is not one of the team above. */
  readonly project: string;
  /** Ids of the project's events, in the order of `listProjectEvents`. */
  readonly events: readonly string[];
  /** Ids of issues to remove: some of the project's, but not all. */
  readonly removedIssues: readonly string[];
  /** Ids of the events that are left afterwards, in the order of `listProjectEvents`. */
  readonly keptEvents: readonly string[];
  /** Id of one of the project's events; its newest frame is not mapped to its source. */
  readonly unmappedEvent: string;
  /** The first `type` that `getSourceMapDebug` returns for that frame. */
  readonly unmappedReason: string;
}

/** A running service. */
export interface ClientService {
  /** Creates an organization with everything that a client needs. */
  seed(): Promise<SeededService>;
  close(): Promise<void>;
}

/** Number of records in a page, with which each list has three pages. */
const PER_PAGE = 2;

const TEAM_PROJECTS = ['api', 'jobs', 'mail', 'shop', 'web'];
const ERRORS = ['TypeError', 'RangeError', 'SyntaxError', 'URIError', 'EvalError'];
const REMOVED = ['RangeError', 'URIError'];

/**
 * Starts the service on a database in memory and on any free port of the loopback address. It validates each of its
 * replies.
 */
export async function startService(): Promise<ClientService> {
  const service = await start({ DATABASE_URL: 'sqlite::memory:', BOOTSTRAP: 'off', LOG_LEVEL: 'error' });
  return { seed: () => seed(service.fixtures, service.url), close: () => service.close() };
}

async function seed(fixtures: Fixtures, baseUrl: string): Promise<SeededService> {
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
    teamProjects: TEAM_PROJECTS,
    project: project.slug,
    events: sent.map(({ id }) => id),
    removedIssues: REMOVED.map((type) => issues.get(type) ?? ''),
    keptEvents: sent.filter(({ type }) => !REMOVED.includes(type)).map(({ id }) => id),
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

/**
 * Returns the environment variables by which a program in any language learns the seeded data of the service. Lists are
 * separated by commas.
 */
export function environmentOf(service: SeededService): Record<string, string> {
  return {
    CULPRIT_URL: service.baseUrl,
    CULPRIT_TOKEN: service.token,
    CULPRIT_ORGANIZATION: service.organization,
    CULPRIT_TEAM: service.team,
    CULPRIT_TEAM_PROJECTS: service.teamProjects.join(','),
    CULPRIT_PROJECT: service.project,
    CULPRIT_EVENTS: service.events.join(','),
    CULPRIT_REMOVED_ISSUES: service.removedIssues.join(','),
    CULPRIT_KEPT_EVENTS: service.keptEvents.join(','),
    CULPRIT_UNMAPPED_EVENT: service.unmappedEvent,
    CULPRIT_UNMAPPED_REASON: service.unmappedReason,
    CULPRIT_PER_PAGE: String(PER_PAGE),
  };
}
