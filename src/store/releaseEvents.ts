import type { EventLabels } from '../domain/event';
import type { TimeRange } from '../domain/outcome';
import { listDate, orderOfVersion, type RecentEvents, type Release, RELEASE_HOURS_KEPT_MS } from '../domain/release';
import { HOUR_MS } from '../domain/time';
import { type Dialect, jsonIntegers, isAmong } from './engine/dialect';
import { EntityStore, idValue, insertRows, listValue, nullableId, type ReadSession, type Session } from './engine/sql';
import type { ReleaseMark } from '../domain/issue';
import { newestRelease, placeRelease } from '../domain/issueState';

/** Number of hours that are recent: the present one, which is not complete, and those before. */
const RECENT_HOURS = 24;
/** Number of hours that are kept. `slot` is the hour of this period: a row is overwritten when the period is over. */
const KEPT_HOURS = RELEASE_HOURS_KEPT_MS / HOUR_MS;

/** Release id in `release_hour` for the sum of all releases and of events without one. No release has this id. */
const ALL_RELEASES = 0;

const ADD = insertRows(
  'release_hour',
  { project_id: 'SAME', release_id: 'INTEGER', slot: 'INTEGER', hour: 'INTEGER', events: 'INTEGER' },
  `ON CONFLICT (project_id, release_id, slot) DO UPDATE SET
    events = CASE WHEN release_hour.hour = excluded.hour THEN release_hour.events + excluded.events
      WHEN release_hour.hour > excluded.hour THEN release_hour.events ELSE excluded.events END,
    hour = CASE WHEN release_hour.hour > excluded.hour THEN release_hour.hour ELSE excluded.hour END`,
);
/** Counts events of releases: of one project, or of all if the project is null. The join begins with the given ids. */
const COUNT_OF_RELEASES = (
  dialect: Dialect,
) => `SELECT CAST(c.release_id AS TEXT) AS "releaseId", CAST(SUM(c.events) AS BIGINT) AS "events"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN release_binding b CROSS JOIN release_hour c
  WHERE b.organization_id = ? AND b.release_id = wanted.value AND b.project_id = COALESCE(CAST(? AS BIGINT), b.project_id)
    AND c.project_id = b.project_id AND c.release_id = b.release_id AND ${isAmong(dialect, 'c.slot')} AND c.hour >= ?
  GROUP BY c.release_id`;
const COUNT_ALL = (
  dialect: Dialect,
) => `SELECT CAST(COALESCE(SUM(c.events), 0) AS BIGINT) AS "events" FROM project p CROSS JOIN release_hour c
  WHERE p.organization_id = ? AND p.id = COALESCE(CAST(? AS BIGINT), p.id) AND c.project_id = p.id
    AND c.release_id = ${ALL_RELEASES} AND ${isAmong(dialect, 'c.slot')} AND c.hour >= ?`;
const LIST_HOURS = (dialect: Dialect) => `SELECT c.release_id AS "release", c.hour AS "hour", c.events AS "events"
  FROM release_hour c WHERE c.project_id = ? AND ${isAmong(dialect, 'c.release_id')} AND c.hour >= ?`;
const DELETE = ['release_hour', 'session_hour', 'session_user_set', 'release_adoption'].map(
  (table) => `DELETE FROM ${table} WHERE project_id = ? AND release_id = ?`,
);

/** The rows of `release_hour`. `ReleaseWriter.recordEvents` writes them. */
export class ReleaseHourReader extends EntityStore {
  /**
   * Returns the numbers of events of the last 24 hours: of releases, and of all projects of the organization.
   * @param projectId counts only events of this project, unless it is null
   */
  async countRecent(
    organizationId: string,
    releases: readonly Release[],
    { projectId, now }: { readonly projectId: string | null; readonly now: number },
  ): Promise<RecentEvents> {
    const [organization, project] = [idValue(organizationId), nullableId(projectId)];
    const last = Math.floor(now / HOUR_MS);
    const first = last - RECENT_HOURS + 1;
    const hours = Array.from({ length: RECENT_HOURS }, (_, index) => first + index);
    // Processes of earlier versions had a slot for each hour of the day.
    const slots = listValue([...new Set(hours.flatMap((hour) => [hour % KEPT_HOURS, hour % RECENT_HOURS]))]);
    const ids = listValue(releases.map(({ id }) => idValue(id)));
    const counts = await this.session.all<{ releaseId: string; events: number }>(COUNT_OF_RELEASES, [
      ids,
      organization,
      project,
      slots,
      first,
    ]);
    const all = await this.session.one<{ events: number }>(COUNT_ALL, [organization, project, slots, first]);
    return { ofReleases: new Map(counts.map(({ releaseId, events }) => [releaseId, events])), total: all?.events ?? 0 };
  }

