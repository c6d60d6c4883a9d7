import type { Dialect } from '../engine/dialect';
import { type Condition, conditionOf, type ResolvedTerm } from './issueConditions';

/** A search whose negations are at its terms. */
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
  /** The status that all issues have, for an index; none for any. */
  readonly status: readonly Condition[];
  /** The range of last events that all issues are in: where a list in their order begins and ends. */
  readonly bounds: readonly TimeBound[];
  /** What rows must meet, apart from the status. */
  readonly where: Condition;
  private readonly wanted: readonly Expression[];

  constructor(
    expression: Expression,
    private readonly dialect: Dialect,
  ) {
    const all = flatten(expression);
    const status = all.find((part) => isTerm(part, 'status'));
    this.wanted = all.filter((part) => part !== status);
    this.status = status === undefined ? [] : [this.render(status)];
    this.bounds = all.flatMap((part) => boundsOf(part));
    this.where = joinConditions(
      this.wanted.map((part) => this.render(part)),
      ' AND ',
    );
  }

  /** Whether the search is for a status and nothing else, or for all issues. */
  get isEmpty(): boolean {
    return this.wanted.length === 0;
  }

  /** Whether no issue can match. */
  get isNever(): boolean {
    return this.wanted.some(
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

/** Orders what SQLite evaluates as it is written, and as far as it has to: what the row of the issue says before what is looked up elsewhere. */
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

/** What an issue must meet all of. */
function flatten(expression: Expression): readonly Expression[] {
  return expression.kind === 'and' ? expression.parts.flatMap(flatten) : [expression];
}

/** Whether all issues must meet a term of a kind. */
export function isTerm(expression: Expression, kind: ResolvedTerm['kind']): boolean {
  return expression.kind === 'literal' && !expression.isNegated && expression.term.kind === kind;
}

/** A limit of the time of the last event, in milliseconds since 1970, UTC. */
export interface TimeBound {
  readonly comparison: '<' | '<=' | '>' | '>=';
  readonly time: number;
}

/** What a term says about the time of the last event. It is not before the first event. */
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

/** Combines conditions; no conditions are met by all rows for AND, by none for OR. */
export function joinConditions(conditions: readonly Condition[], operator: ' AND ' | ' OR '): Condition {
  if (conditions.length === 0) return operator === ' AND ' ? ALWAYS : { sql: '1 = 0', values: [] };
  return {
    sql: `(${conditions.map(({ sql }) => `(${sql})`).join(operator)})`,
    values: conditions.flatMap(({ values }) => values),
  };
}
