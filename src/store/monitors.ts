import { randomUUID } from 'node:crypto';
import type { Assignee } from '../domain/issue';
import {
  type CheckIn,
  type CheckInStatus,
  expectFrom,
  type IncidentReport,
  type Monitor,
  type MonitorConfig,
  type MonitorEnvironment,
  type Outage,
  overlapsOutage,
  withOutcome,
} from '../domain/monitor';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { isAmong, isAmongTexts, nextId, rowLock } from './engine/dialect';
import {
  EntityStore,
  idValue,
  insertReturning,
  listValue,
  type ReadSession,
  type Session,
  type Statement,
  type Value,
} from './engine/sql';
import { readAssignee } from './issues/issueRows';
import { sliceStatements } from './keyset';

type MonitorRow = Omit<Monitor, 'isActive' | 'isMuted' | 'isUpserting' | 'config' | 'owner'> & {
  isActive: number;
  isMuted: number;
  isUpserting: number;
  config: string;
  ownerMember: string | null;
  ownerTeam: string | null;
};
type EnvironmentRow = Omit<MonitorEnvironment, 'isMuted' | 'incident' | 'reports'> & {
  isMuted: number;
  incidentStarted: number | null;
  incidentEvent: string | null;
  reports: string | null;
};
type CheckInRow = Omit<CheckIn, 'config'> & { config: string };

/** The state of the clock: the last minute that it processed, and the last period in which it did not run. */
export interface ClockState extends Outage {
  readonly tick: number;
}

/** The monitors that are listed. An absent filter lists all. */
export interface MonitorFilter {
  /** Ids. */
  readonly projects: readonly string[];
  readonly environments?: readonly string[];
  /** Null stands for monitors without an owner. */
  readonly owners?: readonly (Assignee | null)[];
}

/** The key of an environment of a monitor. */
export interface EnvironmentKey {
  readonly projectId: string;
  readonly monitorId: string;
  readonly name: string;
}

const MONITOR_COLUMNS = `CAST(m.id AS TEXT) AS "id", m.guid AS "guid", CAST(m.project_id AS TEXT) AS "projectId",
  CAST(m.organization_id AS TEXT) AS "organizationId", m.slug AS "slug", m.name AS "name", m.is_active AS "isActive",
  m.is_muted AS "isMuted", m.is_upserting AS "isUpserting", m.config AS "config",
  CAST(m.owner_member_id AS TEXT) AS "ownerMember", CAST(m.owner_team_id AS TEXT) AS "ownerTeam",
  m.date_created AS "dateCreated"`;
const FIND = `SELECT ${MONITOR_COLUMNS} FROM monitor m WHERE m.project_id = ? AND m.id = ?`;
const FIND_BY_SLUG = `SELECT ${MONITOR_COLUMNS} FROM monitor m WHERE m.project_id = ? AND m.slug = ?`;
const FIND_BY_GUID = `SELECT ${MONITOR_COLUMNS} FROM monitor m WHERE m.organization_id = ? AND m.guid = ?`;
/** Check-ins may have created the same slug in several projects: the oldest monitor has it. */
const FIND_BY_SLUG_IN_ORGANIZATION = `SELECT ${MONITOR_COLUMNS} FROM project p CROSS JOIN monitor m
  WHERE p.organization_id = ? AND m.project_id = p.id AND m.slug = ? ORDER BY m.id LIMIT 1`;
const COUNT = 'SELECT COUNT(*) AS "count" FROM monitor WHERE project_id = ?';
const LIST_QUERY = `SELECT ${MONITOR_COLUMNS} FROM project p CROSS JOIN monitor m
  WHERE p.organization_id = ? AND m.project_id = p.id`;
/** The order of the primary key, so that a page reads the monitors of one project after the other. */
const ORDER = { columns: ['m.project_id', 'm.id'], descending: false };
/** The filters by environment and by owner apply if the number before them is 1. */
const LIST = sliceStatements(
  (dialect) => `${LIST_QUERY} AND ${isAmong(dialect, 'm.project_id')}
    AND (CAST(? AS BIGINT) = 0 OR ${isAmong(dialect, 'm.id')})
    AND (CAST(? AS BIGINT) = 0 OR ${isAmong(dialect, 'm.owner_member_id')} OR ${isAmong(dialect, 'm.owner_team_id')}
      OR (CAST(? AS BIGINT) = 1 AND m.owner_member_id IS NULL AND m.owner_team_id IS NULL))`,
  ORDER,
);
const FIND_WITH_ENVIRONMENTS: Statement = (dialect) => `SELECT DISTINCT n.monitor_id AS "id" FROM monitor_environment n
  WHERE n.project_id = ? AND ${isAmongTexts(dialect, 'n.name')}`;
