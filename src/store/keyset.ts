import type { Cursor } from '../domain/page';

/** An ordered list as its statements say it. */
export interface Order {
  /** The key's columns, comma-separated. */
  readonly columns: string;
  readonly descending: boolean;
}

/** Gives the statement of one query for each way a page can be cut. */
export interface SliceStatements {
  /** The statement for this cursor; its values are those of the query, the key, and the limit. */
  for(cursor: Cursor | null): string;
}

/**
 * Extends a query with a WHERE clause by everything that cuts a page: comparison with the key, order, and limit.
 * Comparing whole keys makes a page one stretch of the index, wherever it begins.
 */
export function sliceStatements(query: string, order: Order): SliceStatements {
  const columns = order.columns.split(',').map((column) => column.trim());
  const marks = columns.map(() => '?').join(', ');
  const text = (comparison: string, descending: boolean) => {
    const place = comparison === '' ? '' : `AND (${columns.join(', ')}) ${comparison} (${marks})`;
    const sorted = columns.map((column) => `${column} ${descending ? 'DESC' : 'ASC'}`).join(', ');
    return `${query} ${place} ORDER BY ${sorted} LIMIT ?`;
  };
  const either = (descending: boolean) => {
    const sign = descending ? '<' : '>';
    return { exclusive: text(sign, descending), inclusive: text(`${sign}=`, descending) };
  };
  const first = text('', order.descending);
  const onwards = either(order.descending);
  const backwards = either(!order.descending);
  return {
    for(cursor) {
      if (cursor === null) return first;
      const way = cursor.backwards ? backwards : onwards;
      return cursor.inclusive ? way.inclusive : way.exclusive;
    },
  };
}
