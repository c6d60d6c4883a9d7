import { MAX_ATTACHMENTS } from '../domain/attachment';
import { markContentsIdle } from './contents';
import { type Dialect, hexText } from './engine/dialect';
import { hasNewerMigrations } from './engine/migrate';
import { SCHEMA_VERSION } from './migrations/index';
import { ReleaseWriter } from './releases';
import { EntityStore, eventIdValue, idValue, type ReadSession, type Session } from './engine/sql';
import { type TableEntry, tablesRemoved } from './tables';
import { HOUR_MS } from '../domain/time';

/**
 * Time after a removal in which requests and threads that found the project before may still insert rows. Afterwards,
 * rows of the project are searched for once more.
 */
const LATE_ROWS_MS = HOUR_MS;
/**
 * Number of releases that one step deletes. Releases are deleted with their commits and deploys, and artifacts change
 * the contents that they refer to.
 */
const RELEASES_PER_STEP = 20;
const SLICES_PER_STEP = 32;

/** Returns a statement that deletes rows of an owner, whose id is the first two parameters; the third is the limit. */
function deleteSome({ name, key: [owner = '', ...rest] }: TableEntry): string {
  const key = rest.length === 0 ? [owner] : rest;
  const columns = key.length === 1 ? key[0] : `(${key.join(', ')})`;
  return `DELETE FROM ${name} WHERE ${owner} = ? AND ${columns} IN (
    SELECT ${key.map((column) => `d.${column}`).join(', ')} FROM ${name} d WHERE d.${owner} = ? LIMIT ?)`;
}

const DELETE_AFTER_PROJECT = tablesRemoved('afterProject').map(deleteSome);
const ARTIFACT_CONTENTS = 'SELECT id AS "id", sha1 AS "sha1" FROM artifact WHERE project_id = ? ORDER BY id LIMIT ?';
const DELETE_ARTIFACTS = 'DELETE FROM artifact WHERE project_id = ? AND id <= ?';
const SCRAPED_CONTENTS = 'SELECT DISTINCT sha1 AS "sha1" FROM scraped_file WHERE project_id = ? AND sha1 IS NOT NULL';
const DELETE_SCRAPED_FILES = 'DELETE FROM scraped_file WHERE project_id = ?';
const ATTACHED_CONTENTS = (dialect: Dialect) => `SELECT ${hexText(dialect, 'a.event_id')} AS "eventId", a.sha1 AS "sha1"
  FROM event_attachment a WHERE a.project_id = ? ORDER BY a.event_id LIMIT ?`;
const DELETE_ATTACHMENTS = 'DELETE FROM event_attachment WHERE project_id = ? AND event_id <= ?';
const RELEASES_OF_PROJECT =
  'SELECT release_id AS "release" FROM release_project WHERE project_id = ? ORDER BY release_id LIMIT ?';
const DELETE_RELEASE_OF_PROJECT = 'DELETE FROM release_project WHERE project_id = ? AND release_id = ?';
const DELETE_BINDING = 'DELETE FROM release_binding WHERE organization_id = ? AND release_id = ? AND project_id = ?';
const ANY_BINDING = 'SELECT 1 AS found FROM release_binding WHERE organization_id = ? AND release_id = ? LIMIT 1';

/**
 * Statements that make a project disappear at once: they delete the few rows that reference its own row. The parameters
 * are its organization and its id.
 */
const DELETE_WITH_PROJECT = tablesRemoved('withProject').map(({ name, key }) => ({
  statement: `DELETE FROM ${name} WHERE ${key[0] === 'organization_id' ? 'organization_id = ? AND ' : ''}project_id = ?`,
  hasOrganization: key[0] === 'organization_id',
}));
const DELETE_WAITING_DELIVERIES = "DELETE FROM alert_delivery WHERE project_id = ? AND state = 'waiting'";
const DELETE_PROJECT = 'DELETE FROM project WHERE organization_id = ? AND id = ?';
const MARK_PROJECT =
  'INSERT INTO removed_project (project_id, organization_id, removed_at, due_at) VALUES (?, ?, ?, ?)';

const PROJECTS_OF_ORGANIZATION = 'SELECT CAST(id AS TEXT) AS "id" FROM project WHERE organization_id = ?';
const DELETE_WITH_ORGANIZATION = tablesRemoved('withOrganization').map(
  ({ name }) => `DELETE FROM ${name} WHERE organization_id = ?`,
);
/** Hides an organization. Releases reference it, so that its row is deleted last. No slug contains a tilde. */
const HIDE_ORGANIZATION = `UPDATE organization SET slug = '~' || CAST(id AS TEXT), name = '' WHERE id = ?`;
const MARK_ORGANIZATION = 'INSERT INTO removed_organization (organization_id, removed_at, due_at) VALUES (?, ?, ?)';
const RELEASES_OF_ORGANIZATION = 'SELECT CAST(id AS TEXT) AS "id" FROM release WHERE organization_id = ? LIMIT ?';
const DELETE_AFTER_ORGANIZATION = tablesRemoved('afterOrganization').map((table) => ({
  statement: deleteSome(table),
  maxRows: table.name === 'content_slice' ? SLICES_PER_STEP : Infinity,
}));
const DELETE_ORGANIZATION = 'DELETE FROM organization WHERE id = ?';

