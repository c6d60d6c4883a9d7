import { DEFAULT_CAPS, type Project, type ProjectCaps } from '../domain/project';
import {
  addCounts,
  ADOPTED_SHARE,
  changeOfStatus,
  FAILURE_RETENTION_MS,
  MAX_HEALTH_ROWS_PER_HOUR,
  NO_SESSIONS,
  type ReleaseAdoption,
  SESSION_LEVELS,
  type SessionCounts,
  type SessionReport,
  USER_KINDS,
  type UserKind,
} from '../domain/releaseHealth';
import { DAY_MS, HOUR_MS } from '../domain/time';
import { UserSet } from '../domain/session';
import { type Dialect, hexText, isAmong, isAmongBytes, isAmongTexts, rowLock } from './engine/dialect';
import {
  EntityStore,
  eventIdValue,
  idValue,
  insertRows,
  listValue,
  type ReadSession,
  type Session,
} from './engine/sql';
import { ProjectWriter } from './projects';
import { ReleaseWriter } from './releases';

/** Release id of the sessions that are beyond the maximum number of rows. No release has this id. */
const OTHER_RELEASES = 0;
const HOURS_PER_DAY = DAY_MS / HOUR_MS;
/** Number of sets of users that are read at once. */
const SETS_PER_READ = 200;

const COUNTERS = { sessions: 'INTEGER', errored: 'INTEGER', unhandled: 'INTEGER', abnormal: 'INTEGER' } as const;
const PLACE = { project_id: 'SAME', hour: 'INTEGER', release_id: 'INTEGER', environment: 'TEXT' } as const;
const ADD = insertRows(
  'session_hour',
  { ...PLACE, ...COUNTERS, crashed: 'INTEGER' },
  `ON CONFLICT (project_id, hour, release_id, environment) DO UPDATE SET
    ${[...Object.keys(COUNTERS), 'crashed'].map((name) => `${name} = session_hour.${name} + excluded.${name}`).join(', ')}`,
);
const COUNT_ROWS = (dialect: Dialect) => `SELECT h.hour AS "hour", COUNT(*) AS "count" FROM session_hour h
  WHERE h.project_id = ? AND ${isAmong(dialect, 'h.hour')} GROUP BY h.hour`;
const LIST_PLACES = `SELECT h.release_id AS "release", h.environment AS "environment" FROM session_hour h
  WHERE h.project_id = ? AND h.hour = ?`;

const FIND_FAILURES = (dialect: Dialect) => `SELECT ${hexText(dialect, 'f.session_id')} AS "sessionId",
    f.level AS "level", f.is_counted AS "isCounted" FROM session_failure f
  WHERE f.project_id = ? AND ${isAmongBytes(dialect, 'f.session_id')}
  ORDER BY f.session_id ${rowLock(dialect)}`;
const INSERT_FAILURES = insertRows('session_failure', {
  project_id: 'SAME',
  session_id: 'BLOB',
  level: 'INTEGER',
  is_counted: 'INTEGER',
  expires_at: 'INTEGER',
});
const UPDATE_FAILURE = `UPDATE session_failure SET level = ?, is_counted = ?, expires_at = ?
  WHERE project_id = ? AND session_id = ?`;
const PRUNE_FAILURES = `DELETE FROM session_failure WHERE (project_id, session_id) IN (
  SELECT f.project_id, f.session_id FROM session_failure f WHERE f.expires_at <= ? ORDER BY f.expires_at LIMIT ?)`;

const USER_COLUMNS = `u.hour AS "at", u.release_id AS "release", u.environment AS "name", u.kind AS "kindNumber",
    u.users AS "bytes" FROM session_user_set u`;
const LOCK_USERS = (dialect: Dialect) => `SELECT ${USER_COLUMNS}
  WHERE u.project_id = ? AND ${isAmong(dialect, 'u.hour')} AND ${isAmong(dialect, 'u.release_id')}
    AND ${isAmongTexts(dialect, 'u.environment')}
  ORDER BY u.hour, u.release_id, u.environment, u.kind ${rowLock(dialect)}`;
const INSERT_USERS = insertRows('session_user_set', { ...PLACE, kind: 'INTEGER', users: 'BLOB' });
const UPDATE_USERS = `UPDATE session_user_set SET users = ?
  WHERE project_id = ? AND hour = ? AND release_id = ? AND environment = ? AND kind = ?`;

