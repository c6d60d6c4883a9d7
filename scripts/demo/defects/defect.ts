/** What a defect of the demo is, and how its events are written. */
import type { Json, Random } from '../../support/payloads';

export type ProjectName = 'storefront' | 'orders-api' | 'recommender' | 'reader-app';

/** A defect of a program. */
export interface Defect {
  readonly name: string;
  readonly project: ProjectName;
  /** Events on an average day, before `shape`. */
  readonly perDay: number;
  /** How much more or less often it happens on a day: 0 is the first of the fortnight, 14 is now. */
  readonly shape?: (day: number) => number;
  /** What its events say of the error itself; the rest follows from the project. */
  readonly make: (random: Random) => Json;
  /** The action of the front end that throws it, in place of what `make` says of the exception. */
  readonly action?: string;
  /** Where in the program it happens. */
  readonly transaction?: string;
  readonly environment?: string;
}

/** Happens only between two days. */
export const between = (from: number, to: number) => (day: number) => (day >= from && day < to ? 1 : 0);
export const since = (from: number) => between(from, Infinity);
/** Grows from one day on, to a multiple. */
export const growing = (from: number, factor: number) => (day: number) =>
  day < from ? 1 : 1 + ((factor - 1) * (day - from)) / (14 - from);
/** Much of it within hours, and little else. */
export const spike = (at: number, hours: number, factor: number) => (day: number) =>
  day >= at && day < at + hours / 24 ? factor : 1;

/** An error of a chain. */
interface Thrown {
  readonly type: string;
  readonly value: string;
  readonly frames?: readonly Json[];
  readonly module?: string;
  readonly handled?: boolean;
  readonly mechanism?: string;
}

/** An exception with its causes, the outermost first. SDKs send the innermost first. */
export function exception(...chain: readonly Thrown[]): Json {
  const values = chain.map(({ type, value, frames, module, handled = true, mechanism = 'generic' }, index) => ({
    type,
    value,
    ...(module !== undefined && { module }),
    ...(frames !== undefined && { stacktrace: { frames } }),
    mechanism: {
      type: index === 0 ? mechanism : 'chained',
      handled,
      ...(chain.length > 1 && { exception_id: index }),
      ...(index > 0 && { parent_id: index - 1 }),
    },
  }));
  return { exception: { values: values.reverse() } };
}

/** Any ISBN. */
export const isbn = (random: Random) =>
  `978-${random.below(10)}-${10 + random.below(89)}-${100_000 + random.below(899_999)}-${random.below(10)}`;
