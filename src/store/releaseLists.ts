import { type Page, type PageRequest, readPage } from '../domain/page';
import type { Release } from '../domain/release';
import { type SliceStatements, sliceStatements } from './keyset';
import { COLUMNS, type ReleaseRow, readRelease } from './releaseRow';
import { type Session, idValue } from './sql';

const OF_ORGANIZATION = sliceStatements(`SELECT ${COLUMNS} FROM release WHERE release.organization_id = ?`, {
  columns: ['release.dated', 'release.id'],
  descending: true,
});
/** Begins with the bindings, which are in the order of the list. */
const OF_PROJECT = sliceStatements(
  `SELECT ${COLUMNS} FROM release_project rp CROSS JOIN release WHERE rp.project_id = ? AND release.id = rp.release_id`,
  { columns: ['rp.dated', 'rp.release_id'], descending: true },
);

/** One page of an organization's releases, newest first; the cursor's key is date and id. */
export function readOrganizationReleases(
  session: Session,
  organizationId: string,
  page: PageRequest,
): Promise<Page<Release>> {
  return readList(session, OF_ORGANIZATION, organizationId, page);
}

/** One page of the releases bound to a project, in the same order. */
export function readProjectReleases(session: Session, projectId: string, page: PageRequest): Promise<Page<Release>> {
  return readList(session, OF_PROJECT, projectId, page);
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