const NEXT_PROJECT = `SELECT project_id AS "project", organization_id AS "organization", removed_at AS "removedAt"
  FROM removed_project WHERE due_at <= ? ORDER BY due_at LIMIT 1`;
const POSTPONE_PROJECT = 'UPDATE removed_project SET due_at = ? WHERE project_id = ?';
const UNMARK_PROJECT = 'DELETE FROM removed_project WHERE project_id = ?';
const NEXT_ORGANIZATION = `SELECT o.organization_id AS "organization", o.removed_at AS "removedAt" FROM removed_organization o
  WHERE o.due_at <= ? AND NOT EXISTS (SELECT 1 FROM removed_project p WHERE p.organization_id = o.organization_id)
  ORDER BY o.due_at LIMIT 1`;
const POSTPONE_ORGANIZATION = 'UPDATE removed_organization SET due_at = ? WHERE organization_id = ?';
const UNMARK_ORGANIZATION = 'DELETE FROM removed_organization WHERE organization_id = ?';

const COUNT_WAITING = `SELECT CAST((SELECT COUNT(*) FROM removed_organization) AS INTEGER) AS "organization",
  CAST((SELECT COUNT(*) FROM removed_project) AS INTEGER) AS "project"`;

type WaitingOwners = Readonly<Record<'organization' | 'project', number>>;

/**
 * The rows of `removed_project` and `removed_organization`, and all rows of the projects and organizations that they
 * name.
 */
export class RemovalReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns true if `reclaim` would delete rows. */
  async isDue(now: number): Promise<boolean> {
    return (
      (await this.session.one(NEXT_PROJECT, [now])) !== undefined ||
      (await this.session.one(NEXT_ORGANIZATION, [now])) !== undefined
    );
  }

  /** Counts the removed organizations and projects whose rows are not all deleted yet. */
  async countWaiting(): Promise<WaitingOwners> {
    return (await this.session.one<WaitingOwners>(COUNT_WAITING, [])) ?? { organization: 0, project: 0 };
  }
}

export class RemovalWriter extends RemovalReader<Session> {
  /** Makes a project disappear; `reclaim` deletes its rows. Returns true if it existed. */
  async removeProject(organizationId: string, projectId: string, at: number): Promise<boolean> {
    const [organization, project] = [idValue(organizationId), idValue(projectId)];
    await this.deleteWithProject(organization, project);
    await this.session.run(DELETE_WAITING_DELIVERIES, [project]);
    const { changes } = await this.session.run(DELETE_PROJECT, [organization, project]);
    if (changes > 0) await this.session.run(MARK_PROJECT, [project, organization, at, at]);
    return changes > 0;
  }

  /** Makes an organization disappear, with its projects, teams, members and tokens. */
  async removeOrganization(organizationId: string, at: number): Promise<void> {
    const organization = idValue(organizationId);
    const projects = await this.session.all<{ id: string }>(PROJECTS_OF_ORGANIZATION, [organization]);
    for (const { id } of projects) await this.removeProject(organizationId, id, at);
    for (const statement of DELETE_WITH_ORGANIZATION) await this.session.run(statement, [organization]);
    await this.session.run(HIDE_ORGANIZATION, [organization]);
    await this.session.run(MARK_ORGANIZATION, [organization, at, at]);
  }

  /**
   * Deletes at most `limit` rows of one removed project, such as its events, that no other transaction changes. Returns
   * the number of deleted rows.
   */
  async deleteRows(now: number, limit: number): Promise<number> {
    const next = await this.session.one<RemovedProject>(NEXT_PROJECT, [now]);
    return next === undefined ? 0 : this.deleteRowsOf(next.project, limit);
  }

  /** Deletes at most about `limit` rows of one removed project or organization. Returns the number of deleted rows. */
  async reclaim(now: number, limit: number): Promise<number> {
    const next = await this.session.one<RemovedProject>(NEXT_PROJECT, [now]);
    if (next !== undefined) return this.reclaimProject(next, now, limit);
    const removed = await this.session.one<Omit<RemovedProject, 'project'>>(NEXT_ORGANIZATION, [now]);
    return removed === undefined ? 0 : this.reclaimOrganization(removed, now, limit);
  }

  private async deleteWithProject(organization: number, project: number): Promise<void> {
    for (const { statement, hasOrganization } of DELETE_WITH_PROJECT)
      await this.session.run(statement, hasOrganization ? [organization, project] : [project]);
  }

  private async deleteRowsOf(project: number, limit: number): Promise<number> {
    for (const statement of DELETE_AFTER_PROJECT) {
      const { changes } = await this.session.run(statement, [project, project, limit]);
      if (changes > 0) return changes;
    }
    return 0;
  }

