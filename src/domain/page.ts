/** Rows of a page if the caller gives no number (openapi/DECISIONS.md D16). */
export const DEFAULT_PAGE_SIZE = 100;

/**
 * A position in an ordered list: the key of a row and the direction in which to read from it.
 * `inclusive` means that the row itself belongs to the page.
 */
export interface Cursor {
  readonly key: readonly string[];
  readonly backwards: boolean;
  readonly inclusive: boolean;
}

/** A request for a page; without a cursor, for the first one. */
export interface PageRequest {
  readonly cursor: Cursor | null;
  readonly size: number;
}

/** The page before or after another one: its cursor, and whether it has rows. */
export interface AdjacentPage {
  readonly cursor: string;
  readonly exists: boolean;
}

/** The rows of a page in list order, and the adjacent pages for the `Link` header (openapi/DECISIONS.md D16). */
export interface Page<Row> {
  readonly rows: Row[];
  readonly previous: AdjacentPage;
  readonly next: AdjacentPage;
}

/**
 * Reads at most `limit` rows from the cursor, nearest first: in list order, or in reverse if the cursor is backwards.
 */
export type ReadRows<Row> = (cursor: Cursor | null, limit: number) => Promise<Row[] | PartialRows<Row>>;

/** Rows of a search that may have stopped before it found the requested number. */
export interface PartialRows<Row> {
  readonly rows: readonly Row[];
  /** The key up to which the list was searched; null unless the search stopped early. */
  readonly stoppedAt: readonly string[] | null;
}

/**
 * Encodes a cursor as the parts of its key and a digit (1 = backwards, 2 = inclusive, 3 = both), joined by colons. The
 * cursor of an empty list has no key and is encoded as the empty text, which means the first page.
 */
export function encodeCursor(cursor: Cursor): string {
  if (cursor.key.length === 0) return '';
  const flags = (cursor.backwards ? 1 : 0) + (cursor.inclusive ? 2 : 0);
  return [...cursor.key, String(flags)].join(':');
}

/**
 * Decodes a cursor that has the form of the list's cursors, which the contract gives as a pattern. Empty or absent text
 * means the first page.
 */
export function decodeCursor(text: string | undefined): Cursor | null {
  if (text === undefined || text === '') return null;
  const key = text.split(':');
  const flags = Number(key.pop());
  return { key, backwards: (flags & 1) === 1, inclusive: (flags & 2) === 2 };
}

/**
 * Removes the letter in front of a key. It distinguishes the cursors of lists whose keys have the same form; cursors of
 * earlier versions have none.
 */
export function withoutMark(cursor: Cursor | null): Cursor | null {
  const [first = '', ...rest] = cursor?.key ?? [];
  return cursor && { ...cursor, key: [first.replace(/^[a-z]/, ''), ...rest] };
}

/**
 * Reads one page and checks whether the adjacent pages have rows, so that no link with `results="true"` leads to an
 * empty page; only a search that stopped early does not know whether there is more.
 * @param keyOf returns the key of a row in cursors
 */
export async function readPage<Row>(
  request: PageRequest,
  readRows: ReadRows<Row>,
  keyOf: (row: Row) => string[],
): Promise<Page<Row>> {
  const { cursor, size } = request;
  const backwards = cursor?.backwards ?? false;
  const partial = toPartialRows(await readRows(cursor, size + 1));
  const hasMore = partial.rows.length > size || partial.stoppedAt !== null;
  const rows = partial.rows.slice(0, size);
  if (backwards) rows.reverse();
  const edges = edgeCursors(rows, cursor, keyOf);
  if (partial.rows.length <= size && partial.stoppedAt !== null)
    edges[backwards ? 'previous' : 'next'] = { key: partial.stoppedAt, backwards, inclusive: false };
  const opposite = backwards ? edges.next : edges.previous;
  const beyond = cursor === null ? null : toPartialRows(await readRows(opposite, 1));
  const hasOpposite = beyond !== null && (beyond.rows.length > 0 || beyond.stoppedAt !== null);
  return {
    rows,
    previous: { cursor: encodeCursor(edges.previous), exists: backwards ? hasMore : hasOpposite },
    next: { cursor: encodeCursor(edges.next), exists: backwards ? hasOpposite : hasMore },
  };
}

/**
 * Returns the rows of a sorted list in memory from the cursor, nearest first, as `ReadRows` does.
 * @param compareToKey returns a negative number for a row before the key of the cursor, and 0 for the row itself
 */
export function rowsFrom<Row>(
  rows: readonly Row[],
  cursor: Cursor | null,
  compareToKey: (row: Row, key: readonly string[]) => number,
): Row[] {
  if (cursor === null) return [...rows];
  const { key, backwards, inclusive } = cursor;
  const selected = rows.filter((row) => {
    const order = compareToKey(row, key);
    return order === 0 ? inclusive : order > 0 !== backwards;
  });
  return backwards ? selected.reverse() : selected;
}

function toPartialRows<Row>(result: Row[] | PartialRows<Row>): PartialRows<Row> {
  return 'stoppedAt' in result ? result : { rows: result, stoppedAt: null };
}

/**
 * Truncates a page to `count` rows, the nearest to its cursor. The adjacent page then begins with the omitted rows.
 * @param count at least 1
 */
export function truncatePage<Row>(
  page: Page<Row>,
  count: number,
  { cursor }: PageRequest,
  keyOf: (row: Row) => string[],
): Page<Row> {
  if (count >= page.rows.length) return page;
  const rows = cursor?.backwards ? page.rows.slice(-count) : page.rows.slice(0, count);
  const { previous, next } = edgeCursors(rows, cursor, keyOf);
  return cursor?.backwards
    ? { ...page, rows, previous: { cursor: encodeCursor(previous), exists: true } }
    : { ...page, rows, next: { cursor: encodeCursor(next), exists: true } };
}

/**
 * Returns the cursors of the adjacent pages. For an empty page, which has no row to begin from, one of them reverses
 * the direction of its own cursor.
 */
function edgeCursors<Row>(
  rows: readonly Row[],
  cursor: Cursor | null,
  keyOf: (row: Row) => string[],
): { previous: Cursor; next: Cursor } {
  const first = rows[0];
  const last = rows[rows.length - 1];
  if (first !== undefined && last !== undefined) {
    return {
      previous: { key: keyOf(first), backwards: true, inclusive: false },
      next: { key: keyOf(last), backwards: false, inclusive: false },
    };
  }
  const position = cursor ?? { key: [], backwards: false, inclusive: false };
  const reversed = { key: position.key, backwards: !position.backwards, inclusive: !position.inclusive };
  return position.backwards ? { previous: position, next: reversed } : { previous: reversed, next: position };
}