/** Conditions on the hours, the releases and the environments; an empty JSON list stands for all. */
const WITHIN = (dialect: Dialect, row: string) => `${row}.project_id = ? AND ${row}.hour >= ? AND ${row}.hour < ?
    AND (CAST(? AS TEXT) = '[]' OR ${isAmong(dialect, `${row}.release_id`)})
    AND (CAST(? AS TEXT) = '[]' OR ${isAmongTexts(dialect, `${row}.environment`)})`;
const SUMS = [...Object.keys(COUNTERS), 'crashed']
  .map((name) => `CAST(SUM(h.${name}) AS BIGINT) AS "${name}"`)
  .join(', ');
/** Parameters before the conditions: 1 to group by release, 1 to group by environment, the first hour, and the step. */
const SUM = (dialect: Dialect) => `SELECT x.release AS "release", x.environment AS "environment", x.step AS "step",
    ${SUMS.replaceAll('h.', 'x.')}
  FROM (SELECT CASE WHEN CAST(? AS BIGINT) = 1 THEN h.release_id ELSE ${OTHER_RELEASES} END AS release,
      CASE WHEN CAST(? AS BIGINT) = 1 THEN h.environment ELSE '' END AS environment,
      (h.hour - CAST(? AS BIGINT)) / CAST(? AS BIGINT) AS step,
      h.sessions, h.errored, h.unhandled, h.abnormal, h.crashed
    FROM session_hour h WHERE ${WITHIN(dialect, 'h')}) x
  GROUP BY x.release, x.environment, x.step`;
const LIST_USERS = (dialect: Dialect) => `SELECT ${USER_COLUMNS}
  WHERE ${WITHIN(dialect, 'u')} AND ${isAmong(dialect, 'u.kind')}
    AND (u.hour, u.release_id, u.environment, u.kind) > (?, ?, ?, ?)
  ORDER BY u.hour, u.release_id, u.environment, u.kind LIMIT ?`;
const HAS_SESSIONS = (dialect: Dialect) => `SELECT DISTINCT h.release_id AS "release" FROM session_hour h
  WHERE h.project_id = ? AND ${isAmong(dialect, 'h.release_id')} AND h.hour >= ?`;

const LIST_ADOPTIONS = (dialect: Dialect) => `SELECT a.release_id AS "release", a.environment AS "environment",
    a.adopted_at AS "adoptedAt", a.unadopted_at AS "unadoptedAt" FROM release_adoption a
  WHERE a.project_id = ? AND ${isAmong(dialect, 'a.release_id')}`;
/** The environments of releases, also of those that were never adopted. */
const LIST_ENVIRONMENTS = (
  dialect: Dialect,
) => `SELECT DISTINCT h.release_id AS "release", h.environment AS "environment"
  FROM session_hour h WHERE h.project_id = ? AND ${isAmong(dialect, 'h.release_id')}`;
const LIST_ADOPTED = `SELECT a.release_id AS "release", a.environment AS "environment",
    a.unadopted_at AS "unadoptedAt" FROM release_adoption a WHERE a.project_id = ?`;
const ADOPT = `INSERT INTO release_adoption (project_id, release_id, environment, adopted_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (project_id, release_id, environment) DO UPDATE SET unadopted_at = NULL`;
const REPLACE = `UPDATE release_adoption SET unadopted_at = ?
  WHERE project_id = ? AND release_id = ? AND environment = ? AND unadopted_at IS NULL`;

const OLD_ROW = (table: string, condition: string) => `SELECT t.hour AS "at" FROM ${table} t
  WHERE t.project_id = ? AND t.hour >= ? AND t.hour < ? ${condition} ORDER BY t.hour LIMIT 1`;
const UNFOLDED = `AND t.hour % ${HOURS_PER_DAY} <> 0`;
const FIND_OLD = { session_hour: OLD_ROW('session_hour', ''), session_user_set: OLD_ROW('session_user_set', '') };
const FIND_UNFOLDED = {
  session_hour: OLD_ROW('session_hour', UNFOLDED),
  session_user_set: OLD_ROW('session_user_set', UNFOLDED),
};
const DELETE_HOURS = {
  session_hour: 'DELETE FROM session_hour WHERE project_id = ? AND hour >= ? AND hour < ?',
  session_user_set: 'DELETE FROM session_user_set WHERE project_id = ? AND hour >= ? AND hour < ?',
};

