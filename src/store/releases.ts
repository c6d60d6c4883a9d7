import { NotFound } from '../domain/errors';
import type { EventLabels } from '../domain/event';
import { type Page, type PageRequest, readPage } from '../domain/page';
import {
  type Author,
  type Commit,
  type CommitSummary,
  type Deploy,
  distinctAuthors,
  type Release,
  type ReleaseChanges,
  type ReleaseRelations,
} from '../domain/release';
import { addDeploysToProject, DEPLOY_COLUMNS, insertDeploy, readDeploys } from './deploys';
import { type Dialect, jsonIntegers } from './dialect';
import type { NotedProject } from './events';
import { sliceStatements, type SliceStatements } from './keyset';
import { idValue, insertReturning, listValue, type Session, type Value } from './sql';

/** What a statement on `release` selects or returns. */
export const RELEASE_COLUMNS = `CAST(release.id AS TEXT) AS "id", CAST(release.organization_id AS TEXT) AS "organizationId",
  release.version AS "version", release.status AS "status", release.ref AS "ref", release.url AS "url",
  release.date_created AS "dateCreated", release.date_started AS "dateStarted", release.date_released AS "dateReleased",
  release.commit_count AS "commitCount", release.authors AS "authors"`;

/** A row of those columns: authors as JSON. */
export type ReleaseRow = Omit<Release, 'authors'> & { authors: string };

/** The release that a row tells. */
export function readRelease(row: ReleaseRow): Release {
  return {
    id: row.id,
    organizationId: row.organizationId,
    version: row.version,
    status: row.status,
    ref: row.ref,
    url: row.url,
    dateCreated: row.dateCreated,
    dateStarted: row.dateStarted,
    dateReleased: row.dateReleased,
    commitCount: row.commitCount,
    authors: JSON.parse(row.authors) as Author[],
  };
}

export interface ReleaseReader {
  /** The release of that version, if the organization knows it. */
  findByVersion(organizationId: string, version: string): Promise<Release | undefined>;
  /** Whether the release is bound to the project. */
  isBound(projectId: string, releaseId: string): Promise<boolean>;
  /** The newest release that was created before this one, shares a project with it and has commits. */
  findPrevious(release: Release): Promise<Release | undefined>;
  /** What other rows tell about these releases, by release id, in a fixed number of statements. */
  findRelations(organizationId: string, releases: readonly Release[]): Promise<Map<string, ReleaseRelations>>;
  /** Newest first: release date, else creation date, then id, both descending. */
  listByOrganization(organizationId: string, page: PageRequest): Promise<Page<Release>>;
  listByProject(projectId: string, page: PageRequest): Promise<Page<Release>>;
  /** In the order they were set, which is newest first. */
  listCommits(organizationId: string, releaseId: string): Promise<Commit[]>;
  /** The last finished first. */
  listDeploys(organizationId: string, releaseId: string): Promise<Deploy[]>;
}

/** A deploy to keep; without project ids it counts for all projects of the release, also for those bound later. */
export type NewDeploy = Omit<Deploy, 'id'> & { organizationId: string; projectIds: readonly string[] | null };

export interface ReleaseWriter extends ReleaseReader {
  /** The release of that version, made if there is none; tells whether it is new. */
  findOrInsert(
    release: Pick<Release, 'organizationId' | 'version' | 'dateCreated'>,
  ): Promise<{ release: Release; isNew: boolean }>;
  /** Changes what is given and nothing else. */
  update(release: Release, changes: ReleaseChanges): Promise<Release>;
  /** Binds the release to a project; already being bound is fine. */
  bind(projectId: string, release: Release): Promise<void>;
  /** Replaces the commits of a release. */
  setCommits(release: Release, commits: readonly Commit[]): Promise<Release>;
  insertDeploy(deploy: NewDeploy): Promise<Deploy>;
  /** Removes the release with its bindings, commits and deploys. */
  remove(organizationId: string, releaseId: string): Promise<void>;
}

