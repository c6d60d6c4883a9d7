import { setImmediate } from 'node:timers/promises';
import { expiryTime, type Retention, retentionOf } from '../domain/project';
import { HOUR_MS } from '../domain/time';
import { ArtifactWriter } from './artifacts';
import type { EventKey } from '../domain/event';
import { type Dialect, hexText, isAmong, jsonIntegers, jsonTexts } from './engine/dialect';
import { DELETE_EVENTS_BY_ID } from './events';
import { IssueWriter } from './issues/issues';
import { readOrganizationSettings } from './organizations';
import { deleteTracesBefore, hasTracesBefore } from './search/issueTerms';
import { groupByProject } from './projectSettings';
import { readSettings } from './projects';
import { readReleaseEvents, findNewestRelease, findNewestReleases } from './releaseEvents';
import { ReleaseHealthReader } from './releaseHealth';
import { ReleaseWriter } from './releases';
import { EntityStore, eventIdValue, idValue, listValue, type ReadSession, type Session } from './engine/sql';

/** A project with its retention. */
export interface ProjectRetention {
  readonly id: string;
  readonly organizationId: string;
  readonly retention: Retention;
}

/** An organization with its own retention and the retention of its projects. */
export interface OrganizationRetention {
  readonly id: string;
  readonly days: number;
  readonly projects: readonly ProjectRetention[];
}

/** A place in the list of an organization's releases, oldest first. */
export interface ReleaseKey {
  readonly dated: number;
  readonly id: number;
}

/** Number of events that one statement counts: other requests run in between. */
const COUNTED_PER_STEP = 5_000;

const LIST_ORGANIZATIONS =
  'SELECT CAST(id AS TEXT) AS "id", settings AS "settings" FROM organization ORDER BY organization.id';
const LIST_PROJECTS = `SELECT CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", settings AS "settings"
  FROM project ORDER BY project.id`;

const NEWEST_EVENT_AT = (condition: string) => (dialect: Dialect) =>
  `SELECT e.timestamp AS "timestamp", ${hexText(dialect, 'e.event_id')} AS "eventId" FROM event e WHERE e.project_id = ? ${condition}
  ORDER BY e.timestamp DESC, e.event_id DESC LIMIT 1 OFFSET ?`;
const FIRST_COUNTED = NEWEST_EVENT_AT('');
const NEXT_COUNTED = NEWEST_EVENT_AT('AND (e.timestamp, e.event_id) < (?, ?)');

const OLDER_EVENTS = `FROM event e WHERE e.project_id = ? AND (e.timestamp, e.event_id) < (?, ?)
  ORDER BY e.timestamp, e.event_id LIMIT ?`;
const OLDEST_EVENT = `SELECT e.timestamp AS "timestamp" FROM event e WHERE e.project_id = ?
  ORDER BY e.timestamp, e.event_id LIMIT 1`;
const ANY_EXPIRED = `SELECT 1 AS "found" ${OLDER_EVENTS}`;
const LIST_EXPIRED = (dialect: Dialect) =>
  `SELECT ${hexText(dialect, 'e.event_id')} AS "eventId", e.issue_id AS "issue" ${OLDER_EVENTS}`;

/** Keeps the artifacts of the project's newest release; its version is the empty text if there is none. */
const LIST_UNUSED_ARTIFACTS = `SELECT a.id AS "id" FROM artifact a WHERE a.project_id = ? AND a.last_used < ?
    AND (a.release = '' OR a.release <> ?)
  ORDER BY a.last_used, a.id LIMIT ?`;

const LIST_OLD_RELEASES = `SELECT r.id AS "id", r.dated AS "dated", r.date_created AS "created" FROM release r
  WHERE r.organization_id = ? AND r.dated < ? AND (r.dated, r.id) > (?, ?) ORDER BY r.dated, r.id LIMIT ?`;
const FIND_RELEASES = (
  dialect: Dialect,
) => `SELECT r.id AS "id", r.dated AS "dated", r.date_created AS "created" FROM release r
  WHERE r.organization_id = ? AND ${isAmong(dialect, 'r.id')}`;
/** Lists the projects of releases. */
const LIST_BINDINGS = (dialect: Dialect) => `SELECT b.release_id AS "release", r.version AS "version",
    CAST(b.project_id AS TEXT) AS "projectId"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN release_binding b CROSS JOIN release r
  WHERE b.organization_id = ? AND b.release_id = wanted.value AND r.id = b.release_id`;
const FIND_WITH_ARTIFACTS = (dialect: Dialect) => `SELECT w.value AS "version" FROM (${jsonTexts(dialect)}) w
  WHERE (SELECT a.id FROM artifact a WHERE a.project_id = ? AND a.release = w.value LIMIT 1) IS NOT NULL`;
const LIST_DEPLOYS = (
  dialect: Dialect,
) => `SELECT d.release_id AS "release", MAX(d.date_finished) AS "last" FROM deploy d
  WHERE d.organization_id = ? AND ${isAmong(dialect, 'd.release_id')} GROUP BY d.release_id`;

