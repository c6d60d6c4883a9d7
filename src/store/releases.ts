import { NotFound } from '../domain/errors';
import type { EventLabels, EventType } from '../domain/event';
import type { ReleaseMark } from '../domain/issue';
import { type Page, type PageRequest, readPage, withoutMark } from '../domain/page';
import type { Project } from '../domain/project';
import { lowerAscii } from '../domain/text';
import {
  type Author,
  type Commit,
  type CommitSummary,
  type Deploy,
  distinctAuthors,
  listDate,
  type Release,
  type ReleaseChanges,
  type ReleaseRelations,
  orderOfVersion,
} from '../domain/release';
import { addDeploysToProject, DEPLOY_COLUMNS } from './deploys';
import { type Dialect, escapeLike, isAmong, isAmongTexts, jsonIntegers } from './engine/dialect';
import { sliceStatements, type SliceStatements } from './keyset';
import {
  countReleaseEvents,
  deleteReleaseCounts,
  readReleaseEvents,
  type ReleaseEvents,
  findNewestRelease,
  placeInProject,
} from './releaseEvents';
import {
  EntityStore,
  idValue,
  insertReturning,
  listValue,
  type ReadSession,
  type Session,
  type Value,
} from './engine/sql';

/** The columns that a statement on `release` selects or returns for a `ReleaseRow`. */
const RELEASE_COLUMNS = `CAST(release.id AS TEXT) AS "id", CAST(release.organization_id AS TEXT) AS "organizationId",
  release.version AS "version", release.status AS "status", release.ref AS "ref", release.url AS "url",
  release.date_created AS "dateCreated", release.date_started AS "dateStarted", release.date_released AS "dateReleased",
  release.commit_count AS "commitCount", release.authors AS "authors"`;
/** The columns that a query of `release_commit c` selects for a `CommitSummary`. */
const COMMIT_COLUMNS = `c.commit_id AS "id", c.repository AS "repository", c.message AS "message",
  c.author_name AS "authorName", c.author_email AS "authorEmail", c.timestamp AS "timestamp"`;

/** A row of `RELEASE_COLUMNS`; the authors are JSON. */
type ReleaseRow = Omit<Release, 'authors'> & { authors: string };
type CommitRow = CommitSummary & { patchSet: string };
type LastCommitRow = CommitSummary & { releaseId: string };
type LastDeployRow = Deploy & { deployCount: number };
/** A project of a release. */
interface ReleaseProjectRow {
  releaseId: string;
  id: string;
  slug: string;
  name: string;
  platform: string | null;
}

const FIND_BY_VERSION = `SELECT ${RELEASE_COLUMNS} FROM release WHERE release.organization_id = ? AND release.version = ?`;
const FIND_PREVIOUS = `SELECT ${RELEASE_COLUMNS} FROM release
  WHERE release.organization_id = ? AND release.commit_count > 0 AND (release.date_created, release.id) < (?, ?)
    AND EXISTS (SELECT 1 FROM release_binding own
      JOIN release_binding other ON other.organization_id = own.organization_id AND other.project_id = own.project_id
      WHERE own.organization_id = release.organization_id AND own.release_id = ? AND other.release_id = release.id)
  ORDER BY release.date_created DESC, release.id DESC LIMIT 1`;
