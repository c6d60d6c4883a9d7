import type { ProjectBundle } from '../domain/artifact';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { type Dialect, isAmong } from './engine/dialect';
import { sliceStatements } from './keyset';
import { EntityStore, idValue, listValue, type ReadSession, type Session } from './engine/sql';

const COLUMNS = `CAST(bundle_id AS TEXT) AS "id", NULLIF(checksum, '') AS "checksum", NULLIF(release, '') AS "release",
  NULLIF(dist, '') AS "dist", file_count AS "fileCount", error_count AS "errorCount", warning_count AS "warningCount",
  date_created AS "dateCreated"`;
/** Marks the cursors of this list, to distinguish them from cursors of lists by slug. No slug contains it. */
const MARK = '~';
/** Order by age: ids grow with time. */
const NEWEST_FIRST = { columns: ['project_bundle.bundle_id'], descending: true } as const;
const LIST = sliceStatements(`SELECT ${COLUMNS} FROM project_bundle WHERE project_id = ?`, NEWEST_FIRST);
const LIST_OF_RELEASE = sliceStatements(
  `SELECT ${COLUMNS} FROM project_bundle WHERE project_id = ? AND release = ?`,
  NEWEST_FIRST,
);
const FIND = `SELECT ${COLUMNS} FROM project_bundle WHERE project_id = ? AND bundle_id = ?`;
/** Inserts a row, unless another process that assembled the same archive at the same time has inserted it. */
const PUT = `INSERT INTO project_bundle (project_id, bundle_id, organization_id, checksum, release, dist, file_count, error_count,
    warning_count, date_created)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, bundle_id) DO UPDATE SET date_created = excluded.date_created`;
const DELETE_EMPTY = (dialect: Dialect) => `DELETE FROM project_bundle
  WHERE project_bundle.project_id = ? AND ${isAmong(dialect, 'bundle_id')} AND NOT EXISTS (
    SELECT 1 FROM artifact a WHERE a.project_id = project_bundle.project_id AND a.bundle_id = project_bundle.bundle_id)`;

/** The rows of `project_bundle`: one for each project that a bundle was uploaded to. */
export class ProjectBundleReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /**
   * Returns the bundles of a project that have stored files, newest first.
   * @param release only bundles of this release; null for all
   */
  list(projectId: string, release: string | null, page: PageRequest): Promise<Page<ProjectBundle>> {
    return readPage(
      page,
      (cursor, limit) => {
        const statement = (release === null ? LIST : LIST_OF_RELEASE)(cursor);
        const key = (cursor?.key ?? []).map((id) => idValue(id.slice(MARK.length)));
        return this.session.all<ProjectBundle>(statement, [
          idValue(projectId),
          ...(release === null ? [] : [release]),
          ...key,
          limit,
        ]);
      },
      ({ id }) => [`${MARK}${id}`],
    );
  }

  find(projectId: string, id: string): Promise<ProjectBundle | undefined> {
    return this.session.one(FIND, [idValue(projectId), idValue(id)]);
  }
}

export class ProjectBundleWriter extends ProjectBundleReader<Session> {
  async insert(owner: { projectId: string; organizationId: string }, bundle: ProjectBundle): Promise<void> {
    const { id, checksum, release, dist, fileCount, errorCount, warningCount, dateCreated } = bundle;
    await this.session.run(PUT, [
      idValue(owner.projectId),
      idValue(id),
      idValue(owner.organizationId),
      checksum ?? '',
      release ?? '',
      dist ?? '',
      fileCount,
      errorCount,
      warningCount,
      dateCreated,
    ]);
  }
}

/** Deletes the rows of bundles that have no stored file any more. */
export async function deleteEmptyBundles(
  session: Session,
  projectId: number,
  bundleIds: readonly number[],
): Promise<void> {
  if (bundleIds.length > 0) await session.run(DELETE_EMPTY, [projectId, listValue(bundleIds)]);
}
