import { setImmediate } from 'node:timers/promises';
import type { Cursor } from '../domain/page';
import type { Dialect } from './engine/dialect';
import { type Statement, textOf } from './engine/sql';

/** The order of a list. */
export interface KeysetOrder {
  /** The columns of the key, which is unique. */
  readonly columns: readonly string[];
  readonly descending: boolean;
}

/**
 * Returns the statement that reads a slice from a cursor on. Its parameters are the parameters of the query, the
 * cursor's key, and the limit.
 */
export type SliceStatements = (cursor: Cursor | null) => Statement;

type Comparison = '<' | '<=' | '>' | '>=';

/**
 * Makes the statements of keyset pagination from a query that has a WHERE clause: adds the comparison with the key, the
 * order and the limit. Keys are compared as row values, so that every page is one range of the index.
 * @param extend makes the final statement from one that reads a slice
 */
export function sliceStatements(
  query: Statement,
  { columns, descending }: KeysetOrder,
  extend: (slice: string, dialect: Dialect) => string = (slice) => slice,
): SliceStatements {
  const statement = (rest: string) => (dialect: Dialect) => extend(textOf(query, dialect) + rest, dialect);
  const [forwards, backwards] = descending ? (['<', '>'] as const) : (['>', '<'] as const);
  const from = (comparison: '<' | '>', isInclusive: boolean) => {
    const key = compareKey(columns, isInclusive ? `${comparison}=` : comparison);
    return statement(key + orderBy(columns, comparison === '<'));
  };
  const first = statement(orderBy(columns, descending));
  const next = { exclusive: from(forwards, false), inclusive: from(forwards, true) };
  const previous = { exclusive: from(backwards, false), inclusive: from(backwards, true) };
  return (cursor) => {
    if (cursor === null) return first;
    return (cursor.backwards ? previous : next)[cursor.inclusive ? 'inclusive' : 'exclusive'];
  };
}

function compareKey(columns: readonly string[], comparison: Comparison): string {
  return ` AND (${columns.join(', ')}) ${comparison} (${columns.map(() => '?').join(', ')})`;
}

function orderBy(columns: readonly string[], descending: boolean): string {
  const sorted = columns.map((column) => `${column} ${descending ? 'DESC' : 'ASC'}`);
  return ` ORDER BY ${sorted.join(', ')} LIMIT ?`;
}

/** Number of lists that are read at the same time. */
const LISTS_AT_ONCE = 8;

/** A list in the order of its keys, as far as it has been searched. */
export interface Scan<Row, Key> {
  /** Matching rows that were found but not returned yet. */
  readonly matches: Row[];
  /** The key up to which the list was searched; undefined before the first batch, and at the end of the list. */
  readonly searchedTo: Key | undefined;
  /** Searches the next batch. Returns its cost. */
  advance(): Promise<number>;
}

/** The options of reading several lists as one. */
export interface MergeOptions<Row, Key> {
  readonly keyOf: (row: Row) => Key;
  /** Compares keys in the direction of reading. */
  readonly compare: (one: Key, other: Key) => number;
  /** Number of rows to read. */
  readonly limit: number;
  /** The cost after which no further batch is searched. */
  readonly maxCost: number;
}

/** The rows that were found, and the key at which the search stopped early; undefined if it did not. */
export interface MergedRows<Row, Key> {
  readonly rows: Row[];
  readonly stoppedAt: Key | undefined;
}

/** Calls `work` for each item, for at most `LISTS_AT_ONCE` of them at the same time. Returns the results in order. */
export async function mapInGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += LISTS_AT_ONCE) {
    if (start > 0) await setImmediate();
    const group = items.slice(start, start + LISTS_AT_ONCE);
    results.push(...(await Promise.all(group.map((item, at) => work(item, start + at)))));
  }
  return results;
}

/**
 * Reads scans as one list. Reads no more of each than the list needs; other requests are served between the batches.
 */
export async function readMerged<Row, Key>(
  scans: readonly Scan<Row, Key>[],
  options: MergeOptions<Row, Key>,
): Promise<MergedRows<Row, Key>> {
  const { limit, maxCost } = options;
  const rows: Row[] = [];
  const costs = await mapInGroups(scans, (scan) => scan.advance());
  let cost = costs.reduce((sum, one) => sum + one, 0);
  while (rows.length < limit) {
    const scan = foremost(scans, options);
    const row = scan?.matches.shift();
    if (scan === undefined) break;
    if (row !== undefined) rows.push(row);
    else if (cost >= maxCost) return { rows, stoppedAt: scan.searchedTo };
    else {
      cost += await scan.advance();
      await setImmediate();
    }
  }
  return { rows, stoppedAt: undefined };
}

/** Returns the scan that has, or may have, the next row; undefined at the end of all lists. */
function foremost<Row, Key>(
  scans: readonly Scan<Row, Key>[],
  { keyOf, compare }: MergeOptions<Row, Key>,
): Scan<Row, Key> | undefined {
  let first: Scan<Row, Key> | undefined;
  let firstKey: Key | undefined;
  for (const scan of scans) {
    const [next] = scan.matches;
    const key = next === undefined ? scan.searchedTo : keyOf(next);
    if (key === undefined || (firstKey !== undefined && compare(key, firstKey) >= 0)) continue;
    [first, firstKey] = [scan, key];
  }
  return first;
}