type OldRelease = { id: number; dated: number; created: number };
type Binding = { release: number; version: string; projectId: string };

/** Finds expired rows in the tables of events, issues, artifacts and releases. */
export class ExpiredDataReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns every organization with the retention of each of its projects. */
  async listRetentions(): Promise<OrganizationRetention[]> {
    const organizations = await this.session.all<{ id: string; settings: string }>(LIST_ORGANIZATIONS, []);
    const rows = await this.session.all<{ id: string; organizationId: string; settings: string }>(LIST_PROJECTS, []);
    const settings = new Map(organizations.map((one) => [one.id, readOrganizationSettings(one.settings)]));
    const projects = new Map<string, ProjectRetention[]>(organizations.map(({ id }) => [id, []]));
    for (const row of rows) {
      const own = settings.get(row.organizationId);
      if (own === undefined) continue;
      const retention = retentionOf(own, readSettings(row.settings));
      projects.get(row.organizationId)?.push({ id: row.id, organizationId: row.organizationId, retention });
    }
    return organizations.map(({ id }) => {
      return { id, days: settings.get(id)?.retentionDays ?? 0, projects: projects.get(id) ?? [] };
    });
  }

  /**
   * Returns the oldest event that a limit on the number of events keeps; undefined if the project has no more events
   * than that.
   */
  async findOldestKept(projectId: string, events: number): Promise<EventKey | undefined> {
    const project = idValue(projectId);
    let key: EventKey | undefined;
    for (let left = events; left > 0; left -= COUNTED_PER_STEP) {
      const offset = Math.min(left, COUNTED_PER_STEP) - 1;
      key = await (key === undefined
        ? this.session.one<EventKey>(FIRST_COUNTED, [project, offset])
        : this.session.one<EventKey>(NEXT_COUNTED, [project, ...keyValues(key), offset]));
      if (key === undefined) return undefined;
      await setImmediate();
    }
    return key;
  }

  /** Returns true if the project has events before a key. */
  async hasEventsBefore(projectId: string, key: EventKey): Promise<boolean> {
    return (await this.session.one(ANY_EXPIRED, [idValue(projectId), ...keyValues(key), 1])) !== undefined;
  }

  /**
   * Returns the time before whose hour traces can be deleted: the time of the oldest event, or the given time if the
   * project has no event. Returns undefined if no such traces are stored.
   */
  async findOldTraces(projectId: string, now: number): Promise<number | undefined> {
    const project = idValue(projectId);
    const oldest = (await this.session.one<EventKey>(OLDEST_EVENT, [project]))?.timestamp ?? now;
    return (await hasTracesBefore(this.session, project, oldest)) ? oldest : undefined;
  }

  /**
   * Returns true if the project has artifacts that were not used since a time, apart from the artifacts of its newest
   * release.
   */
  async hasUnusedArtifacts(projectId: string, before: number): Promise<boolean> {
    const project = idValue(projectId);
    const newest = (await findNewestRelease(this.session, project))?.version ?? '';
    return (await this.session.one(LIST_UNUSED_ARTIFACTS, [project, before, newest, 1])) !== undefined;
  }

  /**
   * Checks the next `limit` old releases of an organization. Returns the ids of the expired ones, and the key of
   * the last release that was checked; undefined at the end of the list.
   */
  async findOldReleases(
    organization: OrganizationRetention,
    after: ReleaseKey | undefined,
    limit: number,
    now: number,
  ): Promise<{ expired: number[]; last: ReleaseKey | undefined }> {
    const times = [organization.days, ...organization.projects.map(({ retention }) => retention.days)].flatMap(
      (days) => expiryTime(days, now) ?? [],
    );
    if (times.length === 0) return { expired: [], last: undefined };
    const id = idValue(organization.id);
    const values = [id, Math.max(...times), after?.dated ?? 0, after?.id ?? 0, limit];
    const releases = await this.session.all<OldRelease>(LIST_OLD_RELEASES, values);
    const expired = await this.findExpired(organization, releases, now);
    const last = releases.at(-1);
    return { expired: expired.map((release) => release.id), last: last && { dated: last.dated, id: last.id } };
  }

  /**
   * Returns the given releases that are expired in each of their projects: older than the project's retention, without
   * an event, a session or a deploy since, without artifacts, and not the project's newest. A release without projects
   * expires by the organization's own retention.
   */
  protected async findExpired(
    { id, days, projects }: OrganizationRetention,
    releases: readonly OldRelease[],
    now: number,
  ): Promise<OldRelease[]> {
    if (releases.length === 0) return [];
    const organization = idValue(id);
    const ids = listValue(releases.map((release) => release.id));
    const bindings = await this.session.all<Binding>(LIST_BINDINGS, [ids, organization]);
    const events = await readReleaseEvents(
      this.session,
      bindings.map(({ projectId, release }) => ({ project: idValue(projectId), release })),
    );
    const lastEvents = new Map(events.map(({ project, release, lastEvent }) => [`${project} ${release}`, lastEvent]));
    const deploys = await this.session.all<{ release: number; last: number }>(LIST_DEPLOYS, [organization, ids]);
    const lastDeploys = new Map(deploys.map(({ release, last }) => [release, last]));
    const newest = await findNewestReleases(this.session, [
      ...new Set(bindings.map(({ projectId }) => idValue(projectId))),
    ]);
    const withArtifacts = await this.findWithArtifacts(bindings);
    const daysOf = new Map(projects.map((project) => [project.id, project.retention.days]));
    const withSessions = await this.findWithSessions(bindings, (project) => expiryTime(daysOf.get(project) ?? 0, now));
    const isExpired = (limitDays: number, last: number) => last < (expiryTime(limitDays, now) ?? -Infinity);
    return releases.filter((release) => {
      const own = bindings.filter((binding) => binding.release === release.id);
      const lastChange = Math.max(release.dated, release.created, lastDeploys.get(release.id) ?? 0);
      if (own.length === 0) return isExpired(days, lastChange);
      return own.every((binding) => {
        const { projectId } = binding;
        const last = Math.max(lastChange, lastEvents.get(`${projectId} ${release.id}`) ?? 0);
        const isNewest = newest.get(idValue(projectId))?.id === release.id;
        if (withSessions.has(binding)) return false;
        return !isNewest && !withArtifacts.has(binding) && isExpired(daysOf.get(projectId) ?? 0, last);
      });
    });
  }

  /**
   * Returns the bindings of releases that have sessions in the project.
   * @param sinceOf returns the time from which sessions count; null if all count
   */
  private async findWithSessions(
    bindings: readonly Binding[],
    sinceOf: (projectId: string) => number | null,
  ): Promise<Set<Binding>> {
    const health = new ReleaseHealthReader(this.session);
    const matching = new Set<Binding>();
    for (const [project, own] of groupByProject(bindings)) {
      const since = sinceOf(project) ?? 0;
      const ids = await health.findWithSessions(
        project,
        own.map(({ release }) => release),
        Math.floor(since / HOUR_MS),
      );
      for (const binding of own) if (ids.includes(binding.release)) matching.add(binding);
    }
    return matching;
  }

  /** Returns the bindings of releases that have artifacts in the project. */
  private async findWithArtifacts(bindings: readonly Binding[]): Promise<Set<Binding>> {
    const matching = new Set<Binding>();
    for (const [project, own] of groupByProject(bindings)) {
      const values = [listValue(own.map(({ version }) => version)), idValue(project)];
      const rows = await this.session.all<{ version: string }>(FIND_WITH_ARTIFACTS, values);
      const versions = new Set(rows.map(({ version }) => version));
      for (const binding of own) if (versions.has(binding.version)) matching.add(binding);
    }
    return matching;
  }
}