const IS_BOUND = 'SELECT 1 AS found FROM release_project WHERE project_id = ? AND release_id = ?';
/** Condition on the status; true for every release if the parameter is null. */
const HAS_STATUS = 'release.status = COALESCE(CAST(? AS TEXT), release.status)';
/** Condition on the version; true for every release if the pattern is null. */
const HAS_TEXT = "LOWER(release.version) LIKE COALESCE(CAST(? AS TEXT), '%') ESCAPE '\\'";
const LIST_BY_ORGANIZATION = sliceStatements(
  `SELECT ${RELEASE_COLUMNS} FROM release WHERE release.organization_id = ? AND ${HAS_STATUS}
    AND ${HAS_TEXT}`,
  { columns: ['release.dated', 'release.id'], descending: true },
);
/** Begins the join with the bindings, which are in the order of the list. */
const LIST_BY_PROJECT = sliceStatements(
  `SELECT ${RELEASE_COLUMNS} FROM release_project rp CROSS JOIN release WHERE rp.project_id = ? AND release.id = rp.release_id
    AND ${HAS_STATUS} AND ${HAS_TEXT}`,
  { columns: ['rp.dated', 'rp.release_id'], descending: true },
);
const LIST_COMMITS = `SELECT ${COMMIT_COLUMNS}, c.patch_set AS "patchSet" FROM release_commit c
  WHERE c.organization_id = ? AND c.release_id = ? ORDER BY c.position LIMIT ?`;

const FIND_VERSIONS = (dialect: Dialect) => `SELECT release.id AS "id", release.version AS "version" FROM release
  WHERE release.organization_id = ? AND ${isAmong(dialect, 'release.id')}`;

/** Begins the join with the given ids, like the next two statements. */
const RELATED_PROJECTS = (dialect: Dialect) =>
  `SELECT CAST(b.release_id AS TEXT) AS "releaseId", CAST(p.id AS TEXT) AS "id",
    p.slug AS "slug", p.name AS "name", p.platform AS "platform"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN release_binding b CROSS JOIN project p
  WHERE b.organization_id = ? AND b.release_id = wanted.value AND p.organization_id = b.organization_id
    AND p.id = b.project_id ORDER BY p.slug`;
const LAST_COMMITS = (dialect: Dialect) => `SELECT CAST(c.release_id AS TEXT) AS "releaseId", ${COMMIT_COLUMNS}
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN release_commit c
  WHERE c.organization_id = ? AND c.release_id = wanted.value AND c.position = 0`;
const LAST_DEPLOYS = (dialect: Dialect) => `SELECT ${DEPLOY_COLUMNS},
    (SELECT COUNT(*) FROM deploy n WHERE n.organization_id = d.organization_id AND n.release_id = d.release_id) AS "deployCount"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN deploy d
  WHERE d.organization_id = ? AND d.id = (SELECT l.id FROM deploy l WHERE l.organization_id = ? AND l.release_id = wanted.value
    ORDER BY l.date_finished DESC, l.id DESC LIMIT 1)`;

/** Runs only if the version was not found: an insert that does nothing still takes an id from the sequence. */
const INSERT = `INSERT INTO release (organization_id, version, date_created, dated) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, version) DO NOTHING`;
/** Each nullable column has a flag before its value: 1 if the column changes. */
const UPDATE = `UPDATE release SET status = COALESCE(?, status),
    ref = CASE WHEN ? = 1 THEN ? ELSE ref END,
    url = CASE WHEN ? = 1 THEN ? ELSE url END,
    date_started = CASE WHEN ? = 1 THEN ? ELSE date_started END,
    date_released = CASE WHEN ? = 1 THEN ? ELSE date_released END,
    dated = COALESCE(CASE WHEN ? = 1 THEN ? ELSE date_released END, date_created)
  WHERE organization_id = ? AND id = ? RETURNING ${RELEASE_COLUMNS}`;
