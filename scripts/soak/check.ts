/** Compares the data that the service returns after the load with the data that it acknowledged. */
import type { components } from '../../generated/api';
import { cursorOf } from '../../src/client/createClient';
import type { ProjectFixture } from '../../test/support/fixtures';
import type { TemporaryPlace } from '../../test/support/database';
import { compareIds } from '../support/check';
import { Random } from '../support/payloads';
import type { Api } from './api';
import { type Acknowledged, projectsOf, type Senders, type Tenant } from './load';

type Event = components['schemas']['Event'];

/** Number of events of each project that are also read by their id. */
const SAMPLE = 300;

/** The stored events of one project, compared with the acknowledged ones. */
export interface ProjectResult {
  readonly slug: string;
  readonly acknowledged: number;
  readonly stored: number;
  /** Acknowledged events that nothing was allowed to delete. */
  readonly due: number;
  /** Ids of due events that are not stored. */
  readonly lost: readonly string[];
  /** Ids that are stored more than once. */
  readonly twice: readonly string[];
}

/** Limits of the events that may have been deleted on request. */
export interface Deleted {
  /** Time of the last removal of issues of a project, in milliseconds since 1970. Its older events may be gone. */
  readonly lastRemoval: number;
  /** Number of events that the project with a retention keeps. */
  readonly retentionEvents: number;
}

export async function checkProjects(
  api: Api,
  tenant: Tenant,
  senders: Senders,
  { lastRemoval, retentionEvents }: Deleted,
): Promise<ProjectResult[]> {
  const results: ProjectResult[] = [];
  for (const project of projectsOf(tenant)) {
    const acknowledged = senders.of(project);
    const since =
      project === tenant.removed
        ? lastRemoval
        : oldestKept(acknowledged, project === tenant.expiring ? retentionEvents : Infinity);
    results.push(await checkProject(api, project, acknowledged, since));
  }
  return results;
}

/** Returns the time after which all events must be stored: nothing newer than the newest `count` events is deleted. */
function oldestKept(acknowledged: Acknowledged, count: number): number {
  const times = [...acknowledged.values()].sort((a, b) => b - a);
  return times.length <= count ? -Infinity : (times[count - 1] ?? -Infinity);
}

async function checkProject(
  api: Api,
  project: ProjectFixture,
  acknowledged: Acknowledged,
  since: number,
): Promise<ProjectResult> {
  const listed = await listEvents(api, project);
  const due = [...acknowledged].filter(([, time]) => time > since).map(([id]) => id);
  const { lost, twice } = compareIds(listed, due);
  const random = new Random(due.length);
  const sample = Array.from({ length: Math.min(SAMPLE, due.length) }, () => random.pick(due));
  for (const id of new Set(sample)) {
    const reply = await api.call('getEvent', { path: { project_slug: project.slug, event_id: id } });
    if (reply?.status !== 200 || (reply.body as Event).eventID !== id) lost.push(id);
  }
  return {
    slug: project.slug,
    acknowledged: acknowledged.size,
    stored: listed.length,
    due: due.length,
    lost: [...new Set(lost)],
    twice,
  };
}

async function listEvents(api: Api, project: ProjectFixture): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await api.need('listProjectEvents', { path: { project_slug: project.slug }, query: { cursor } });
    ids.push(...(page.body as Event[]).map(({ eventID }) => eventID));
    cursor = cursorOf('next', String(page.headers['link']));
  }
  return ids;
}

/** Returns true if the storage of all removed issues is freed. */
export async function isReclaimed(place: TemporaryPlace): Promise<boolean> {
  const engine = await place.openEngine();
  try {
    const sql = 'SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM removed_issue';
    return (await engine.read((session) => session.one<{ count: number }>(sql, [])))?.count === 0;
  } finally {
    await engine.close();
  }
}
