import type { Dialect } from '../engine/dialect';
import { type Condition, conditionOf, type ResolvedTerm } from './issueConditions';

/** A search expression with negations only at its terms. */
export type Expression = Junction | Literal;

interface Junction {
  readonly kind: 'and' | 'or';
  readonly parts: readonly Expression[];
}

interface Literal {
  readonly kind: 'literal';
  readonly term: ResolvedTerm;
  readonly isNegated: boolean;
}

/** The conditions of a search. */
export class IssueFilter {
  /** The condition on the status that all issues must meet, for an index; none if they may have any status. */
  readonly status: readonly Condition[];
  /** The range of last events of all issues: the list in their order begins and ends there. */
  readonly bounds: readonly TimeBound[];
  /** The condition on rows, apart from the status. */
  readonly where: Condition;
  private readonly parts: readonly Expression[];

  constructor(
    expression: Expression,
    private readonly dialect: Dialect,
  ) {
    const all = flatten(expression);
    const status = all.find((part) => isTerm(part, 'status'));
    this.parts = all.filter((part) => part !== status);
    this.status = status === undefined ? [] : [this.render(status)];
    this.bounds = all.flatMap((part) => boundsOf(part));
    this.where = joinConditions(
      this.parts.map((part) => this.render(part)),
      ' AND ',
    );
  }

  /** True if the search is only for a status, or for all issues. */
  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  /** True if no issue can match. */
  get isNever(): boolean {
    return this.parts.some(
      (part) => part.kind === 'literal' && part.term.kind === 'constant' && part.term.isMet === part.isNegated,
    );
  }

  private render(expression: Expression): Condition {
    if (expression.kind === 'literal') {
      const { term, isNegated } = expression;
      const condition = conditionOf(term, this.dialect);
      return isNegated ? { ...condition, sql: `NOT (${condition.sql})` } : condition;
    }
    const parts = cheapestFirst(expression.parts).map((part) => this.render(part));
    return joinConditions(parts, expression.kind === 'and' ? ' AND ' : ' OR ');
  }
}

/**
 * Sorts the parts of a condition: conditions on the row of the issue come before lookups in other tables, because
 * SQLite evaluates them as written, and only as far as needed.
 */
function cheapestFirst(parts: readonly Expression[]): Expression[] {
  return parts.toSorted((one, other) => Number(looksUp(one)) - Number(looksUp(other)));
}

function looksUp(expression: Expression): boolean {
  return expression.kind === 'literal' ? !ROW_TERMS.has(expression.term.kind) : expression.parts.some(looksUp);
}

const ROW_TERMS: ReadonlySet<ResolvedTerm['kind']> = new Set([
  'constant',
  'status',
  'substatus',
  'platform',
  'time',
  'count',
  'ids',
  'assigned',
]);

const ALWAYS: Condition = { sql: '1 = 1', values: [] };

/** Returns the expressions of which an issue must meet all. */
function flatten(expression: Expression): readonly Expression[] {
  return expression.kind === 'and' ? expression.parts.flatMap(flatten) : [expression];
}

/** Returns true if the expression is a term of a kind, without a negation. */
export function isTerm(expression: Expression, kind: ResolvedTerm['kind']): boolean {
  return expression.kind === 'literal' && !expression.isNegated && expression.term.kind === kind;
}

/** A limit of the time of the last event, in milliseconds since 1970, UTC. */
export interface TimeBound {
  readonly comparison: '<' | '<=' | '>' | '>=';
  readonly time: number;
}

/**
 * Returns the limits that a term sets for the time of the last event. A lower limit of the first event is one too, because
 * the last event is not before it.
 */
function boundsOf(expression: Expression): TimeBound[] {
  if (expression.kind !== 'literal' || expression.isNegated || expression.term.kind !== 'time') return [];
  const { field, comparison, time } = expression.term;
  if (field === 'firstSeen') return comparison.startsWith('<') ? [] : [{ comparison: '>=', time }];
  if (comparison !== '=') return [{ comparison, time }];
  return [
    { comparison: '>=', time },
    { comparison: '<=', time },
  ];
}

/** Combines conditions. Without conditions, AND is true for all rows and OR for none. */
export function joinConditions(conditions: readonly Condition[], operator: ' AND ' | ' OR '): Condition {
  if (conditions.length === 0) return operator === ' AND ' ? ALWAYS : { sql: '1 = 0', values: [] };
  return {
    sql: `(${conditions.map(({ sql }) => `(${sql})`).join(operator)})`,
    values: conditions.flatMap(({ values }) => values),
  };
}