/** The tables whose hours of old days are added up. */
export type HealthTable = keyof typeof DELETE_HOURS;

/** A filter of sessions. An empty list of releases or environments stands for all. Hours are counted from 1970. */
export interface HealthFilter {
  readonly from: number;
  readonly to: number;
  /** Ids. */
  readonly releases?: readonly number[];
  readonly environments?: readonly string[];
}

/** The place of sessions: the release is 0 and the environment empty if they are not grouped by it. */
export interface HealthGroup {
  readonly release: number;
  readonly environment: string;
}

interface SessionUserRow {
  readonly at: number;
  readonly release: number;
  readonly name: string;
  readonly kindNumber: number;
  readonly bytes: Uint8Array;
}

/** A set of users of one hour. */
export interface HourUsers extends HealthGroup {
  readonly hour: number;
  readonly kind: UserKind;
  readonly users: UserSet;
}

/** The rows of `session_hour`, `session_user_set`, `session_failure` and `release_adoption`. */
export class ReleaseHealthReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Adds up the sessions of a project in steps of hours, by release and environment if requested. */
  sum(
    projectId: string,
    filter: HealthFilter,
    by: { readonly release: boolean; readonly environment: boolean; readonly stepHours: number },
  ): Promise<(HealthGroup & SessionCounts & { readonly step: number })[]> {
    const groups = [by.release ? 1 : 0, by.environment ? 1 : 0, filter.from, by.stepHours];
    return this.session.all(SUM, [...groups, ...filterValues(projectId, filter)]);
  }

  /** Calls `visit` with the sets of users of a project, oldest first. Few of them are in memory at a time. */
  async visitUsers(
    projectId: string,
    filter: HealthFilter,
    kinds: readonly UserKind[],
    visit: (users: HourUsers) => void,
  ): Promise<void> {
    const values = [...filterValues(projectId, filter), listValue(kinds.map((kind) => USER_KINDS.indexOf(kind)))];
    let last: readonly [number, number, string, number] = [filter.from - 1, 0, '', 0];
    for (;;) {
      const rows = await this.session.all<SessionUserRow>(LIST_USERS, [...values, ...last, SETS_PER_READ]);
      for (const row of rows) {
        last = [row.at, row.release, row.name, row.kindNumber];
        const { at: hour, release, name: environment } = row;
        visit({ hour, release, environment, kind: kindOf(row), users: UserSet.of(row.bytes) });
      }
      if (rows.length < SETS_PER_READ) return;
    }
  }

  /** Returns the ids of the given releases that have sessions in a project since an hour. */
  async findWithSessions(projectId: string, releases: readonly number[], since: number): Promise<number[]> {
    if (releases.length === 0) return [];
    const values = [idValue(projectId), listValue(releases), since];
    return (await this.session.all<{ release: number }>(HAS_SESSIONS, values)).map(({ release }) => release);
  }

  /** Returns the adoption of releases in each environment in which they have sessions. */
  async listAdoptions(projectId: string, releases: readonly number[]): Promise<ReleaseAdoption[]> {
    const values = [idValue(projectId), listValue(releases)];
    const adopted = await this.session.all<ReleaseAdoption>(LIST_ADOPTIONS, values);
    const adoptions = new Map(adopted.map((row) => [`${row.release} ${row.environment}`, row]));
    const places = await this.session.all<HealthGroup>(LIST_ENVIRONMENTS, values);
    return places.map(({ release, environment }) => {
      return adoptions.get(`${release} ${environment}`) ?? { release, environment, adoptedAt: null, unadoptedAt: null };
    });
  }

  /**
   * Compares the shares of releases in the sessions of their environments with the stored ones. Returns the releases
   * that are adopted now, and those that are no longer; environments without sessions do not change.
   */
  async compareAdoption(
    projectId: string,
    filter: HealthFilter,
  ): Promise<Record<'adopted' | 'replaced', HealthGroup[]>> {
    const by = { release: true, environment: true, stepHours: filter.to - filter.from };
    const rows = (await this.sum(projectId, filter, by)).filter(({ sessions }) => sessions > 0);
    const stored = await this.session.all<HealthGroup & { unadoptedAt: number | null }>(LIST_ADOPTED, [
      idValue(projectId),
    ]);
    const totals = new Map<string, number>();
    for (const { environment, sessions } of rows) totals.set(environment, (totals.get(environment) ?? 0) + sessions);
    const places = rows
      .filter(({ release, environment, sessions }) => {
        return release !== OTHER_RELEASES && sessions >= ADOPTED_SHARE * (totals.get(environment) ?? 0);
      })
      .map(({ release, environment }) => ({ release, environment }));
    const isSame = (one: HealthGroup) => (other: HealthGroup) =>
      one.release === other.release && one.environment === other.environment;
    const current = stored.filter(({ unadoptedAt }) => unadoptedAt === null);
    return {
      adopted: places.filter((place) => !current.some(isSame(place))),
      replaced: current.filter((place) => totals.has(place.environment) && !places.some(isSame(place))),
    };
  }

  /** Returns the first hour before another one with rows to delete; undefined if there is none. */
  async findExpired(table: HealthTable, projectId: string, before: number): Promise<number | undefined> {
    return (await this.session.one<{ at: number }>(FIND_OLD[table], [idValue(projectId), 0, before]))?.at;
  }

  /** Returns the first hour of a range that is not added up with the others of its day; undefined if there is none. */
  async findUnfolded(
    table: HealthTable,
    projectId: string,
    { from, to }: Pick<HealthFilter, 'from' | 'to'>,
  ): Promise<number | undefined> {
    return (await this.session.one<{ at: number }>(FIND_UNFOLDED[table], [idValue(projectId), from, to]))?.at;
  }
}