const INSERT = `INSERT INTO monitor (project_id, id, organization_id, guid, slug, name, is_active, is_muted, is_upserting, config,
    owner_member_id, owner_team_id, date_created)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, slug) DO NOTHING`;
const UPDATE = `UPDATE monitor SET slug = ?, name = ?, is_active = ?, is_muted = ?, is_upserting = ?, config = ?, owner_member_id = ?,
    owner_team_id = ? WHERE project_id = ? AND id = ?`;
const DELETE = 'DELETE FROM monitor WHERE project_id = ? AND id = ?';
const DELETE_ENVIRONMENTS = 'DELETE FROM monitor_environment WHERE project_id = ? AND monitor_id = ?';

const ENVIRONMENT_COLUMNS = `CAST(e.monitor_id AS TEXT) AS "monitorId", e.name AS "name", e.is_muted AS "isMuted",
  e.date_created AS "dateCreated", e.last_check_in AS "lastCheckIn", e.next_check_in AS "nextCheckIn",
  e.next_check_in_latest AS "nextCheckInLatest", e.last_ok AS "lastOk", e.incident_started AS "incidentStarted",
  e.incident_event AS "incidentEvent", e.reports AS "reports", e.rate_minute AS "rateMinute", e.rate_count AS "rateCount"`;
const FIND_ENVIRONMENT = `SELECT ${ENVIRONMENT_COLUMNS} FROM monitor_environment e
  WHERE e.project_id = ? AND e.monitor_id = ? AND e.name = ?`;
const LOCK_ENVIRONMENT: Statement = (dialect) => `${FIND_ENVIRONMENT} ${rowLock(dialect)}`;
const LIST_ENVIRONMENTS: Statement = (dialect) => `SELECT ${ENVIRONMENT_COLUMNS} FROM monitor_environment e
  WHERE ${isAmong(dialect, 'e.project_id')} AND ${isAmong(dialect, 'e.monitor_id')} ORDER BY e.monitor_id, e.name`;
const COUNT_ENVIRONMENTS =
  'SELECT COUNT(*) AS "count" FROM monitor_environment WHERE project_id = ? AND monitor_id = ?';
const INSERT_ENVIRONMENT = `INSERT INTO monitor_environment (project_id, monitor_id, name, date_created) VALUES (?, ?, ?, ?)
  ON CONFLICT (project_id, monitor_id, name) DO NOTHING`;
const SAVE_ENVIRONMENT = `UPDATE monitor_environment SET is_muted = ?, last_check_in = ?, next_check_in = ?, next_check_in_latest = ?,
    last_ok = ?, incident_started = ?, incident_event = ?, reports = ?, rate_minute = ?, rate_count = ?
  WHERE project_id = ? AND monitor_id = ? AND name = ?`;
const DELETE_NAMED_ENVIRONMENTS: Statement = (dialect) =>
  `DELETE FROM monitor_environment WHERE project_id = ? AND monitor_id = ? AND ${isAmongTexts(dialect, 'name')}`;
/* Environments whose monitor was removed with its project are left for `ReclaimRemovalsJob`. */
const DUE_PROJECTS = `SELECT DISTINCT CAST(e.project_id AS TEXT) AS "id" FROM monitor_environment e
  JOIN monitor m ON m.project_id = e.project_id AND m.id = e.monitor_id WHERE e.next_check_in_latest <= ?`;
const FIND_DUE = `SELECT CAST(e.monitor_id AS TEXT) AS "monitorId", e.name AS "name" FROM monitor_environment e
  JOIN monitor m ON m.project_id = e.project_id AND m.id = e.monitor_id
  WHERE e.project_id = ? AND e.next_check_in_latest <= ? ORDER BY e.next_check_in_latest, e.monitor_id, e.name LIMIT ?`;
