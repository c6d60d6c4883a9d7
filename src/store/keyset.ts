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