export class ReleaseHealthWriter extends ReleaseHealthReader<Session> {
  /**
   * Adds reported sessions to the counts of a project. Stores the releases and environments that they name, as events
   * do. The number of statements does not grow with the number of reports.
   */
  async record(
    project: Pick<Project, 'id' | 'organizationId'>,
    reports: readonly SessionReport[],
    now: number,
    caps: ProjectCaps = DEFAULT_CAPS,
  ): Promise<void> {
    const owner = idValue(project.id);
    const versions = [...new Set(reports.map(({ release }) => release))].sort();
    const ids = await new ReleaseWriter(this.session).addVersions(project, versions, now, caps.releases);
    const environments = [...new Set(reports.flatMap(({ environment }) => environment || []))].sort();
    await new ProjectWriter(this.session).addEnvironments(project.id, environments, caps.environments);
    const placeOf = await this.choosePlaces(owner, reports, ids);
    const counts = new Map<string, [place: HourPlace, counts: SessionCounts]>();
    const add = (place: HourPlace, added: SessionCounts) => {
      const key = keyOf(place);
      counts.set(key, [place, addCounts(counts.get(key)?.[1] ?? NO_SESSIONS, added)]);
    };
    for (const report of reports) if (report.counts.sessions > 0) add(placeOf(report), report.counts);
    await this.recordFailures(owner, reports, now, (report, added) => {
      add(placeOf(report), added);
    });
    const rows = [...counts.values()].sort(([one], [other]) => comparePlaces(one, other));
    this.session.post(
      ADD,
      rows.map(([place, { sessions, errored, unhandled, abnormal, crashed }]) => {
        return [owner, ...place, sessions, errored, unhandled, abnormal, crashed];
      }),
    );
    await this.recordUsers(owner, reports, placeOf);
  }

  /** Stores the releases that are adopted from now on, and those that no longer are. */
  async changeAdoption(
    projectId: string,
    { adopted, replaced }: Record<'adopted' | 'replaced', readonly HealthGroup[]>,
    now: number,
  ): Promise<void> {
    const owner = idValue(projectId);
    await this.session.runMany(
      ADOPT,
      adopted.map(({ release, environment }) => [owner, release, environment, now]),
    );
    await this.session.runMany(
      REPLACE,
      replaced.map(({ release, environment }) => [now, owner, release, environment]),
    );
  }

  /** Deletes at most `limit` expired rows of failed sessions. Returns the number of deleted rows. */
  async pruneFailures(now: number, limit: number): Promise<number> {
    return (await this.session.run(PRUNE_FAILURES, [now, limit])).changes;
  }

  /** Deletes the rows of a project of the hours from `from` on and before `to`. */
  async deleteHours(table: HealthTable, projectId: string, from: number, to: number): Promise<void> {
    await this.session.run(DELETE_HOURS[table], [idValue(projectId), from, to]);
  }