const FIND_REPORTS = `SELECT CAST(e.project_id AS TEXT) AS "projectId", CAST(e.monitor_id AS TEXT) AS "monitorId", e.name AS "name"
  FROM monitor_environment e JOIN monitor m ON m.project_id = e.project_id AND m.id = e.monitor_id
  WHERE e.reports IS NOT NULL ORDER BY e.project_id, e.monitor_id, e.name LIMIT ?`;

const CHECK_IN_COLUMNS = `CAST(c.id AS TEXT) AS "id", c.guid AS "guid", CAST(c.monitor_id AS TEXT) AS "monitorId",
  c.environment AS "environment", c.status AS "status", c.duration AS "duration", c.date_added AS "dateAdded",
  c.date_updated AS "dateUpdated", c.date_in_progress AS "dateInProgress", c.expected_time AS "expectedTime",
  c.timeout_at AS "timeoutAt", c.trace_id AS "traceId", c.config AS "config"`;
const LIST_CHECK_INS_QUERY = `SELECT ${CHECK_IN_COLUMNS} FROM check_in c WHERE c.project_id = ? AND c.monitor_id = ?`;
const LIST_CHECK_INS = sliceStatements(LIST_CHECK_INS_QUERY, { columns: ['c.id'], descending: true });
const LIST_CHECK_INS_OF_ENVIRONMENT = sliceStatements(`${LIST_CHECK_INS_QUERY} AND c.environment = ?`, {
  columns: ['c.id'],
  descending: true,
});
const FIND_CHECK_IN = `SELECT ${CHECK_IN_COLUMNS} FROM check_in c WHERE c.project_id = ? AND c.guid = ?`;
const FIND_RUNNING = `SELECT ${CHECK_IN_COLUMNS} FROM check_in c
  WHERE c.project_id = ? AND c.monitor_id = ? AND c.environment = ? AND c.status = 'in_progress' ORDER BY c.id DESC LIMIT 1`;
const RECENT_ENDED = `SELECT c.status AS "status" FROM check_in c
  WHERE c.project_id = ? AND c.monitor_id = ? AND c.environment = ? AND c.status NOT IN ('in_progress', 'unknown')
  ORDER BY c.id DESC LIMIT ?`;
const HAS_NEWER_ENDED = `SELECT 1 AS "found" FROM check_in c
  WHERE c.project_id = ? AND c.monitor_id = ? AND c.environment = ? AND c.id > ? AND c.status IN ('ok', 'error') LIMIT 1`;