  /**
   * Returns the numbers of events in each step of a range, which begins within the kept hours: of a release in each
   * project, of the release before, and of all events.
   */
  async series(
    releases: readonly (ReleaseOfProject & { readonly previous: number | null })[],
    { from, to, step }: TimeRange,
  ): Promise<Readonly<Record<'release' | 'previous' | 'all', number[]>>> {
    const zeros = () => Array.from({ length: (to - from) / step }, () => 0);
    const series = { release: zeros(), previous: zeros(), all: zeros() };
    for (const { project, release, previous } of releases) {
      const ids = [ALL_RELEASES, release, ...(previous === null ? [] : [previous])];
      const rows = await this.session.all<HourRow>(LIST_HOURS, [project, listValue(ids), from / HOUR_MS]);
      for (const row of rows) {
        const name = row.release === ALL_RELEASES ? 'all' : row.release === release ? 'release' : 'previous';
        const index = Math.floor((row.hour * HOUR_MS - from) / step);
        if (index < series[name].length) series[name][index] = (series[name][index] ?? 0) + row.events;
      }
    }
    return series;
  }
}

/**
 * Counts events of a project in the hours of their arrival, in their releases and in total. Runs one statement, whose
 * rows are sorted, so that no two transactions wait for each other.
 * @param releaseOf returns the id of the release of an event; undefined if it has no stored release
 */
export function countReleaseEvents<One extends Pick<EventLabels, 'received'>>(
  session: Session,
  project: number,
  events: readonly One[],
  releaseOf: (event: One) => number | undefined,
): void {
  const counts = new Map<string, [release: number, hour: number, events: number]>();
  for (const event of events) {
    const hour = Math.floor(event.received / HOUR_MS);
    for (const release of [ALL_RELEASES, releaseOf(event)]) {
      if (release === undefined) continue;
      const key = `${release} ${hour}`;
      counts.set(key, [release, hour, (counts.get(key)?.[2] ?? 0) + 1]);
    }
  }
  const sorted = [...counts.values()].sort(([one, hour], [other, otherHour]) => one - other || hour - otherHour);
  session.post(
    ADD,
    sorted.map(([release, hour, count]) => [project, release, hour % KEPT_HOURS, hour, count]),
  );
}

interface HourRow {
  readonly release: number;
  readonly hour: number;
  readonly events: number;
}

/** Deletes the counts of events and sessions of a release in some projects. */
export async function deleteReleaseCounts(
  session: Session,
  release: number,
  projects: readonly number[],
): Promise<void> {
  for (const statement of DELETE)
    await session.runMany(
      statement,
      projects.map((project) => [project, release]),
    );
}

/** A release of a project. */
interface ReleaseOfProject {
  readonly project: number;
  readonly release: number;
}

/** The times of the events of a release in a project, and the number of issues that they opened. */
export interface ReleaseEvents extends ReleaseOfProject {
  readonly firstEvent: number | null;
  readonly lastEvent: number | null;
  readonly newGroups: number;
}

const LIST = (dialect: Dialect) => `SELECT rp.project_id AS "project", rp.release_id AS "release",
    rp.first_event AS "firstEvent", rp.last_event AS "lastEvent", rp.new_groups AS "newGroups"
  FROM release_project rp WHERE ${isAmong(dialect, 'rp.project_id')} AND ${isAmong(dialect, 'rp.release_id')}`;

/** Returns the times and numbers of releases in projects, for each given pair that has a row in `release_project`. */
export async function readReleaseEvents(
  session: ReadSession,
  pairs: readonly ReleaseOfProject[],
): Promise<ReleaseEvents[]> {
  if (pairs.length === 0) return [];
  const [projects, releases] = (['project', 'release'] as const).map((key) =>
    listValue([...new Set(pairs.map((pair) => pair[key]))]),
  );
  const rows = await session.all<ReleaseEvents>(LIST, [projects ?? '', releases ?? '']);
  const keys = new Set(pairs.map(keyOf));
  return rows.filter((row) => keys.has(keyOf(row)));
}

function keyOf({ project, release }: ReleaseOfProject): string {
  return `${project} ${release}`;
}

/**
 * Finds the newest release of each package of each project; of versions that are not semantic, the one with the latest
 * time. Reads the packages from an index, and one row for each.
 */