const INSERT_COMMIT = `INSERT INTO release_commit (organization_id, release_id, position, commit_id, repository, message, author_name,
    author_email, timestamp, patch_set)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE_COMMIT_SUMMARY = `UPDATE release SET commit_count = ?, authors = ? WHERE organization_id = ? AND id = ?
  RETURNING ${RELEASE_COLUMNS}`;

const INSERT_PROJECT = `INSERT INTO release_project (project_id, release_id, dated, package, version_order) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id, release_id) DO NOTHING`;
const INSERT_BINDING = `INSERT INTO release_binding (organization_id, release_id, project_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, release_id, project_id) DO NOTHING`;
const PROJECTS_OF_RELEASE =
  'SELECT b.project_id AS "id" FROM release_binding b WHERE b.organization_id = ? AND b.release_id = ?';
/** Reads no more rows than the limit. */
const COUNT_OF_PROJECT = `SELECT COUNT(*) AS "count" FROM (
  SELECT 1 FROM release_project WHERE project_id = ? LIMIT ?) counted`;
const UPDATE_PROJECT_DATE = 'UPDATE release_project SET dated = ? WHERE release_id = ? AND project_id = ?';
const FIND_FOR_EVENTS = (dialect: Dialect) => `SELECT release.id AS "id", release.version AS "version",
    release.dated AS "dated", rp.last_event AS "lastEvent",
    CASE WHEN rp.project_id IS NULL THEN 0 ELSE 1 END AS "isBound"
  FROM release LEFT JOIN release_project rp ON rp.project_id = ? AND rp.release_id = release.id
  WHERE release.organization_id = ? AND ${isAmongTexts(dialect, 'release.version')}`;
/** Precision with which the time of the last event is stored, so that most events write nothing. */
const LAST_EVENT_PRECISION_MS = 60_000;
/**
 * On PostgreSQL, this also sets the order of a stored release: during a rolling update, a process of an earlier version
 * may have added it without one. On SQLite, there is only one process.
 */
const RECORD_EVENTS = (
  dialect: Dialect,
) => `INSERT INTO release_project (project_id, release_id, dated, first_event, last_event, new_groups,
    package, version_order)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, release_id) DO UPDATE SET
    first_event = COALESCE(release_project.first_event, excluded.first_event),
    last_event = CASE WHEN release_project.last_event > excluded.last_event THEN release_project.last_event ELSE excluded.last_event END,
    new_groups = release_project.new_groups + excluded.new_groups
    ${dialect === 'postgres' ? ', package = excluded.package, version_order = excluded.version_order' : ''}
  WHERE release_project.last_event IS NULL OR release_project.last_event + ${LAST_EVENT_PRECISION_MS} <= excluded.last_event OR excluded.new_groups > 0`;

const DELETE_PROJECT_DEPLOYS = `DELETE FROM deploy_project WHERE project_id IN (${PROJECTS_OF_RELEASE})
  AND deploy_id IN (SELECT d.id FROM deploy d WHERE d.organization_id = ? AND d.release_id = ?)`;
const DELETE_DEPLOYS = 'DELETE FROM deploy WHERE organization_id = ? AND release_id = ?';
const DELETE_COMMITS = 'DELETE FROM release_commit WHERE organization_id = ? AND release_id = ?';
const DELETE_PROJECT = 'DELETE FROM release_project WHERE project_id = ? AND release_id = ?';
const DELETE_BINDINGS = 'DELETE FROM release_binding WHERE organization_id = ? AND release_id = ?';
const DELETE = 'DELETE FROM release WHERE organization_id = ? AND id = ?';

/** Filters of a list of releases; all releases by default. */
export interface ReleaseFilter {
  readonly status?: Release['status'] | undefined;
  /** Text that the version contains, case-insensitively. */
  readonly text?: string | undefined;
}

/** An event that a release of its project records. */
type RecordedEvent = EventLabels & { readonly type?: EventType };

/** A stored release, as events of a project need it. */
export interface RecordedRelease {
  readonly id: number;
  readonly version: string;
  /** The date by which lists are sorted. */
  readonly dated: number;
  /** The stored time of its last event in the project. */
  readonly lastEvent: number | null;
  /** 1 if it belongs to the project. */
  readonly isBound: number;
}

/** The rows of `release`, `release_project`, `release_binding` and `release_commit`. */
export class ReleaseReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async findByVersion(organizationId: string, version: string): Promise<Release | undefined> {
    const row = await this.session.one<ReleaseRow>(FIND_BY_VERSION, [idValue(organizationId), version]);
    return row && readRelease(row);
  }

  /** Returns the versions of releases by their ids. */
  async findVersions(organizationId: string, ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const values = [idValue(organizationId), listValue([...new Set(ids)])];
    const rows = await this.session.all<{ id: number; version: string }>(FIND_VERSIONS, values);
    return new Map(rows.map(({ id, version }) => [id, version]));
  }

  /** Returns the newest release that was created before this one, shares a project with it and has commits. */
  async findPrevious({ id, organizationId, dateCreated }: Release): Promise<Release | undefined> {
    const values = [idValue(organizationId), dateCreated, idValue(id), idValue(id)];
    const row = await this.session.one<ReleaseRow>(FIND_PREVIOUS, values);
    return row && readRelease(row);
  }

  /** Returns true if the release belongs to the project. */
  async isBound(projectId: string, releaseId: string): Promise<boolean> {
    return (await this.session.one(IS_BOUND, [idValue(projectId), idValue(releaseId)])) !== undefined;
  }

  /** Returns the projects, events, commits and deploys of releases by release id, in a fixed number of statements. */
  async findRelations(organizationId: string, releases: readonly Release[]): Promise<Map<string, ReleaseRelations>> {
    const organization = idValue(organizationId);
    const ids = listValue(releases.map(({ id }) => idValue(id)));
    const projects = await this.session.all<ReleaseProjectRow>(RELATED_PROJECTS, [ids, organization]);
    const events = await readReleaseEvents(
      this.session,
      projects.map(({ id, releaseId }) => ({ project: Number(id), release: Number(releaseId) })),
    );
    const commits = await this.session.all<LastCommitRow>(LAST_COMMITS, [ids, organization]);
    const deploys = await this.session.all<LastDeployRow>(LAST_DEPLOYS, [ids, organization, organization]);
    return new Map(
      releases.map(({ id }) => [
        id,
        {
          ...readProjects(
            projects.filter(({ releaseId }) => releaseId === id),
            events.filter(({ release }) => String(release) === id),
          ),
          ...readLastCommit(commits.find(({ releaseId }) => releaseId === id)),
          ...readLastDeploy(deploys.find(({ releaseId }) => releaseId === id)),
        },
      ]),
    );
  }

  /**
   * Returns the releases of an organization, newest first: by release date, else creation date, then by id, both
   * descending.
   */
  listByOrganization(organizationId: string, page: PageRequest, filter?: ReleaseFilter): Promise<Page<Release>> {
    return this.readList(LIST_BY_ORGANIZATION, organizationId, page, filter);
  }

  listByProject(projectId: string, page: PageRequest, filter?: ReleaseFilter): Promise<Page<Release>> {
    return this.readList(LIST_BY_PROJECT, projectId, page, filter);
  }

  /** Returns the newest release of a project (openapi/DECISIONS.md, "Order of releases"). */
  findNewest(projectId: string): Promise<ReleaseMark | undefined> {
    return findNewestRelease(this.session, idValue(projectId));
  }

  /** Returns a release with its position among the project's releases (`placeRelease`). */
  place(projectId: string, release: ReleaseMark): Promise<ReleaseMark> {
    return placeInProject(this.session, idValue(projectId), release);
  }

  /** Returns the commits in the order in which they were set, which is newest first. */
  async listCommits(organizationId: string, releaseId: string, limit = Number.MAX_SAFE_INTEGER): Promise<Commit[]> {
    const values = [idValue(organizationId), idValue(releaseId), limit];
    const rows = await this.session.all<CommitRow>(LIST_COMMITS, values);
    return rows.map((row) => ({ ...row, patchSet: JSON.parse(row.patchSet) as Commit['patchSet'] }));
  }

  /** Returns the stored releases among those named by events. */
  async findForEvents(
    { id, organizationId }: Pick<Project, 'id' | 'organizationId'>,
    events: readonly EventLabels[],
  ): Promise<RecordedRelease[]> {
    const versions = versionsOf(events);
    if (versions.length === 0) return [];
    return this.session.all(FIND_FOR_EVENTS, [idValue(id), idValue(organizationId), listValue(versions)]);
  }

  private readList(
    statementOf: SliceStatements,
    ownerId: string,
    page: PageRequest,
    { status, text }: ReleaseFilter = {},
  ): Promise<Page<Release>> {
    const values = [idValue(ownerId), status ?? null, text === undefined ? null : `%${escapeLike(lowerAscii(text))}%`];
    return readPage(
      page,
      async (cursor, limit) => {
        const key = (withoutMark(cursor)?.key ?? []).map(Number);
        const rows = await this.session.all<ReleaseRow>(statementOf(cursor), [...values, ...key, limit]);
        return rows.map(readRelease);
      },
      (release) => [`r${listDate(release)}`, release.id],
    );
  }
}

export class ReleaseWriter extends ReleaseReader<Session> {
  /** Finds the release of a version, or inserts it. */
  async findOrInsert(
    given: Pick<Release, 'organizationId' | 'version' | 'dateCreated'>,
  ): Promise<{ release: Release; isNew: boolean }> {
    const { organizationId, version, dateCreated } = given;
    const { row, isNew } = await this.findOrInsertRow(idValue(organizationId), version, dateCreated);
    return { release: readRelease(row), isNew };
  }

  /** Changes only the given members. */
  async update(release: Release, changes: ReleaseChanges): Promise<Release> {
    const { status, ref, url, dateStarted, dateReleased } = changes;
    if ([status, ref, url, dateStarted, dateReleased].every((value) => value === undefined)) return release;
    const flagged = [ref, url, dateStarted, dateReleased, dateReleased].flatMap((value): Value[] => {
      return [value === undefined ? 0 : 1, value ?? null];
    });
    const [organization, id] = keyOf(release);
    const row = await this.session.one<ReleaseRow>(UPDATE, [status ?? null, ...flagged, organization, id]);
    if (row === undefined) throw new NotFound();
    if (dateReleased !== undefined) {
      const projects = await this.session.all<{ id: number }>(PROJECTS_OF_RELEASE, [organization, id]);
      await this.session.runMany(
        UPDATE_PROJECT_DATE,
        projects.map((project) => [listDate(row), id, project.id]),
      );
    }
    return readRelease(row);
  }

  /** Replaces the commits of a release. */
  async setCommits(release: Release, commits: readonly Commit[]): Promise<Release> {
    const key = keyOf(release);
    await this.session.run(DELETE_COMMITS, key);
    const rows = commits.map((commit, position) => {
      const { id, repository, message, authorName, authorEmail, timestamp, patchSet } = commit;
      return [...key, position, id, repository, message, authorName, authorEmail, timestamp, JSON.stringify(patchSet)];
    });
    await this.session.runMany(INSERT_COMMIT, rows);
    const summary = [commits.length, JSON.stringify(distinctAuthors(commits))];
    return readRelease(await insertReturning<ReleaseRow>(this.session, UPDATE_COMMIT_SUMMARY, [...summary, ...key]));
  }

  /** Adds the release to a project. Returns true if it did not belong to it yet. */
  async bind(projectId: string, release: Release): Promise<boolean> {
    const project = idValue(projectId);
    const [organization, id] = keyOf(release);
    const { changes } = await this.session.run(INSERT_PROJECT, [
      project,
      id,
      listDate(release),
      ...orderValues(release),
    ]);
    if (changes > 0) await this.completeBinding({ organization, release: id, project });
    return changes > 0;
  }

  /**
   * Stores the releases that events name, adds them to the project, and stores the times of the first and the last
   * event. Counts the events in their releases, without feedback, which is no fault of a release. If nothing else is
   * new, this reads once and writes only counts.
   * @param issueOpeners the events that opened an issue
   * @param storedReleases the result of `findForEvents` for the events
   * @param limit maximum number of releases of the project: events add no more
   */
  async recordEvents(
    owner: Pick<Project, 'id' | 'organizationId'>,
    events: readonly RecordedEvent[],
    issueOpeners: readonly RecordedEvent[],
    storedReleases?: readonly RecordedRelease[],
    limit = Infinity,
  ): Promise<void> {
    const [project, organization] = [idValue(owner.id), idValue(owner.organizationId)];
    const stored = storedReleases ?? (await this.findForEvents(owner, events));
    const byVersion = new Map(stored.map((one) => [one.version, one]));
    const isBoundTo = (version: string) => byVersion.get(version)?.isBound === 1;
    const versions = versionsOf(events);
    // Usually all of them belong to the project, and nothing is counted.
    let left = versions.every(isBoundTo) ? 0 : limit - (await this.countOf(project, limit));
    const ids = new Map<string, number>();
    for (const version of versions) {
      if (!isBoundTo(version)) {
        if (left <= 0) continue;
        left -= 1;
      }
      const times = events.filter(({ release }) => release === version).map(({ received }) => received);
      const [first, last] = [Math.min(...times), Math.max(...times)];
      const newIssues = issueOpeners.filter((event) => event.release === version && isCounted(event)).length;
      const { id, dated, lastEvent, isBound } =
        byVersion.get(version) ?? (await this.insertForEvents(organization, version, first));
      ids.set(version, id);
      if (newIssues === 0 && lastEvent !== null && last < lastEvent + LAST_EVENT_PRECISION_MS) continue;
      this.session.post(RECORD_EVENTS, [[project, id, dated, first, last, newIssues, ...orderValues({ version })]]);
      if (isBound === 0) await this.completeBinding({ organization, release: id, project });
    }
    const counted = events.filter(isCounted);
    if (counted.length > 0) countReleaseEvents(this.session, project, counted, ({ release }) => ids.get(release ?? ''));
  }

  /**
   * Stores the releases of versions and adds them to a project, as `recordEvents` does. Returns their ids.
   * @param versions sorted, so that no two transactions wait for each other
   * @param limit maximum number of releases of the project: versions beyond it are absent from the result
   */
  async addVersions(
    owner: Pick<Project, 'id' | 'organizationId'>,
    versions: readonly string[],
    now: number,
    limit: number,
  ): Promise<Map<string, number>> {
    const [project, organization] = [idValue(owner.id), idValue(owner.organizationId)];
    const stored = await this.session.all<RecordedRelease>(FIND_FOR_EVENTS, [
      project,
      organization,
      listValue(versions),
    ]);
    const ids = new Map(stored.flatMap(({ version, id, isBound }) => (isBound === 1 ? [[version, id]] : [])));
    const missing = versions.filter((version) => !ids.has(version));
    const left = missing.length === 0 ? 0 : limit - (await this.countOf(project, limit));
    for (const version of missing.slice(0, Math.max(0, left))) {
      const { id, dated } =
        stored.find((one) => one.version === version) ?? (await this.insertForEvents(organization, version, now));
      ids.set(version, id);
      await this.session.run(INSERT_PROJECT, [project, id, dated, ...orderValues({ version })]);
      await this.completeBinding({ organization, release: id, project });
    }
    return ids;
  }

  /** Removes the release from its projects, and deletes it with its commits and deploys. */
  async remove(organizationId: string, releaseId: string): Promise<void> {
    const release = idValue(releaseId);
    const key = [idValue(organizationId), release];
    await this.session.run(DELETE_PROJECT_DEPLOYS, [...key, ...key]);
    await this.session.run(DELETE_DEPLOYS, key);
    await this.session.run(DELETE_COMMITS, key);
    const projects = await this.session.all<{ id: number }>(PROJECTS_OF_RELEASE, key);
    const projectIds = projects.map(({ id }) => id);
    await deleteReleaseCounts(this.session, release, projectIds);
    await this.session.runMany(
      DELETE_PROJECT,
      projectIds.map((id) => [id, release]),
    );
    await this.session.run(DELETE_BINDINGS, key);
    await this.session.run(DELETE, key);
  }

  private async findOrInsertRow(
    organization: number,
    version: string,
    at: number,
  ): Promise<{ row: ReleaseRow; isNew: boolean }> {
    const existing = await this.session.one<ReleaseRow>(FIND_BY_VERSION, [organization, version]);
    if (existing !== undefined) return { row: existing, isNew: false };
    const { changes } = await this.session.run(INSERT, [organization, version, at, at]);
    const row = await this.session.one<ReleaseRow>(FIND_BY_VERSION, [organization, version]);
    if (row === undefined) throw new Error(`The release ${version} was not inserted.`);
    return { row, isNew: changes > 0 };
  }

  /** Returns the number of releases of a project, at most `limit`. */
  private async countOf(project: number, limit: number): Promise<number> {
    if (limit === Infinity) return 0;
    return (await this.session.one<{ count: number }>(COUNT_OF_PROJECT, [project, limit]))?.count ?? 0;
  }

  private async insertForEvents(organization: number, version: string, at: number): Promise<RecordedRelease> {
    const { row } = await this.findOrInsertRow(organization, version, at);
    return {
      id: idValue(row.id),
      version,
      dated: listDate(row),
      lastEvent: null,
      isBound: 0,
    };
  }

  /**
   * Completes the insertion of a row of `release_project`: lists the release with the project, and counts its earlier
   * deploys.
   */
  private async completeBinding(binding: { organization: number; release: number; project: number }): Promise<void> {
    const { organization, release, project } = binding;
    await this.session.run(INSERT_BINDING, [organization, release, project]);
    await addDeploysToProject(this.session, binding);
  }
}

function keyOf({ organizationId, id }: Release): [organization: number, id: number] {
  return [idValue(organizationId), idValue(id)];
}

function orderValues({ version }: Pick<Release, 'version'>): [name: string, order: string] {
  const { package: name, order } = orderOfVersion(version);
  return [name, order];
}

/** Returns the versions, sorted, so that no two transactions wait for each other. */
function isCounted({ type }: RecordedEvent): boolean {
  return type !== 'feedback';
}

function versionsOf(events: readonly EventLabels[]): string[] {
  return [...new Set(events.flatMap(({ release }) => release || []))].sort();
}

function readRelease(row: ReleaseRow): Release {
  return { ...row, authors: JSON.parse(row.authors) as Author[] };
}

function readProjects(
  rows: readonly ReleaseProjectRow[],
  events: readonly ReleaseEvents[],
): Pick<ReleaseRelations, 'projects' | 'firstEvent' | 'lastEvent' | 'newGroups'> {
  const firsts = events.flatMap(({ firstEvent }) => firstEvent ?? []);
  const lasts = events.flatMap(({ lastEvent }) => lastEvent ?? []);
  return {
    projects: rows.map(({ id, slug, name, platform }) => ({ id, slug, name, platform })),
    firstEvent: firsts.length === 0 ? null : Math.min(...firsts),
    lastEvent: lasts.length === 0 ? null : Math.max(...lasts),
    newGroups: events.reduce((sum, { newGroups }) => sum + newGroups, 0),
  };
}

function readLastCommit(row: LastCommitRow | undefined): Pick<ReleaseRelations, 'lastCommit'> {
  if (row === undefined) return { lastCommit: null };
  const { releaseId: _, ...commit } = row;
  return { lastCommit: commit };
}

function readLastDeploy(row: LastDeployRow | undefined): Pick<ReleaseRelations, 'deployCount' | 'lastDeploy'> {
  if (row === undefined) return { deployCount: 0, lastDeploy: null };
  const { deployCount, ...deploy } = row;
  return { deployCount, lastDeploy: deploy };
}