const INSERT_CHECK_IN = `INSERT INTO check_in (project_id, monitor_id, id, guid, environment, status, duration, date_added, date_updated,
    date_in_progress, expected_time, timeout_at, trace_id, config)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SAVE_CHECK_IN = `UPDATE check_in SET status = ?, duration = ?, date_updated = ?, date_in_progress = ?, timeout_at = ?, trace_id = ?
  WHERE project_id = ? AND monitor_id = ? AND id = ?`;
const TIMED_OUT_PROJECTS = `SELECT DISTINCT CAST(c.project_id AS TEXT) AS "id" FROM check_in c
  JOIN monitor m ON m.project_id = c.project_id AND m.id = c.monitor_id WHERE c.timeout_at <= ?`;
const FIND_TIMED_OUT = `SELECT ${CHECK_IN_COLUMNS} FROM check_in c
  JOIN monitor m ON m.project_id = c.project_id AND m.id = c.monitor_id
  WHERE c.project_id = ? AND c.timeout_at <= ? ORDER BY c.timeout_at, c.id LIMIT ?`;
const DELETE_CHECK_INS: Statement = (dialect) => `DELETE FROM check_in
  WHERE project_id = ? AND monitor_id = ? AND (project_id, monitor_id, id) IN (
    SELECT c.project_id, c.monitor_id, c.id FROM check_in c
    WHERE c.project_id = ? AND c.monitor_id = ? AND ${isAmongTexts(dialect, 'c.environment')} LIMIT ?)`;
const PRUNE = `DELETE FROM check_in WHERE (project_id, monitor_id, id) IN (
  SELECT c.project_id, c.monitor_id, c.id FROM check_in c WHERE c.date_added <= ? ORDER BY c.date_added LIMIT ?)`;

const FIND_CLOCK = `SELECT tick AS "tick", outage_from AS "outageFrom", outage_to AS "outageTo" FROM monitor_clock WHERE id = 1`;
/** A process that was slower than another one does not set the clock back. */
const SAVE_CLOCK = `INSERT INTO monitor_clock (id, tick, outage_from, outage_to) VALUES (1, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET tick = excluded.tick, outage_from = excluded.outage_from, outage_to = excluded.outage_to
  WHERE excluded.tick >= monitor_clock.tick`;
const HAS_ANY = 'SELECT 1 AS "found" FROM monitor LIMIT 1';

/** The rows of `monitor`, `monitor_environment`, `check_in` and `monitor_clock`. */
export class MonitorReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async find(projectId: string, id: string): Promise<Monitor | undefined> {
    return this.findMonitor(FIND, [idValue(projectId), idValue(id)]);
  }

  async findBySlug(projectId: string, slug: string): Promise<Monitor | undefined> {
    return this.findMonitor(FIND_BY_SLUG, [idValue(projectId), slug]);
  }

  async findByGuid(organizationId: string, guid: string): Promise<Monitor | undefined> {
    return this.findMonitor(FIND_BY_GUID, [idValue(organizationId), guid]);
  }

  /** Finds a monitor of an organization by its guid, or by its slug. */
  async findInOrganization(organizationId: string, guidOrSlug: string): Promise<Monitor | undefined> {
    const organization = idValue(organizationId);
    return (
      (await this.findByGuid(organizationId, guidOrSlug)) ??
      (await this.findMonitor(FIND_BY_SLUG_IN_ORGANIZATION, [organization, guidOrSlug]))
    );
  }

  async count(projectId: string): Promise<number> {
    return (await this.session.one<{ count: number }>(COUNT, [idValue(projectId)]))?.count ?? 0;
  }

  /** Returns the monitors of an organization: by the age of the project, then of the monitor. */
  async list(
    organizationId: string,
    { projects, environments, owners }: MonitorFilter,
    page: PageRequest,
  ): Promise<Page<Monitor>> {
    const ids = listValue(projects.map(idValue));
    const inEnvironments = environments && (await this.findWithEnvironments(projects, environments));
    const idsOf = (type: Assignee['type']) =>
      listValue((owners ?? []).flatMap((owner) => (owner?.type === type ? [idValue(owner.id)] : [])));
    const ownerFilter = [idsOf('member'), idsOf('team'), owners?.includes(null) === true ? 1 : 0];
    const filters = [
      inEnvironments === undefined ? 0 : 1,
      listValue(inEnvironments ?? []),
      owners === undefined ? 0 : 1,
      ...ownerFilter,
    ];
    const { rows, ...links } = await readPage(
      page,
      (cursor, limit) => {
        // The parts of a key are `mo` with the project, and the monitor.
        const key = (cursor?.key ?? []).map((part) => Number(part.replace('mo', '')));
        const values = [idValue(organizationId), ids, ...filters, ...key, limit];
        return this.session.all<MonitorRow>(LIST(cursor), values);
      },
      ({ projectId, id }) => [`mo${projectId}`, id],
    );
    return { rows: rows.map(readMonitor), ...links };
  }

  /** Returns the environments of monitors, by monitor and name. */
  async listEnvironments(monitors: readonly Pick<Monitor, 'id' | 'projectId'>[]): Promise<MonitorEnvironment[]> {
    if (monitors.length === 0) return [];
    const projects = [...new Set(monitors.map(({ projectId }) => idValue(projectId)))];
    const values = [listValue(projects), listValue(monitors.map(({ id }) => idValue(id)))];
    return (await this.session.all<EnvironmentRow>(LIST_ENVIRONMENTS, values)).map(readEnvironment);
  }

  async findEnvironment(key: EnvironmentKey): Promise<MonitorEnvironment | undefined> {
    const row = await this.session.one<EnvironmentRow>(FIND_ENVIRONMENT, environmentValues(key));
    return row && readEnvironment(row);
  }

  /** Returns the check-ins of a monitor, newest first. @param environment null for all */
  async listCheckIns(
    { projectId, id }: Pick<Monitor, 'projectId' | 'id'>,
    environment: string | null,
    page: PageRequest,
  ): Promise<Page<CheckIn>> {
    const { rows, ...links } = await readPage(
      page,
      (cursor, limit) => {
        // The parts of a key are `ci`, and the check-in.
        const key = (cursor?.key ?? []).slice(1).map(Number);
        const monitor = [idValue(projectId), idValue(id)];
        return environment === null
          ? this.session.all<CheckInRow>(LIST_CHECK_INS(cursor), [...monitor, ...key, limit])
          : this.session.all<CheckInRow>(LIST_CHECK_INS_OF_ENVIRONMENT(cursor), [
              ...monitor,
              environment,
              ...key,
              limit,
            ]);
      },
      (row) => ['ci', row.id],
    );
    return { rows: rows.map(readCheckIn), ...links };
  }

  /** Returns true if there is any monitor: without one, the clock need not tick. */
  async hasAny(): Promise<boolean> {
    return (await this.session.one(HAS_ANY, [])) !== undefined;
  }

  findClock(): Promise<ClockState | undefined> {
    return this.session.one<ClockState>(FIND_CLOCK, []);
  }

  /** Returns projects with a run that was expected until `tick`. */
  async findDueProjects(tick: number): Promise<string[]> {
    return (await this.session.all<{ id: string }>(DUE_PROJECTS, [tick])).map(({ id }) => id);
  }

  /** Returns projects with a run that must have ended until `tick`. */
  async findTimedOutProjects(tick: number): Promise<string[]> {
    return (await this.session.all<{ id: string }>(TIMED_OUT_PROJECTS, [tick])).map(({ id }) => id);
  }

  /** Returns at most `limit` environments whose reports were not processed yet. */
  findReports(limit: number): Promise<EnvironmentKey[]> {
    return this.session.all<EnvironmentKey>(FIND_REPORTS, [limit]);
  }

  /** Returns the ids of the monitors of projects that have one of these environments. */
  private async findWithEnvironments(projects: readonly string[], names: readonly string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const project of projects) {
      const values = [idValue(project), listValue(names)];
      ids.push(...(await this.session.all<{ id: number }>(FIND_WITH_ENVIRONMENTS, values)).map(({ id }) => id));
    }
    return ids;
  }

  private async findMonitor(statement: Statement, values: readonly Value[]): Promise<Monitor | undefined> {
    const row = await this.session.one<MonitorRow>(statement, values);
    return row && readMonitor(row);
  }
}

export class MonitorWriter extends MonitorReader<Session> {
  /** Inserts a monitor. Returns undefined if the project has another one with its slug. */
  async insert(monitor: Omit<Monitor, 'id'>): Promise<Monitor | undefined> {
    const { value: id } = await insertReturning<{ value: number }>(this.session, nextId, ['monitor']);
    const { projectId, organizationId, guid, dateCreated } = monitor;
    const [slug, ...rest] = monitorValues(monitor);
    const values = [idValue(projectId), id, idValue(organizationId), guid, slug, ...rest, dateCreated];
    const { changes } = await this.session.run(INSERT, values as Value[]);
    return changes === 0 ? undefined : { ...monitor, id: String(id) };
  }

  async update(monitor: Monitor): Promise<void> {
    await this.session.run(UPDATE, [...monitorValues(monitor), idValue(monitor.projectId), idValue(monitor.id)]);
  }

  /** Deletes a monitor with its environments. Nothing shows its check-ins then; they are deleted when they expire. */
  async remove({ projectId, id }: Pick<Monitor, 'projectId' | 'id'>): Promise<void> {
    const key = [idValue(projectId), idValue(id)];
    await this.session.run(DELETE_ENVIRONMENTS, key);
    await this.session.run(DELETE, key);
  }

  /** Deletes the environments of these names. Returns their number. */
  async removeEnvironments(
    { projectId, id }: Pick<Monitor, 'projectId' | 'id'>,
    names: readonly string[],
  ): Promise<number> {
    const values = [idValue(projectId), idValue(id), listValue(names)];
    return (await this.session.run(DELETE_NAMED_ENVIRONMENTS, values)).changes;
  }

  /** Deletes at most `limit` check-ins of environments. Returns the number of deleted check-ins. */
  async deleteCheckIns(
    { projectId, id }: Pick<Monitor, 'projectId' | 'id'>,
    environments: readonly string[],
    limit: number,
  ): Promise<number> {
    const key = [idValue(projectId), idValue(id)];
    return (await this.session.run(DELETE_CHECK_INS, [...key, ...key, listValue(environments), limit])).changes;
  }

  async countEnvironments({ projectId, id }: Pick<Monitor, 'projectId' | 'id'>): Promise<number> {
    const row = await this.session.one<{ count: number }>(COUNT_ENVIRONMENTS, [idValue(projectId), idValue(id)]);
    return row?.count ?? 0;
  }

  /** Returns an environment, locked: until the transaction ends, no other one changes it or its check-ins. */
  async lockEnvironment(key: EnvironmentKey): Promise<MonitorEnvironment | undefined> {
    const row = await this.session.one<EnvironmentRow>(LOCK_ENVIRONMENT, environmentValues(key));
    return row && readEnvironment(row);
  }

  /** Inserts an environment unless the monitor has it. */
  async addEnvironment(key: EnvironmentKey, now: number): Promise<void> {
    await this.session.run(INSERT_ENVIRONMENT, [...environmentValues(key), now]);
  }

  /** Stores the values of a locked environment. */
  async saveEnvironment(projectId: string, environment: MonitorEnvironment): Promise<void> {
    const { monitorId, name, isMuted, lastCheckIn, nextCheckIn, nextCheckInLatest, lastOk } = environment;
    const { incident, reports, rateMinute, rateCount } = environment;
    const stored = reports.length === 0 ? null : JSON.stringify(reports);
    const times = [lastCheckIn, nextCheckIn, nextCheckInLatest, lastOk];
    await this.session.run(SAVE_ENVIRONMENT, [
      isMuted ? 1 : 0,
      ...times,
      incident?.startedAt ?? null,
      incident?.eventId ?? null,
      stored,
      rateMinute,
      rateCount,
      ...environmentValues({ projectId, monitorId, name }),
    ]);
  }

  async findCheckIn(projectId: string, guid: string): Promise<CheckIn | undefined> {
    const row = await this.session.one<CheckInRow>(FIND_CHECK_IN, [idValue(projectId), guid]);
    return row && readCheckIn(row);
  }

  /** Returns the check-in that was the last to begin and is still running. */
  async findRunning(key: EnvironmentKey): Promise<CheckIn | undefined> {
    const row = await this.session.one<CheckInRow>(FIND_RUNNING, environmentValues(key));
    return row && readCheckIn(row);
  }

  /** Returns true if a later check-in of the same environment has ended. */
  async hasNewerEnded(key: EnvironmentKey, { id }: Pick<CheckIn, 'id'>): Promise<boolean> {
    return (await this.session.one(HAS_NEWER_ENDED, [...environmentValues(key), idValue(id)])) !== undefined;
  }

  async insertCheckIn(projectId: string, checkIn: Omit<CheckIn, 'id'>): Promise<void> {
    const { value: id } = await insertReturning<{ value: number }>(this.session, nextId, ['check_in']);
    const { guid, environment, status, duration, dateAdded, dateUpdated, dateInProgress } = checkIn;
    const { expectedTime, timeoutAt, traceId, config } = checkIn;
    const key = [idValue(projectId), idValue(checkIn.monitorId), id];
    const run = [guid, environment, status, duration, dateAdded, dateUpdated, dateInProgress];
    await this.session.run(INSERT_CHECK_IN, [...key, ...run, expectedTime, timeoutAt, traceId, JSON.stringify(config)]);
  }

  /** Records the run of an environment that is overdue at a minute. Returns the environment, which is not saved yet. */
  async recordMiss(
    environment: MonitorEnvironment,
    monitor: Monitor,
    tick: number,
    outage: Outage,
  ): Promise<MonitorEnvironment> {
    const { nextCheckIn: expected, nextCheckInLatest: latest } = environment;
    if (expected === null || latest === null) return environment;
    const status = overlapsOutage(expected, latest, outage) ? 'unknown' : 'missed';
    await this.insertCheckIn(monitor.projectId, {
      guid: randomUUID(),
      monitorId: monitor.id,
      environment: environment.name,
      status,
      duration: null,
      dateAdded: expected,
      dateUpdated: tick,
      dateInProgress: null,
      expectedTime: expected,
      timeoutAt: null,
      traceId: null,
      config: monitor.config,
    });
    const moved = { ...environment, ...expectFrom(monitor.config, expected, tick) };
    return status === 'unknown' ? moved : this.endCheckIn(moved, monitor, { status, at: tick, traceId: null });
  }

  /** Returns an environment with the effect on its incident of a check-in that ended and is stored. */
  async endCheckIn(
    environment: MonitorEnvironment,
    monitor: Monitor,
    ended: { readonly status: CheckInStatus; readonly at: number; readonly traceId: string | null },
  ): Promise<MonitorEnvironment> {
    const { failureThreshold, recoveryThreshold } = monitor.config;
    const key = { projectId: monitor.projectId, monitorId: monitor.id, name: environment.name };
    const statuses = await this.#recentEnded(key, Math.max(failureThreshold, recoveryThreshold));
    const eventId = randomUUID().replaceAll('-', '');
    return withOutcome(environment, monitor, { ...ended, eventId, ended: statuses });
  }

  async saveCheckIn(projectId: string, checkIn: CheckIn): Promise<void> {
    const { id, monitorId, status, duration, dateUpdated, dateInProgress, timeoutAt, traceId } = checkIn;
    const values = [status, duration, dateUpdated, dateInProgress, timeoutAt, traceId];
    await this.session.run(SAVE_CHECK_IN, [...values, idValue(projectId), idValue(monitorId), idValue(id)]);
  }

  /** Returns at most `limit` environments of a project with a run that was expected until `tick`. */
  async findDue(projectId: string, tick: number, limit: number): Promise<EnvironmentKey[]> {
    type Row = Omit<EnvironmentKey, 'projectId'>;
    const rows = await this.session.all<Row>(FIND_DUE, [idValue(projectId), tick, limit]);
    return rows.map((row) => ({ ...row, projectId }));
  }

  /** Returns at most `limit` check-ins of a project that must have ended until `tick`. */
  async findTimedOut(projectId: string, tick: number, limit: number): Promise<CheckIn[]> {
    return (await this.session.all<CheckInRow>(FIND_TIMED_OUT, [idValue(projectId), tick, limit])).map(readCheckIn);
  }

  async saveClock({ tick, outageFrom, outageTo }: ClockState): Promise<void> {
    await this.session.run(SAVE_CLOCK, [tick, outageFrom, outageTo]);
  }

  /** Deletes at most `limit` check-ins that began until `before`. Returns the number of deleted check-ins. */
  async prune(before: number, limit: number): Promise<number> {
    return (await this.session.run(PRUNE, [before, limit])).changes;
  }

  /** Returns the statuses of the last check-ins that ended, newest first. */
  async #recentEnded(key: EnvironmentKey, limit: number): Promise<CheckInStatus[]> {
    const values = [...environmentValues(key), limit];
    const rows = await this.session.all<{ status: CheckInStatus }>(RECENT_ENDED, values);
    return rows.map(({ status }) => status);
  }
}

function monitorValues({ slug, name, isActive, isMuted, isUpserting, config, owner }: Omit<Monitor, 'id'>): Value[] {
  const flags = [isActive, isMuted, isUpserting].map((flag) => (flag ? 1 : 0));
  const ownerOf = (type: Assignee['type']) => (owner?.type === type ? idValue(owner.id) : null);
  return [slug, name, ...flags, JSON.stringify(config), ownerOf('member'), ownerOf('team')];
}

function environmentValues({ projectId, monitorId, name }: EnvironmentKey): [number, number, string] {
  return [idValue(projectId), idValue(monitorId), name];
}

function readMonitor({ isActive, isMuted, isUpserting, config, ownerMember, ownerTeam, ...row }: MonitorRow): Monitor {
  const flags = { isActive: isActive === 1, isMuted: isMuted === 1, isUpserting: isUpserting === 1 };
  const owner = readAssignee(ownerMember, ownerTeam);
  return { ...row, ...flags, config: JSON.parse(config) as MonitorConfig, owner };
}

function readEnvironment({
  isMuted,
  incidentStarted,
  incidentEvent,
  reports,
  ...row
}: EnvironmentRow): MonitorEnvironment {
  return {
    ...row,
    isMuted: isMuted === 1,
    incident:
      incidentStarted === null || incidentEvent === null
        ? null
        : { startedAt: incidentStarted, eventId: incidentEvent },
    reports: reports === null ? [] : (JSON.parse(reports) as IncidentReport[]),
  };
}

function readCheckIn({ config, ...row }: CheckInRow): CheckIn {
  return { ...row, config: JSON.parse(config) as MonitorConfig };
}