  /** Adds up the hours of the day that contains an hour. */
  async foldDay(table: HealthTable, projectId: string, hour: number): Promise<void> {
    const from = Math.floor(hour / HOURS_PER_DAY) * HOURS_PER_DAY;
    const day = { from, to: from + HOURS_PER_DAY };
    const owner = idValue(projectId);
    if (table === 'session_hour') {
      const sums = await this.sum(projectId, day, { release: true, environment: true, stepHours: HOURS_PER_DAY });
      await this.deleteHours(table, projectId, day.from, day.to);
      const rows = sums.map(({ release, environment, sessions, errored, unhandled, abnormal, crashed }) => {
        return [owner, from, release, environment, sessions, errored, unhandled, abnormal, crashed];
      });
      await this.session.runMany(ADD, rows);
      return;
    }
    const sets = new Map<string, [place: HourPlace, kind: number, users: UserSet]>();
    await this.visitUsers(projectId, day, USER_KINDS, ({ release, environment, kind, users }) => {
      const key = `${release} ${kind} ${environment}`;
      const set = sets.get(key);
      if (set === undefined) sets.set(key, [[from, release, environment], USER_KINDS.indexOf(kind), users]);
      else set[2].merge(users);
    });
    await this.deleteHours(table, projectId, day.from, day.to);
    const rows = [...sets.values()].map(([place, kind, users]) => [owner, ...place, kind, users.toBytes()]);
    await this.session.runMany(INSERT_USERS, rows);
  }

  /**
   * Returns a function for the row of a report. Reports that would add a row to an hour that has the maximum number of
   * rows are counted in one row of that hour.
   */
  private async choosePlaces(
    owner: number,
    reports: readonly SessionReport[],
    ids: ReadonlyMap<string, number>,
  ): Promise<(report: SessionReport) => HourPlace> {
    const ownPlaces = new Map<string, HourPlace>();
    const ownPlaceOf = ({ hour, release, environment }: SessionReport): HourPlace => {
      const id = ids.get(release);
      return id === undefined ? [hour, OTHER_RELEASES, ''] : [hour, id, environment];
    };
    for (const report of reports) ownPlaces.set(keyOf(ownPlaceOf(report)), ownPlaceOf(report));
    const hours = [...new Set(reports.map(({ hour }) => hour))];
    const rows = await this.session.all<{ hour: number; count: number }>(COUNT_ROWS, [owner, listValue(hours)]);
    const refused = new Set<string>();
    for (const hour of hours) {
      const places = [...ownPlaces.values()].filter(([ofPlace]) => ofPlace === hour);
      const count = rows.find((row) => row.hour === hour)?.count ?? 0;
      if (count + places.length <= MAX_HEALTH_ROWS_PER_HOUR) continue;
      const stored = await this.session.all<HealthGroup>(LIST_PLACES, [owner, hour]);
      const storedKeys = new Set(stored.map(({ release, environment }) => keyOf([hour, release, environment])));
      const added = places.filter((place) => !storedKeys.has(keyOf(place)));
      for (const place of added.slice(Math.max(0, MAX_HEALTH_ROWS_PER_HOUR - count))) refused.add(keyOf(place));
    }
    return (report) => {
      const place = ownPlaceOf(report);
      return refused.has(keyOf(place)) ? [report.hour, OTHER_RELEASES, ''] : place;
    };
  }