const LIST_NEWEST = (dialect: Dialect) => `SELECT n.project_id AS "project", r.id AS "id",
    r.version AS "version", rp.dated AS "dateCreated"
  FROM (SELECT k.project_id, (SELECT rn.release_id FROM release_project rn WHERE rn.project_id = k.project_id
        AND rn.package = k.package ORDER BY rn.version_order DESC, rn.dated DESC, rn.release_id DESC LIMIT 1) AS newest_id
      FROM (SELECT DISTINCT rk.project_id, rk.package FROM release_project rk
        WHERE ${isAmong(dialect, 'rk.project_id')} AND rk.package IS NOT NULL) k) n
    CROSS JOIN release_project rp CROSS JOIN release r
  WHERE rp.project_id = n.project_id AND rp.release_id = n.newest_id AND r.id = n.newest_id`;
/** Finds the newest release of each package of one project, which is a parameter of each subquery. */
const FIND_NEWEST = LIST_NEWEST('sqlite')
  .replace(isAmong('sqlite', 'rk.project_id'), 'rk.project_id = ?')
  .replace('rn.project_id = k.project_id', 'rn.project_id = ?')
  .replace('rp.project_id = n.project_id', 'rp.project_id = ?');

type NewestRow = ReleaseMark & { readonly project: number };

/** Finds the release with the earliest time among all releases of a package that have a newer version. */
const FIND_SUCCESSOR = `SELECT r.id AS "id", r.version AS "version", rp.dated AS "dateCreated"
  FROM release_project rp CROSS JOIN release r
  WHERE rp.project_id = ? AND rp.package = ? AND rp.version_order > ? AND r.id = rp.release_id
  ORDER BY rp.dated, rp.release_id LIMIT 1`;

/** Returns the newest release of each project that has one. */
export async function findNewestReleases(
  session: ReadSession,
  projects: readonly number[],
): Promise<Map<number, ReleaseMark>> {
  const [only] = projects;
  if (only !== undefined && projects.length === 1) {
    const release = await findNewestRelease(session, only);
    return new Map(release === undefined ? [] : [[only, release]]);
  }
  const rows = await session.all<NewestRow>(LIST_NEWEST, [listValue(projects)]);
  const newest = new Map<number, ReleaseMark>();
  for (const { project, ...mark } of rows) {
    const release = newestRelease([newest.get(project) ?? mark, mark]);
    if (release !== null) newest.set(project, release);
  }
  return newest;
}

/** Returns the newest release of a project. */
export async function findNewestRelease(session: ReadSession, project: number): Promise<ReleaseMark | undefined> {
  const rows = await session.all<NewestRow>(FIND_NEWEST, [project, project, project]);
  return newestRelease(rows.map(({ project: _, ...mark }) => mark)) ?? undefined;
}

/** Maximum number of earlier releases that are searched for one with events. */
const MAX_BEFORE = 50;
const BEFORE = (earlier: string, order: string) => `SELECT r.id AS "id", r.version AS "version",
    rp.first_event AS "firstEvent", rp.last_event AS "lastEvent"
  FROM release_project rp CROSS JOIN release r WHERE rp.project_id = ? AND ${earlier} AND r.id = rp.release_id
  ORDER BY ${order} LIMIT ${MAX_BEFORE}`;
const BEFORE_BY_VERSION = BEFORE(
  'rp.package = ? AND (rp.version_order, rp.dated, rp.release_id) < (?, ?, ?)',
  'rp.version_order DESC, rp.dated DESC, rp.release_id DESC',
);
const BEFORE_BY_DATE = BEFORE('(rp.dated, rp.release_id) < (?, ?)', 'rp.dated DESC, rp.release_id DESC');

/** The release before another one in a project, and the times of its events there. */
export interface ReleaseBefore {
  readonly id: number;
  readonly version: string;
  readonly firstEvent: number | null;
  readonly lastEvent: number | null;
}

/**
 * Finds the release before a release of a project: of its package by version, or else the last one by date. Releases
 * without events are passed over if there is one with events: many versions are never in use.
 */
export async function findReleaseBefore(
  session: ReadSession,
  project: number,
  release: Release,
): Promise<ReleaseBefore | undefined> {
  const { package: name, order } = orderOfVersion(release.version);
  const place = [listDate(release), idValue(release.id)];
  const ofPackage = await session.all<ReleaseBefore>(BEFORE_BY_VERSION, [project, name, order, ...place]);
  const earlier =
    ofPackage.length > 0 ? ofPackage : await session.all<ReleaseBefore>(BEFORE_BY_DATE, [project, ...place]);
  return earlier.find(({ firstEvent }) => firstEvent !== null) ?? earlier[0];
}

/** Returns a release with its position among the project's releases (`placeRelease`). */
export async function placeInProject(
  session: ReadSession,
  project: number,
  release: ReleaseMark,
): Promise<ReleaseMark> {
  const { package: name, order } = orderOfVersion(release.version);
  if (name === '') return release;
  return placeRelease(release, await session.all<ReleaseMark>(FIND_SUCCESSOR, [project, name, order]));
}