export class ExpiredDataWriter extends ExpiredDataReader<Session> {
  /**
   * Deletes at most `limit` of the project's oldest events before a key, and removes the issues that have no event
   * left, in the same transaction. Returns the number of deleted events.
   */
  async deleteEventsBefore(projectId: string, key: EventKey, limit: number, at: number): Promise<number> {
    const project = idValue(projectId);
    const values = [project, ...keyValues(key), limit];
    const events = await this.session.all<{ eventId: string; issue: number }>(LIST_EXPIRED, values);
    if (events.length === 0) return 0;
    await this.session.run(DELETE_EVENTS_BY_ID, [project, listValue(events.map(({ eventId }) => eventId))]);
    const issues = [...new Set(events.map(({ issue }) => issue))].sort((a, b) => a - b);
    await new IssueWriter(this.session).removeEmpty(projectId, issues, at);
    return events.length;
  }

  /** Deletes at most `limit` traces of hours before the hour of a time. Returns their number. */
  deleteTracesBefore(projectId: string, time: number, limit: number): Promise<number> {
    return deleteTracesBefore(this.session, idValue(projectId), time, limit);
  }

  /** Deletes at most `limit` artifacts that were not used since a time. Returns the number of deleted artifacts. */
  async deleteUnusedArtifacts(projectId: string, before: number, limit: number, at: number): Promise<number> {
    const project = idValue(projectId);
    const newest = (await findNewestRelease(this.session, project))?.version ?? '';
    const unused = await this.session.all<{ id: number }>(LIST_UNUSED_ARTIFACTS, [project, before, newest, limit]);
    await new ArtifactWriter(this.session).removeByIds(
      projectId,
      unused.map(({ id }) => id),
      at,
    );
    return unused.length;
  }

  /** Deletes the given releases that are still expired. */
  async deleteReleases(organization: OrganizationRetention, ids: readonly number[], now: number): Promise<void> {
    const values = [idValue(organization.id), listValue(ids)];
    const releases = await this.session.all<OldRelease>(FIND_RELEASES, values);
    for (const { id } of await this.findExpired(organization, releases, now))
      await new ReleaseWriter(this.session).remove(organization.id, String(id));
  }
}

function keyValues({ timestamp, eventId }: EventKey): [number, Uint8Array] {
  return [timestamp, eventIdValue(eventId)];
}