  /** Counts sessions whose status is not healthy: each once, with the worst status. */
  private async recordFailures(
    owner: number,
    reports: readonly SessionReport[],
    now: number,
    add: (report: SessionReport, counts: SessionCounts) => void,
  ): Promise<void> {
    const ids = [...new Set(reports.flatMap(({ failure }) => failure?.sessionId ?? []))].sort();
    if (ids.length === 0) return;
    type Row = { sessionId: string; level: number; isCounted: number };
    const rows = await this.session.all<Row>(FIND_FAILURES, [owner, listValue(ids)]);
    const stored = new Set(rows.map(({ sessionId }) => sessionId));
    const states = new Map(rows.map((row) => [row.sessionId, { ...row, isChanged: false }]));
    for (const report of reports) {
      if (report.failure === null) continue;
      const { sessionId, status, isInit } = report.failure;
      const state = states.get(sessionId) ?? { sessionId, level: 0, isCounted: 0, isChanged: false };
      states.set(sessionId, state);
      const level = SESSION_LEVELS.indexOf(status);
      if (isInit && state.isCounted === 0) {
        add(report, { ...NO_SESSIONS, sessions: 1 });
        Object.assign(state, { isCounted: 1, isChanged: true });
      }
      if (level <= state.level) continue;
      add(report, changeOfStatus(SESSION_LEVELS[state.level] ?? 'healthy', status));
      Object.assign(state, { level, isChanged: true });
    }
    const expiresAt = now + FAILURE_RETENTION_MS;
    const changed = ids.flatMap((id) => states.get(id) ?? []).filter(({ isChanged }) => isChanged);
    this.session.post(
      INSERT_FAILURES,
      changed
        .filter(({ sessionId }) => !stored.has(sessionId))
        .map(({ sessionId, level, isCounted }) => [owner, eventIdValue(sessionId), level, isCounted, expiresAt]),
    );
    this.session.post(
      UPDATE_FAILURE,
      changed
        .filter(({ sessionId }) => stored.has(sessionId))
        .map(({ sessionId, level, isCounted }) => [level, isCounted, expiresAt, owner, eventIdValue(sessionId)]),
    );
  }

  /** Adds the users of reports to the sets of their hours. Sets that do not change are not written. */
  private async recordUsers(
    owner: number,
    reports: readonly SessionReport[],
    placeOf: (report: SessionReport) => HourPlace,
  ): Promise<void> {
    const withUser = reports.flatMap((report) => (report.user === null ? [] : { ...report, user: report.user }));
    if (withUser.length === 0) return;
    const places = withUser.map(placeOf);
    const distinct = (values: readonly (string | number)[]) => listValue([...new Set(values)]);
    const rows = await this.session.all<SessionUserRow>(LOCK_USERS, [
      owner,
      distinct(places.map(([hour]) => hour)),
      distinct(places.map(([, release]) => release)),
      distinct(places.map(([, , environment]) => environment)),
    ]);
    const stored = new Map(rows.map((row) => [`${row.kindNumber} ${keyOf([row.at, row.release, row.name])}`, row]));
    const sets = new Map<string, { place: HourPlace; kind: number; users: UserSet; isChanged: boolean }>();
    withUser.forEach(({ user, userKinds }, index) => {
      const place = places[index] ?? [0, 0, ''];
      for (const kind of userKinds.map((one) => USER_KINDS.indexOf(one))) {
        const key = `${kind} ${keyOf(place)}`;
        const row = stored.get(key);
        const users = row === undefined ? new UserSet() : UserSet.of(row.bytes);
        const set = sets.get(key) ?? { place, kind, users, isChanged: false };
        sets.set(key, set);
        if (set.users.add(user)) set.isChanged = true;
      }
    });
    const changed = [...sets].filter(([, { isChanged }]) => isChanged);
    changed.sort(([, one], [, other]) => comparePlaces(one.place, other.place) || one.kind - other.kind);
    this.session.post(
      INSERT_USERS,
      changed
        .filter(([key]) => !stored.has(key))
        .map(([, { place, kind, users }]) => [owner, ...place, kind, users.toBytes()]),
    );
    this.session.post(
      UPDATE_USERS,
      changed
        .filter(([key]) => stored.has(key))
        .map(([, { place, kind, users }]) => [users.toBytes(), owner, ...place, kind]),
    );
  }
}

/** The key of a row of an hour, within its project. */
type HourPlace = readonly [hour: number, release: number, environment: string];

function keyOf([hour, release, environment]: HourPlace): string {
  return `${hour} ${release} ${environment}`;
}

/** The order in which all transactions write, so that no two wait for each other. */
function comparePlaces(one: HourPlace, other: HourPlace): number {
  return one[0] - other[0] || one[1] - other[1] || (one[2] < other[2] ? -1 : one[2] > other[2] ? 1 : 0);
}

function kindOf({ kindNumber }: SessionUserRow): UserKind {
  return USER_KINDS[kindNumber] ?? 'all';
}

function filterValues(
  projectId: string,
  { from, to, releases = [], environments = [] }: HealthFilter,
): (string | number)[] {
  const [ids, names] = [listValue(releases), listValue(environments)];
  return [idValue(projectId), from, to, ids, ids, names, names];
}
