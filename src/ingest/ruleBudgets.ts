import { GlobBudget, PreparedTexts } from './globTexts';

/**
 * The settings whose rules are tried on events, by the name that an event reports, with the steps that they may take on one event. A step takes up to
 * 0.1 µs.
 */
const STEPS = {
  'filters:releases': 500_000,
  'filters:error_messages': 3_000_000,
  fingerprintingRules: 1_000_000,
  groupingEnhancements: 1_000_000,
  /** An event that opens an issue is compared with them. */
  ownershipRules: 300_000,
};

type LimitedSetting = keyof typeof STEPS;

/** The steps that the rules of a project may still take on one event. What is tried twice, as by two algorithms of grouping, shares its steps. */
export class RuleBudgets {
  readonly #texts = new PreparedTexts();
  readonly #budgets = new Map<LimitedSetting, GlobBudget>();

  of(setting: LimitedSetting): GlobBudget {
    const known = this.#budgets.get(setting);
    if (known !== undefined) return known;
    const budget = new GlobBudget(STEPS[setting], this.#texts);
    this.#budgets.set(setting, budget);
    return budget;
  }

  /** The settings that could not be applied to the end, because no steps were left. */
  get exceeded(): readonly LimitedSetting[] {
    return [...this.#budgets].filter(([, { remaining }]) => remaining < 0).map(([setting]) => setting);
  }
}
