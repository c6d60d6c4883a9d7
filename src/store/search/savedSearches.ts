import { type Page, type PageRequest, readPage, withoutMark } from '../../domain/page';
import type { SavedSearch, SavedSearchContent, SearchVisibility } from '../../domain/issueSearch';
import { sliceStatements } from '../keyset';
import { allocateIds, EntityStore, idValue, nullableId, type ReadSession, type Session } from '../engine/sql';

type SavedSearchRow = Omit<SavedSearch, 'visibility' | 'createdBy'> & {
  ownerId: string;
  memberId: string | null;
  email: string | null;
};

/** Owner of the searches that all members of the organization have. */
const EVERYBODY = 0;

const SELECT = `SELECT CAST(s.id AS TEXT) AS "id", CAST(s.organization_id AS TEXT) AS "organizationId",
    CAST(s.owner_id AS TEXT) AS "ownerId", s.name AS "name", s.query AS "query", s.sort AS "sort",
    CAST(m.id AS TEXT) AS "memberId", m.email AS "email", s.date_created AS "dateCreated"
  FROM saved_search s LEFT JOIN member m ON m.organization_id = s.organization_id AND m.id = s.created_by
  WHERE s.organization_id = ? AND s.owner_id IN (${EVERYBODY}, ?)`;
const LIST = sliceStatements(SELECT, { columns: ['s.owner_id', 's.id'], descending: false });
const FIND = `${SELECT} AND s.id = ?`;
const COUNT =
  'SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM saved_search WHERE organization_id = ? AND owner_id = ?';
const INSERT = `INSERT INTO saved_search (organization_id, owner_id, id, name, query, sort, created_by, date_created)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `UPDATE saved_search SET owner_id = ?, name = ?, query = ?, sort = ?
  WHERE organization_id = ? AND owner_id = ? AND id = ?`;
const DELETE = 'DELETE FROM saved_search WHERE organization_id = ? AND owner_id = ? AND id = ?';

/**
 * The viewer of searches: a member has searches of their own besides the shared ones; a token of the organization only
 * has the shared ones.
 */
export interface SearchViewer {
  readonly organizationId: string;
  readonly memberId: string | null;
}

/** The rows of `saved_search`. */
export class SavedSearchReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the searches of all members, then the member's own; the oldest first. */
  list(viewer: SearchViewer, page: PageRequest): Promise<Page<SavedSearch>> {
    return readPage(
      page,
      async (cursor, limit) => {
        const key = (withoutMark(cursor)?.key ?? []).map(Number);
        const rows = await this.session.all<SavedSearchRow>(LIST(cursor), [...viewerValues(viewer), ...key, limit]);
        return rows.map(readSearch);
      },
      (search) => [`q${ownerOf(viewer, search.visibility)}`, search.id],
    );
  }

  /** Returns a search that the viewer has. */
  async find(viewer: SearchViewer, id: string): Promise<SavedSearch | undefined> {
    const row = await this.session.one<SavedSearchRow>(FIND, [...viewerValues(viewer), idValue(id)]);
    return row && readSearch(row);
  }

  /** Returns the number of the member's own searches, or of the searches of all members. */
  async count(viewer: SearchViewer, visibility: SearchVisibility): Promise<number> {
    const values = [idValue(viewer.organizationId), ownerOf(viewer, visibility)];
    return (await this.session.one<{ count: number }>(COUNT, values))?.count ?? 0;
  }
}

export class SavedSearchWriter extends SavedSearchReader<Session> {
  /** Inserts a search. Returns its id. */
  async insert(viewer: SearchViewer, search: SavedSearchContent & { dateCreated: number }): Promise<string> {
    const [id = 0] = await allocateIds(this.session, 'saved_search', 1);
    const { name, query, sort, visibility, dateCreated } = search;
    const creator = nullableId(viewer.memberId);
    const key = [idValue(viewer.organizationId), ownerOf(viewer, visibility), id];
    await this.session.run(INSERT, [...key, name, query, sort, creator, dateCreated]);
    return String(id);
  }

  /** Changes a search of the member, or of all members. */
  async update(
    viewer: SearchViewer,
    search: SavedSearch,
    { name, query, sort, visibility }: SavedSearchContent,
  ): Promise<void> {
    const values = [ownerOf(viewer, visibility), name, query, sort];
    await this.session.run(UPDATE, [...values, ...keyValues(viewer, search)]);
  }

  async remove(viewer: SearchViewer, search: SavedSearch): Promise<void> {
    await this.session.run(DELETE, keyValues(viewer, search));
  }
}

function readSearch({ ownerId, memberId, email, ...row }: SavedSearchRow): SavedSearch {
  const visibility = ownerId === String(EVERYBODY) ? 'organization' : 'owner';
  return { ...row, visibility, createdBy: memberId === null || email === null ? null : { id: memberId, email } };
}

function ownerOf({ memberId }: SearchViewer, visibility: SearchVisibility): number {
  return visibility === 'organization' || memberId === null ? EVERYBODY : idValue(memberId);
}

function viewerValues(viewer: SearchViewer): [organization: number, owner: number] {
  return [idValue(viewer.organizationId), ownerOf(viewer, 'owner')];
}

function keyValues(viewer: SearchViewer, { visibility, id }: SavedSearch): [number, number, number] {
  return [idValue(viewer.organizationId), ownerOf(viewer, visibility), idValue(id)];
}
