import { setImmediate } from 'node:timers/promises';

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

/** Calls `work` for items of different lists, for some of them at the same time. */
export async function someAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += LISTS_AT_ONCE) {
    if (start > 0) await setImmediate();
    const some = items.slice(start, start + LISTS_AT_ONCE);
    results.push(...(await Promise.all(some.map((item, at) => work(item, start + at)))));
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
  const costs = await someAtOnce(scans, (scan) => scan.advance());
  for (let cost = costs.reduce((sum, one) => sum + one, 0); rows.length < limit;) {
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