  private async reclaimProject({ project, ...removed }: RemovedProject, now: number, limit: number): Promise<number> {
    const deleted =
      (await this.deleteRowsOf(project, limit)) ||
      (await this.deleteFiles(project, removed.organization, now, limit)) ||
      (await this.deleteReleases(project, removed.organization));
    if (deleted > 0) return deleted;
    const lastDue = await this.lastDue(removed, now);
    if (now < lastDue) {
      await this.session.run(POSTPONE_PROJECT, [lastDue, project]);
      return 0;
    }
    await this.deleteWithProject(removed.organization, project);
    await this.session.run(UNMARK_PROJECT, [project]);
    return 0;
  }

  /**
   * Returns the time at which rows are searched for once more before the removal ends. On a schema that is newer than
   * the code, it does not end: a process of the newer version also deletes rows of tables that this one does not know.
   */
  private async lastDue({ removedAt }: Pick<RemovedProject, 'removedAt'>, now: number): Promise<number> {
    const lastDue = removedAt + LATE_ROWS_MS;
    return now >= lastDue && (await hasNewerMigrations(this.session, SCHEMA_VERSION)) ? now + LATE_ROWS_MS : lastDue;
  }

  /**
   * Deletes artifacts, attachments and fetched source maps. Their contents become garbage unless other files refer to
   * them.
   */
  private async deleteFiles(project: number, organization: number, now: number, limit: number): Promise<number> {
    const artifacts = await this.session.all<{ id: number; sha1: string }>(ARTIFACT_CONTENTS, [project, limit]);
    const last = artifacts.at(-1);
    if (last !== undefined) {
      await this.session.run(DELETE_ARTIFACTS, [project, last.id]);
      const sha1s = artifacts.map(({ sha1 }) => sha1);
      await markContentsIdle(this.session, organization, sha1s, now);
      return artifacts.length;
    }
    const attached = await this.deleteAttachments(project, organization, now, limit);
    if (attached > 0) return attached;
    const scraped = await this.session.all<{ sha1: string }>(SCRAPED_CONTENTS, [project]);
    const { changes } = await this.session.run(DELETE_SCRAPED_FILES, [project]);
    const sha1s = scraped.map(({ sha1 }) => sha1);
    if (sha1s.length > 0) await markContentsIdle(this.session, organization, sha1s, now);
    return changes;
  }

  private async deleteAttachments(project: number, organization: number, now: number, limit: number): Promise<number> {
    const values = [project, limit + MAX_ATTACHMENTS];
    const rows = await this.session.all<{ eventId: string; sha1: string }>(ATTACHED_CONTENTS, values);
    const last = rows.at(-1);
    if (last === undefined) return 0;
    // The last event may have more than were read.
    const isAll = rows.length < limit + MAX_ATTACHMENTS;
    const whole = isAll ? rows : rows.filter(({ eventId }) => eventId !== last.eventId);
    await this.session.run(DELETE_ATTACHMENTS, [project, eventIdValue(whole.at(-1)?.eventId ?? '')]);
    await markContentsIdle(this.session, organization, [...new Set(whole.map(({ sha1 }) => sha1))], now);
    return whole.length;
  }

  /** Removes the project from its releases, and deletes the releases that belong to no other project. */
  private async deleteReleases(project: number, organization: number): Promise<number> {
    const rows = await this.session.all<{ release: number }>(RELEASES_OF_PROJECT, [project, RELEASES_PER_STEP]);
    const releases = new ReleaseWriter(this.session);
    for (const { release } of rows) {
      await this.session.run(DELETE_RELEASE_OF_PROJECT, [project, release]);
      await this.session.run(DELETE_BINDING, [organization, release, project]);
      const isBound = (await this.session.one(ANY_BINDING, [organization, release])) !== undefined;
      if (!isBound) await releases.remove(String(organization), String(release));
    }
    return rows.length;
  }

  private async reclaimOrganization(
    { organization, removedAt }: Omit<RemovedProject, 'project'>,
    now: number,
    limit: number,
  ): Promise<number> {
    const releases = new ReleaseWriter(this.session);
    const rows = await this.session.all<{ id: string }>(RELEASES_OF_ORGANIZATION, [organization, RELEASES_PER_STEP]);
    for (const { id } of rows) await releases.remove(String(organization), id);
    if (rows.length > 0) return rows.length;
    for (const { statement, maxRows } of DELETE_AFTER_ORGANIZATION) {
      const values = [organization, organization, Math.min(limit, maxRows)];
      const { changes } = await this.session.run(statement, values);
      if (changes > 0) return changes;
    }
    const lastDue = await this.lastDue({ removedAt }, now);
    if (now < lastDue) {
      await this.session.run(POSTPONE_ORGANIZATION, [lastDue, organization]);
      return 0;
    }
    for (const statement of DELETE_WITH_ORGANIZATION) await this.session.run(statement, [organization]);
    await this.session.run(UNMARK_ORGANIZATION, [organization]);
    await this.session.run(DELETE_ORGANIZATION, [organization]);
    return 0;
  }
}

interface RemovedProject {
  readonly project: number;
  readonly organization: number;
  readonly removedAt: number;
}
