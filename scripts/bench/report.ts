import type { Figure } from './stats';
import type { TargetName } from './targets';

/** A number, a number over several rounds, or words. */
export type Cell = number | Figure | string;

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** How to read it. */
  readonly note: string;
}

/** What a scenario has found out. */
export interface Outcome {
  readonly tables: readonly Table[];
  readonly reached: Readonly<Partial<Record<TargetName, number>>>;
}
