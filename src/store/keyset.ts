import type { Cursor } from '../domain/page';

/** An ordered list as its statements say it. */
export interface KeysetOrder {
  /** The columns of the key, which is unique. */
  readonly columns: readonly string[];
  readonly descending: boolean;
}

/** The statement that reads one slice from this cursor on; its values are those of the query, the key, and the limit. */
export type SliceStatements = (cursor: Cursor | null) => string;

type Comparison = '<' | '<=' | '>' | '>=';

/**
 * Extends a query that has a WHERE clause by what cuts a page: comparison with the key, order, and limit.
 * Whole keys are compared, which makes a page one stretch of the index, wherever it begins.
 */
export function sliceStatements(query: string, { columns, descending }: KeysetOrder): SliceStatements {
  const [onwards, backwards] = descending ? (['<', '>'] as const) : (['>', '<'] as const);
  const either = (comparison: '<' | '>') => ({
    exclusive: query + compareKey(columns, comparison) + orderBy(columns, comparison === '<'),
    inclusive: query + compareKey(columns, `${comparison}=`) + orderBy(columns, comparison === '<'),
  });
  const first = query + orderBy(columns, descending);
  const ahead = either(onwards);
  const back = either(backwards);
  return (cursor) => {
    if (cursor === null) return first;
    return (cursor.backwards ? back : ahead)[cursor.inclusive ? 'inclusive' : 'exclusive'];
  };
}

function compareKey(columns: readonly string[], comparison: Comparison): string {
  return ` AND (${columns.join(', ')}) ${comparison} (${columns.map(() => '?').join(', ')})`;
}

function orderBy(columns: readonly string[], descending: boolean): string {
  const sorted = columns.map((column) => `${column} ${descending ? 'DESC' : 'ASC'}`);
  return ` ORDER BY ${sorted.join(', ')} LIMIT ?`;
}
