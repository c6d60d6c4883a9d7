import { GlobBudget, PreparedTexts } from './globTexts';

/**
 * Setting whose rules are tried on events, as reported by an event → number of steps that the rules may take on one
 * event. A step takes up to 0.1 µs.
 */
const STEPS = {
  'filters:releases': 500_000,
  'filters:error_messages': 3_000_000,
  fingerprintingRules: 1_000_000,
  groupingEnhancements: 1_000_000,
  /** These rules are compared with an event that opens an issue. */
  ownershipRules: 300_000,
};

type LimitedSetting = keyof typeof STEPS;

/**
 * Number of steps that the rules of a project may still take on one event. Rules that are tried twice, as by two
 * grouping algorithms, share their steps.
 */
export class RuleBudgets {
  readonly #texts = new PreparedTexts();
  readonly #budgets = new Map<LimitedSetting, GlobBudget>();

  of(setting: LimitedSetting): GlobBudget {
    const cached = this.#budgets.get(setting);
    if (cached !== undefined) return cached;
    const budget = new GlobBudget(STEPS[setting], this.#texts);
    this.#budgets.set(setting, budget);
    return budget;
  }

  /** The settings that were not fully applied because no steps were left. */
  get exceeded(): readonly LimitedSetting[] {
    return [...this.#budgets].filter(([, { remaining }]) => remaining < 0).map(([setting]) => setting);
  }
}