/** The columns of a commit without the files it touches, for queries that call its table `c`. */
export const COMMIT_COLUMNS = `c.commit_id AS "id", c.repository AS "repository", c.message AS "message",
  c.author_name AS "authorName", c.author_email AS "authorEmail", c.timestamp AS "timestamp"`;
const LIST_COMMITS = `SELECT ${COMMIT_COLUMNS}, c.patch_set AS "patchSet" FROM release_commit c
  WHERE c.organization_id = ? AND c.release_id = ? ORDER BY c.position`;
const DELETE_COMMITS = 'DELETE FROM release_commit WHERE organization_id = ? AND release_id = ?';
const INSERT_COMMIT = `INSERT INTO release_commit (organization_id, release_id, position, commit_id, repository, message, author_name,
    author_email, timestamp, patch_set)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE_COMMIT_SUMMARY = `UPDATE release SET commit_count = ?, authors = ? WHERE organization_id = ? AND id = ?
  RETURNING ${RELEASE_COLUMNS}`;

/** The commits of a release in the order they were set. */
export async function readCommits(session: Session, organizationId: string, releaseId: string): Promise<Commit[]> {
  const rows = await session.all<CommitSummary & { patchSet: string }>(LIST_COMMITS, [
    idValue(organizationId),
    idValue(releaseId),
  ]);
  return rows.map((row) => ({ ...row, patchSet: JSON.parse(row.patchSet) as Commit['patchSet'] }));
}

/** Replaces the commits of a release, and notes with it what they come to. */
export async function writeCommits(session: Session, release: Release, commits: readonly Commit[]): Promise<Release> {
  const place = [idValue(release.organizationId), idValue(release.id)];
  await session.run(DELETE_COMMITS, place);
  const rows = commits.map((commit, position) => {
    const { id, repository, message, authorName, authorEmail, timestamp, patchSet } = commit;
    return [...place, position, id, repository, message, authorName, authorEmail, timestamp, JSON.stringify(patchSet)];
  });
  await session.runMany(INSERT_COMMIT, rows);
  const summary = [commits.length, JSON.stringify(distinctAuthors(commits))];
  return readRelease(await insertReturning<ReleaseRow>(session, UPDATE_COMMIT_SUMMARY, [...summary, ...place]));
}

const INSERT_PROJECT = `INSERT INTO release_project (project_id, release_id, dated) VALUES (?, ?, ?)
  ON CONFLICT (project_id, release_id) DO NOTHING`;
const INSERT_BINDING = `INSERT INTO release_binding (organization_id, release_id, project_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, release_id, project_id) DO NOTHING`;
const UPDATE_BINDING_DATES = `UPDATE release_project SET dated = ? WHERE release_id = ? AND project_id IN (
    SELECT b.project_id FROM release_binding b WHERE b.organization_id = ? AND b.release_id = ?)`;

/** Binds a release to a project; already being bound is fine. */
export async function bindRelease(session: Session, projectId: string, release: Release): Promise<void> {
  const [project, id] = [idValue(projectId), idValue(release.id)];
  const { changes } = await session.run(INSERT_PROJECT, [project, id, datedOf(release)]);
  if (changes > 0)
    await completeBinding(session, { organization: idValue(release.organizationId), release: id, project });
}

/** What goes with a new row of `release_project`: being found by release, and the deploys there were before. */
export async function completeBinding(
  session: Session,
  binding: { organization: number; release: number; project: number },
): Promise<void> {
  const { organization, release, project } = binding;
  await session.run(INSERT_BINDING, [organization, release, project]);
  await addDeploysToProject(session, project, organization, release);
}

/** Brings the place of a release in the lists of its projects in line with its dates. */
export async function updateBindingDates(session: Session, release: Release): Promise<void> {
  const id = idValue(release.id);
  await session.run(UPDATE_BINDING_DATES, [datedOf(release), id, idValue(release.organizationId), id]);
}

function datedOf({ dateReleased, dateCreated }: Release): number {
  return dateReleased ?? dateCreated;
}

const LIST_BY_ORGANIZATION = sliceStatements(
  `SELECT ${RELEASE_COLUMNS} FROM release WHERE release.organization_id = ?`,
  {
    columns: ['release.dated', 'release.id'],
    descending: true,
  },
);
/** Begins with the bindings, which are in the order of the list. */
const LIST_BY_PROJECT = sliceStatements(
  `SELECT ${RELEASE_COLUMNS} FROM release_project rp CROSS JOIN release WHERE rp.project_id = ? AND release.id = rp.release_id`,
  { columns: ['rp.dated', 'rp.release_id'], descending: true },
);

/** One page of an organization's releases, newest first; the cursor's key is date and id. */
export function readOrganizationReleases(
  session: Session,
  organizationId: string,
  page: PageRequest,
): Promise<Page<Release>> {
  return readList(session, LIST_BY_ORGANIZATION, organizationId, page);
}

/** One page of the releases bound to a project, in the same order. */
export function readProjectReleases(session: Session, projectId: string, page: PageRequest): Promise<Page<Release>> {
  return readList(session, LIST_BY_PROJECT, projectId, page);
}

function readList(
  session: Session,
  statementOf: SliceStatements,
  owner: string,
  page: PageRequest,
): Promise<Page<Release>> {
  return readPage(
    page,
    async (cursor, limit) => {
      const key = (cursor?.key ?? []).map(Number);
      const rows = await session.all<ReleaseRow>(statementOf(cursor), [idValue(owner), ...key, limit]);
      return rows.map(readRelease);
    },
    ({ id, dateCreated, dateReleased }) => [String(dateReleased ?? dateCreated), id],
  );
}

interface ReleaseProjectRow {
  releaseId: string;
  id: string;
  slug: string;
  name: string;
  platform: string | null;
  firstEvent: number | null;
  lastEvent: number | null;
  newGroups: number;
}
type LastCommitRow = CommitSummary & { releaseId: string };
type LastDeployRow = Deploy & { deployCount: number };

/** Joins begin with the wanted ids. */
const RELATED_PROJECTS = (
  dialect: Dialect,
) => `SELECT CAST(rp.release_id AS TEXT) AS "releaseId", CAST(p.id AS TEXT) AS "id",
    p.slug AS "slug", p.name AS "name", p.platform AS "platform", rp.first_event AS "firstEvent",
    rp.last_event AS "lastEvent", rp.new_groups AS "newGroups"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN release_binding b CROSS JOIN release_project rp CROSS JOIN project p
  WHERE b.organization_id = ? AND b.release_id = wanted.value AND rp.project_id = b.project_id
    AND rp.release_id = b.release_id AND p.organization_id = b.organization_id AND p.id = b.project_id ORDER BY p.slug`;
const LAST_COMMITS = (dialect: Dialect) => `SELECT CAST(c.release_id AS TEXT) AS "releaseId", ${COMMIT_COLUMNS}
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN release_commit c
  WHERE c.organization_id = ? AND c.release_id = wanted.value AND c.position = 0`;
const LAST_DEPLOYS = (dialect: Dialect) => `SELECT ${DEPLOY_COLUMNS},
    (SELECT COUNT(*) FROM deploy n WHERE n.organization_id = d.organization_id AND n.release_id = d.release_id) AS "deployCount"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN deploy d
  WHERE d.organization_id = ? AND d.id = (SELECT l.id FROM deploy l WHERE l.organization_id = ? AND l.release_id = wanted.value
    ORDER BY l.date_finished DESC, l.id DESC LIMIT 1)`;

/** What other rows tell about these releases, by release id, in as many statements for a hundred as for one. */
export async function readReleaseRelations(
  session: Session,
  organizationId: string,
  releases: readonly Release[],
): Promise<Map<string, ReleaseRelations>> {
  const organization = idValue(organizationId);
  const ids = listValue(releases.map(({ id }) => idValue(id)));
  const bindings = await session.all<ReleaseProjectRow>(RELATED_PROJECTS, [ids, organization]);
  const commits = await session.all<LastCommitRow>(LAST_COMMITS, [ids, organization]);
  const deploys = await session.all<LastDeployRow>(LAST_DEPLOYS, [ids, organization, organization]);
  return new Map(
    releases.map(({ id }) => [
      id,
      {
        ...summarizeProjects(bindings.filter(({ releaseId }) => releaseId === id)),
        ...lastCommit(commits.find(({ releaseId }) => releaseId === id)),
        ...lastDeploy(deploys.find(({ releaseId }) => releaseId === id)),
      },
    ]),
  );
}

function summarizeProjects(
  bindings: readonly ReleaseProjectRow[],
): Pick<ReleaseRelations, 'projects' | 'firstEvent' | 'lastEvent' | 'newGroups'> {
  const firsts = bindings.flatMap(({ firstEvent }) => firstEvent ?? []);
  const lasts = bindings.flatMap(({ lastEvent }) => lastEvent ?? []);
  return {
    projects: bindings.map(({ id, slug, name, platform }) => ({ id, slug, name, platform })),
    firstEvent: firsts.length === 0 ? null : Math.min(...firsts),
    lastEvent: lasts.length === 0 ? null : Math.max(...lasts),
    newGroups: bindings.reduce((sum, { newGroups }) => sum + newGroups, 0),
  };
}

function lastCommit(row: LastCommitRow | undefined): Pick<ReleaseRelations, 'lastCommit'> {
  if (row === undefined) return { lastCommit: null };
  const { releaseId: _, ...commit } = row;
  return { lastCommit: commit };
}

function lastDeploy(row: LastDeployRow | undefined): Pick<ReleaseRelations, 'deployCount' | 'lastDeploy'> {
  if (row === undefined) return { deployCount: 0, lastDeploy: null };
  const { deployCount, ...deploy } = row;
  return { deployCount, lastDeploy: deploy };
}

const PROJECTS_OF_RELEASE =
  'SELECT b.project_id FROM release_binding b WHERE b.organization_id = ? AND b.release_id = ?';
const DELETE_PROJECT_DEPLOYS = `DELETE FROM deploy_project WHERE project_id IN (${PROJECTS_OF_RELEASE})
  AND deploy_id IN (SELECT d.id FROM deploy d WHERE d.organization_id = ? AND d.release_id = ?)`;
const DELETE_DEPLOYS = 'DELETE FROM deploy WHERE organization_id = ? AND release_id = ?';
const DELETE_RELEASE_COMMITS = 'DELETE FROM release_commit WHERE organization_id = ? AND release_id = ?';
const DELETE_PROJECTS = `DELETE FROM release_project WHERE project_id IN (${PROJECTS_OF_RELEASE}) AND release_id = ?`;
const DELETE_BINDINGS = 'DELETE FROM release_binding WHERE organization_id = ? AND release_id = ?';
const DELETE_RELEASE = 'DELETE FROM release WHERE organization_id = ? AND id = ?';

/** Removes a release with its commits, its deploys and what binds it to projects. */
export async function removeRelease(session: Session, organization: number, release: number): Promise<void> {
  const place = [organization, release];
  await session.run(DELETE_PROJECT_DEPLOYS, [...place, ...place]);
  await session.run(DELETE_DEPLOYS, place);
  await session.run(DELETE_RELEASE_COMMITS, place);
  await session.run(DELETE_PROJECTS, [...place, release]);
  await session.run(DELETE_BINDINGS, place);
  await session.run(DELETE_RELEASE, place);
}

const UPDATE_FIRST_EVENT =
  'UPDATE project SET first_event = ? WHERE organization_id = ? AND id = ? AND first_event IS NULL';
const INSERT_PLATFORM = `INSERT INTO project_platform (project_id, platform) VALUES (?, ?)
  ON CONFLICT (project_id, platform) DO NOTHING`;
const INSERT_ENVIRONMENT = `INSERT INTO environment (project_id, name) VALUES (?, ?)
  ON CONFLICT (project_id, name) DO NOTHING`;
const FIND_RELEASE = 'SELECT id AS "id", dated AS "dated" FROM release WHERE organization_id = ? AND version = ?';
const INSERT_RELEASE_OF_EVENT = `INSERT INTO release (organization_id, version, date_created, dated) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, version) DO NOTHING`;
/** Of the last event only the minute is kept, so that most events write nothing. */
const RECORD_RELEASE_EVENTS = `INSERT INTO release_project (project_id, release_id, dated, first_event, last_event, new_groups)
  VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, release_id) DO UPDATE SET
    first_event = COALESCE(release_project.first_event, excluded.first_event),
    last_event = CASE WHEN release_project.last_event > excluded.last_event THEN release_project.last_event ELSE excluded.last_event END,
    new_groups = release_project.new_groups + excluded.new_groups
  WHERE release_project.last_event IS NULL OR release_project.last_event + 60000 <= excluded.last_event OR excluded.new_groups > 0`;

/** Notes what events tell about their project and their releases. What is known already costs a look and writes nothing. */
export async function recordEventLabels(
  session: Session,
  project: NotedProject,
  events: readonly EventLabels[],
  beginners: readonly EventLabels[],
): Promise<void> {
  const [id, organization] = [idValue(project.id), idValue(project.organizationId)];
  const [first] = events;
  if (first !== undefined && project.firstEvent === null)
    await session.run(UPDATE_FIRST_EVENT, [first.received, organization, id]);
  await session.runMany(
    INSERT_PLATFORM,
    distinct(events, 'platform').map((platform) => [id, platform]),
  );
  await session.runMany(
    INSERT_ENVIRONMENT,
    distinct(events, 'environment').map((environment) => [id, environment]),
  );
  for (const version of distinct(events, 'release')) {
    const times = events.filter(({ release }) => release === version).map(({ received }) => received);
    const { id: release, dated } = await findOrInsertRelease(session, organization, version, Math.min(...times));
    const issues = beginners.filter((event) => event.release === version).length;
    const { changes } = await session.run(RECORD_RELEASE_EVENTS, [
      id,
      release,
      dated,
      Math.min(...times),
      Math.max(...times),
      issues,
    ]);
    if (changes > 0) await completeBinding(session, { organization, release, project: id });
  }
}

/** What is told under one label, each text once; events without it tell nothing. */
function distinct(events: readonly EventLabels[], label: 'platform' | 'environment' | 'release'): string[] {
  return [...new Set(events.flatMap((event) => event[label] || []))];
}

/** Looks before it inserts: an insert that does nothing would still use an id up, and write that down. */
async function findOrInsertRelease(
  session: Session,
  organization: number,
  version: string,
  at: number,
): Promise<{ id: number; dated: number }> {
  const find = () => session.one<{ id: number; dated: number }>(FIND_RELEASE, [organization, version]);
  const known = await find();
  if (known !== undefined) return known;
  await session.run(INSERT_RELEASE_OF_EVENT, [organization, version, at, at]);
  const made = await find();
  if (made === undefined) throw new Error(`release ${version} could not be made`);
  return made;
}

const FIND_BY_VERSION = `SELECT ${RELEASE_COLUMNS} FROM release WHERE release.organization_id = ? AND release.version = ?`;
const IS_BOUND = 'SELECT 1 AS found FROM release_project WHERE project_id = ? AND release_id = ?';
const FIND_PREVIOUS = `SELECT ${RELEASE_COLUMNS} FROM release
  WHERE release.organization_id = ? AND release.commit_count > 0 AND (release.date_created, release.id) < (?, ?)
    AND EXISTS (SELECT 1 FROM release_binding own
      JOIN release_binding other ON other.organization_id = own.organization_id AND other.project_id = own.project_id
      WHERE own.organization_id = release.organization_id AND own.release_id = ? AND other.release_id = release.id)
  ORDER BY release.date_created DESC, release.id DESC LIMIT 1`;
const INSERT = `INSERT INTO release (organization_id, version, date_created, dated) VALUES (?, ?, ?, ?) RETURNING ${RELEASE_COLUMNS}`;
/** Null is a value of these columns: a mark before each tells whether it is given. */
const UPDATE = `UPDATE release SET status = COALESCE(?, status),
    ref = CASE WHEN ? = 1 THEN ? ELSE ref END,
    url = CASE WHEN ? = 1 THEN ? ELSE url END,
    date_started = CASE WHEN ? = 1 THEN ? ELSE date_started END,
    date_released = CASE WHEN ? = 1 THEN ? ELSE date_released END,
    dated = COALESCE(CASE WHEN ? = 1 THEN ? ELSE date_released END, date_created)
  WHERE organization_id = ? AND id = ? RETURNING ${RELEASE_COLUMNS}`;

/** The rows of `release`, its bindings to projects, commits and deploys. */
export class Releases implements ReleaseWriter {
  constructor(private readonly session: Session) {}

  async findByVersion(organizationId: string, version: string): Promise<Release | undefined> {
    const row = await this.session.one<ReleaseRow>(FIND_BY_VERSION, [idValue(organizationId), version]);
    return row && readRelease(row);
  }

  async findPrevious({ id, organizationId, dateCreated }: Release): Promise<Release | undefined> {
    const values = [idValue(organizationId), dateCreated, idValue(id), idValue(id)];
    const row = await this.session.one<ReleaseRow>(FIND_PREVIOUS, values);
    return row && readRelease(row);
  }

  async isBound(projectId: string, releaseId: string): Promise<boolean> {
    return (await this.session.one(IS_BOUND, [idValue(projectId), idValue(releaseId)])) !== undefined;
  }

  findRelations(organizationId: string, releases: readonly Release[]): Promise<Map<string, ReleaseRelations>> {
    return readReleaseRelations(this.session, organizationId, releases);
  }

  listByOrganization(organizationId: string, page: PageRequest): Promise<Page<Release>> {
    return readOrganizationReleases(this.session, organizationId, page);
  }

  listByProject(projectId: string, page: PageRequest): Promise<Page<Release>> {
    return readProjectReleases(this.session, projectId, page);
  }

  listCommits(organizationId: string, releaseId: string): Promise<Commit[]> {
    return readCommits(this.session, organizationId, releaseId);
  }

  listDeploys(organizationId: string, releaseId: string): Promise<Deploy[]> {
    return readDeploys(this.session, organizationId, releaseId);
  }

  async findOrInsert(
    given: Pick<Release, 'organizationId' | 'version' | 'dateCreated'>,
  ): Promise<{ release: Release; isNew: boolean }> {
    const { organizationId, version, dateCreated } = given;
    const known = await this.findByVersion(organizationId, version);
    if (known !== undefined) return { release: known, isNew: false };
    const values = [idValue(organizationId), version, dateCreated, dateCreated];
    const row = await insertReturning<ReleaseRow>(this.session, INSERT, values);
    return { release: readRelease(row), isNew: true };
  }

  async update(release: Release, changes: ReleaseChanges): Promise<Release> {
    const { status, ref, url, dateStarted, dateReleased } = changes;
    if ([status, ref, url, dateStarted, dateReleased].every((value) => value === undefined)) return release;
    const marked = [ref, url, dateStarted, dateReleased, dateReleased].flatMap((value): Value[] => [
      value === undefined ? 0 : 1,
      value ?? null,
    ]);
    const values = [status ?? null, ...marked, idValue(release.organizationId), idValue(release.id)];
    const row = await this.session.one<ReleaseRow>(UPDATE, values);
    if (row === undefined) throw new NotFound();
    const updated = readRelease(row);
    if (dateReleased !== undefined) await updateBindingDates(this.session, updated);
    return updated;
  }

  bind(projectId: string, release: Release): Promise<void> {
    return bindRelease(this.session, projectId, release);
  }

  setCommits(release: Release, commits: readonly Commit[]): Promise<Release> {
    return writeCommits(this.session, release, commits);
  }

  insertDeploy(deploy: NewDeploy): Promise<Deploy> {
    return insertDeploy(this.session, deploy);
  }

  remove(organizationId: string, releaseId: string): Promise<void> {
    return removeRelease(this.session, idValue(organizationId), idValue(releaseId));
  }
}
