import { BadRequest } from './errors';

/** Rows in a page when the caller does not say (decisions.md D16). */
export const DEFAULT_PAGE_SIZE = 100;

/**
 * A place in an ordered list: the key of a row and which way to read from it.
 * `inclusive` means that the row itself belongs to the page.
 */
export interface Cursor {
  readonly key: readonly string[];
  readonly backwards: boolean;
  readonly inclusive: boolean;
}

/** Which page is wanted; no cursor means the first. */
export interface PageRequest {
  readonly cursor: Cursor | null;
  readonly size: number;
}

/** One neighbour of a page: where it begins and whether it has rows. */
export interface AdjacentPage {
  readonly cursor: string;
  readonly exists: boolean;
}

/** Rows in list order, with what the `Link` header needs (decisions.md D16). */
export interface Page<Row> {
  readonly rows: Row[];
  readonly previous: AdjacentPage;
  readonly next: AdjacentPage;
}

/** Reads at most `limit` rows from `cursor` on, nearest first: in list order, or against it if the cursor is backwards. */
export type ReadRows<Row> = (cursor: Cursor | null, limit: number) => Promise<Row[]>;

/**
 * The text form: the key's parts and a digit (1 = backwards, 2 = inclusive, 3 = both), joined by colons. Without a key, as in an
 * empty list, it is empty: the first page.
 */
export function encodeCursor(cursor: Cursor): string {
  if (cursor.key.length === 0) return '';
  const flags = (cursor.backwards ? 1 : 0) + (cursor.inclusive ? 2 : 0);
  return [...cursor.key, String(flags)].join(':');
}

/**
 * Reads the text form back. Empty or absent text means the first page.
 * @param pattern one expression per key part, each matched whole
 * @throws BadRequest for any other text
 */
export function decodeCursor(text: string | undefined, pattern: readonly RegExp[]): Cursor | null {
  if (text === undefined || text === '') return null;
  const parts = text.split(':');
  const flags = parts.pop() ?? '';
  const fits = parts.length === pattern.length && parts.every((part, index) => pattern[index]?.test(part));
  if (!fits || !/^[0-3]$/.test(flags)) throw new BadRequest('Invalid cursor parameter.');
  return { key: parts, backwards: (Number(flags) & 1) === 1, inclusive: (Number(flags) & 2) === 2 };
}

/**
 * Reads one page and looks whether its neighbours have rows, so that no link with `results="true"` leads to an empty page.
 * @param keyOf the key of a row, as its cursor carries it
 */
export async function readPage<Row>(
  request: PageRequest,
  slice: ReadRows<Row>,
  keyOf: (row: Row) => string[],
): Promise<Page<Row>> {
  const { cursor, size } = request;
  const found = await slice(cursor, size + 1);
  const more = found.length > size;
  const rows = found.slice(0, size);
  if (cursor?.backwards) rows.reverse();
  const edges = edgeCursors(rows, cursor, keyOf);
  const ahead = cursor?.backwards ? edges.next : edges.previous;
  const other = cursor === null ? false : (await slice(ahead, 1)).length > 0;
  return {
    rows,
    previous: { cursor: encodeCursor(edges.previous), exists: cursor?.backwards ? more : other },
    next: { cursor: encodeCursor(edges.next), exists: cursor?.backwards ? other : more },
  };
}

/**
 * A page cut down to so many rows, at least one: those nearest to where it was asked from. Its neighbour begins with the others.
 * @param request the one that the page answers
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

/** The cursors just outside a page. An empty page has none of its own rows to start from and turns its cursor round. */
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
  const place = cursor ?? { key: [], backwards: false, inclusive: false };
  const turned = { key: place.key, backwards: !place.backwards, inclusive: !place.inclusive };
  return place.backwards ? { previous: place, next: turned } : { previous: turned, next: place };
}
