/** The types of the demo's defects, and their frequency over time. */
import type { Json } from '../support/payloads';

export type ProjectName = 'storefront' | 'orders-api' | 'recommender' | 'reader-app';

/** A frame as a stack shows it, or several by a name that begins with `@`; with its variables, if it has some. */
export type Frame = string | readonly [frame: string, vars: Json];

/** An error of a chain. */
export interface Thrown {
  readonly type: string;
  readonly value: string;
  readonly module?: string;
  /** The outermost call first. */
  readonly frames?: readonly Frame[];
  readonly handled?: boolean;
  readonly mechanism?: string;
}

/** A defect of a program. Its texts have placeholders. */
export interface Defect {
  readonly name: string;
  readonly project: ProjectName;
  /** Events on an average day. */
  readonly perDay: number;
  /**
   * Factors of the frequency, each by the day from which it applies: day 0 is the first of the fortnight, day 14 is
   * now.
   */
  readonly shape?: Readonly<Record<number, number>>;
  /** The day from which the frequency grows, and the factor that it reaches on the last day. */
  readonly growing?: readonly [from: number, factor: number];
  /** The place in the program at which it happens. */
  readonly transaction?: string;
  /** The action of the front end that throws it, in place of `error`. */
  readonly action?: string;
  readonly error?: Thrown;
  /** The causes of the error, the next one first. */
  readonly causes?: readonly Thrown[];
  readonly threads?: readonly (Json & { readonly frames?: readonly Frame[] })[];
  /** Further fields of its events. */
  readonly fields?: Json;
}

/** Returns the factor by which a defect is more or less frequent on a day than on average. */
export function weightOf({ shape = {}, growing }: Defect, day: number): number {
  if (growing !== undefined) {
    const [from, factor] = growing;
    return day < from ? 1 : 1 + ((factor - 1) * (day - from)) / (14 - from);
  }
  const begun = Object.keys(shape)
    .map(Number)
    .filter((from) => from <= day);
  return begun.length === 0 ? 1 : (shape[Math.max(...begun)] ?? 1);
}
