import type { JsonObject, Remark, RemarkTree } from '../../domain/event';
import type { PiiConfig } from './piiConfig';
import { ADDRESS_PLACEHOLDER, type Detector, type Redaction, newPiiBudget, replaceWith } from './piiDetectors';
import type { PiiStep } from './piiRules';
import type { ValueKind } from './piiSelector';
import { FILTERED, type TextRange } from './secretFormats';
import { redactPairs } from './textSecrets';
import { type RemarkedEvent, mapRemarkedFields, remarkedValue } from '../normalize/remarks';

/** Returns the remarks on a value that was redacted; `after` is null if it was removed. */
export type RemarksOn = (before: unknown, after: unknown) => Remark[];

/**
 * Returns remarks on the values that differ between an event and the redacted event. Skips identical values: scrubbing
 * returns values without redactions themselves.
 */
export function redactionRemarks(before: RemarkedEvent, after: RemarkedEvent, remarksOn: RemarksOn): RemarkTree | null {
  if (before === after || isSame(before, after)) return null;
  return mapRemarkedFields((field) => {
    if (before[field] === after[field]) return null;
    return compare(remarkedValue(before, field), remarkedValue(after, field), remarksOn);
  });
}

/** Returns true if nothing was redacted. It names each field, because it runs for every event. */
function isSame(before: RemarkedEvent, after: RemarkedEvent): boolean {
  return (
    before.logentry === after.logentry &&
    before.exceptions === after.exceptions &&
    before.threads === after.threads &&
    before.stacktrace === after.stacktrace &&
    before.breadcrumbs === after.breadcrumbs &&
    before.tags === after.tags &&
    before.user === after.user &&
    before.request === after.request &&
    before.contexts === after.contexts &&
    before.sdk === after.sdk &&
    before.modules === after.modules &&
    before.extra === after.extra
  );
}

function compare(before: unknown, after: unknown, remarksOn: RemarksOn): RemarkTree | null {
  if (before === after) return null;
  if (isContainer(before) && isContainer(after)) {
    if (!Array.isArray(before)) return compareMembers(before, after, remarksOn);
    if (Array.isArray(after)) return compareItems(before, after, remarksOn);
  }
  return { own: { rem: remarksOn(before, after) } };
}

/** Returns remarks on the items of a list; if items were removed, on the list, because the others have moved. */
function compareItems(before: readonly unknown[], after: readonly unknown[], remarksOn: RemarksOn): RemarkTree | null {
  if (before.length !== after.length) return { own: { rem: remarksOn(before, after) } };
  let members: Record<string, RemarkTree> | null = null;
  for (let index = 0; index < before.length; index++) {
    if (before[index] === after[index]) continue;
    const tree = compare(before[index], after[index], remarksOn);
    if (tree !== null) (members ??= {})[index] = tree;
  }
  return members === null ? null : { members };
}

function compareMembers(before: JsonObject, after: JsonObject, remarksOn: RemarksOn): RemarkTree | null {
  let members: Record<string, RemarkTree> | null = null;
  let newNames: string[] | null = null;
  const names = Object.keys(before);
  for (let index = 0; index < names.length; index++) {
    let name = names[index] as string;
    if (before[name] === after[name]) continue;
    const value = before[name];
    if (!(name in after)) {
      // A key that contained a secret was renamed at its position, unless the member was removed.
      newNames ??= Object.keys(after);
      if (newNames.length === names.length) name = newNames[index] ?? name;
    }
    const tree = compare(value, after[name] ?? null, remarksOn);
    if (tree !== null) (members ??= {})[name] = tree;
  }
  return members === null ? null : { members };
}

function isContainer(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** Returns a function that creates the remarks of rules which replace values by a placeholder. */
function remarksOfPlaceholder(placeholder: string, ruleOfPart: string, ruleOfWhole: string): RemarksOn {
  return (before, after) => {
    if (after === null) return [[ruleOfWhole, 'x']];
    if (typeof after !== 'string') return [[ruleOfWhole, 's']];
    if (after === FILTERED) return [[ruleOfWhole, 's', 0, after.length]];
    const starts = typeof before === 'string' ? newPlaceholders(before, after, placeholder) : [];
    return starts.length === 0
      ? [[ruleOfPart, 's']]
      : starts.map((start) => [ruleOfPart, 's', start, start + placeholder.length]);
  };
}

/** Maximum number of placeholders of one text that get remarks of their own. */
const MAX_PLACEHOLDERS = 100;

/** Returns the offsets of the placeholders that a text contains only since it was redacted. */
function newPlaceholders(before: string, after: string, placeholder: string): number[] {
  const starts: number[] = [];
  let beforeAt = 0;
  let next = after.indexOf(placeholder);
  let kept = 0;
  while (next !== -1 && starts.length < MAX_PLACEHOLDERS) {
    // The text between two placeholders was kept.
    beforeAt = Math.max(beforeAt, before.indexOf(after.slice(kept, next), beforeAt)) + next - kept;
    if (before.startsWith(placeholder, beforeAt)) beforeAt += placeholder.length;
    else starts.push(next);
    kept = next + placeholder.length;
    next = after.indexOf(placeholder, kept);
  }
  return starts;
}

/**
 * Creates the remarks of the built-in scrubbing: on a value redacted because of its key or as a whole, and on secrets
 * in a text.
 */
export const remarksOfSecrets = remarksOfPlaceholder(FILTERED, '@common:filter', '@password:filter');

/** Creates the remarks of the scrubbing of IP addresses. */
export const remarksOfAddresses = remarksOfPlaceholder(ADDRESS_PLACEHOLDER, '@ip:replace', '@ip:filter');

/** Records the changes that the rules of a PII configuration made to the values of one event. */
export class PiiRemarks {
  readonly #texts = new Map<string, Remark[]>();

  addText(before: string, after: string | null, remarks: Remark[]): void {
    this.#texts.set(keyOf(before, after), remarks);
  }

  /**
   * Records that a rule matched a value, other than a text, as a whole.
   * @param rule the rule that matched
   */
  addWhole(before: unknown, rule: string): void {
    this.#texts.set(keyOf(JSON.stringify(before), null), [[rule, 'x']]);
  }

  readonly remarksOn: RemarksOn = (before, after) => {
    const text = typeof before === 'string' ? before : JSON.stringify(before);
    const result = typeof after === 'string' ? after : null;
    return this.#texts.get(keyOf(text, result)) ?? [['@pii', result === null ? 'x' : 's']];
  };
}

function keyOf(before: string, after: string | null): string {
  return after === null ? before : `${before}\0${after}`;
}

/** The path of a value in the documented payload. */
export interface ValuePath {
  readonly place: PiiPlace;
  /** The last name, in lower case. */
  readonly name: string;
  /** True if the value is removed as a whole only if a selector names it. */
  readonly isStructural: boolean;
  /** Number of leading characters of the text that may be redacted; absent if there is no limit. */
  readonly redactableLength?: number;
}

export function childPath({ place, name, isStructural }: ValuePath, ...childNames: string[]): ValuePath {
  let [at, last] = [place, name];
  for (const childName of childNames) {
    last = childName.toLowerCase();
    at = at.child(last);
  }
  return { place: at, name: last, isStructural };
}

/** Returns the path of a value that any selector removes as a whole. */
export function asData({ place, name }: ValuePath): ValuePath {
  return { place, name, isStructural: false };
}

/** The steps of a configuration that apply to a value. */
interface ApplicableSteps {
  readonly all: readonly PiiStep[];
  /** The first step of each detector that may match a value as a whole. */
  readonly whole: readonly PiiStep[];
}

/** Replaces all names that no selector has: the names of selectors are in lower case. */
const OTHER_NAME = 'OTHER';

/** Steps for values that were not compared with the selectors, because no steps were left. */
const UNKNOWN_STEPS = applicable([
  { rule: 'relayPiiConfig', detector: { matchesAnything: true }, redaction: replaceWith() },
]);

/**
 * A set of values of an event that all selectors treat alike: their paths differ at most in names that no selector has.
 * Values are compared with the selectors once for their place, however many values it has.
 */
class PiiPlace {
  readonly #children = new Map<string, PiiPlace>();
  readonly #steps = new Map<string, ApplicableSteps>();

  constructor(
    private readonly config: PiiConfig,
    private readonly names: readonly string[] = [],
  ) {}

  /** Returns the place of a member. @param name in lower case */
  child(name: string): PiiPlace {
    const key = this.config.names.has(name) ? name : OTHER_NAME;
    let child = this.#children.get(key);
    if (child === undefined) this.#children.set(key, (child = new PiiPlace(this.config, [...this.names, key])));
    return child;
  }

  /**
   * Returns the steps that apply to a value. Structural values that no selector names get only the steps that redact
   * parts of texts.
   */
  stepsFor(kind: ValueKind, isStructural: boolean, budget: { remaining: number }): ApplicableSteps {
    const key = isStructural ? `structural ${kind}` : kind;
    const cached = this.#steps.get(key);
    if (cached !== undefined) return cached;
    budget.remaining -= this.config.selectorCost;
    if (budget.remaining < 0) return UNKNOWN_STEPS;
    const { names } = this;
    const steps = applicable(
      this.config.applications.flatMap(({ selector, steps: all, textSteps }) => {
        if (!selector.matches({ names, kind, isStructural: false })) return [];
        const isNamed = !isStructural || (selector.isSpecific && selector.matches({ names, kind, isStructural }));
        return isNamed ? all : textSteps;
      }),
    );
    this.#steps.set(key, steps);
    return steps;
  }

  /** Returns the steps of the selectors that name a record or a list of the event's structure. */
  stepsForRecord(kind: ValueKind, budget: { remaining: number }): readonly PiiStep[] {
    const key = `record ${kind}`;
    const cached = this.#steps.get(key);
    if (cached !== undefined) return cached.whole;
    budget.remaining -= this.config.selectorCost;
    if (budget.remaining < 0) return [];
    const path = { names: this.names, kind, isStructural: true, isRecord: true as const };
    const steps = applicable(
      this.config.applications.flatMap(({ selector, steps: all }) =>
        selector.isSpecific && selector.matches(path) ? all : [],
      ),
    );
    this.#steps.set(key, steps);
    return steps.whole;
  }
}

function applicable(all: readonly PiiStep[]): ApplicableSteps {
  const byDetector = new Map<Detector, PiiStep>();
  for (const step of all) {
    const { detector } = step;
    const mayMatch = detector.matchesAnything === true || detector.matchesKey !== undefined;
    if (mayMatch && !byDetector.has(detector)) byDetector.set(detector, step);
  }
  return { all, whole: [...byDetector.values()] };
}

/**
 * Applies the rules of a PII configuration to the values of one event, and charges their steps. Without steps left,
 * whole values are redacted.
 */
export class PiiRedactor {
  readonly #budget = newPiiBudget();
  readonly #root: PiiPlace;
  /** Detector → key → true if it matches. Keys repeat. */
  readonly #keys = new Map<Detector, Map<string, boolean>>();

  constructor(
    config: PiiConfig,
    private readonly remarks: PiiRemarks,
  ) {
    this.#root = new PiiPlace(config);
  }

  /** True if values were redacted as a whole because no steps were left. */
  get isExhausted(): boolean {
    return this.#budget.remaining < 0;
  }

  dataPath(...names: string[]): ValuePath {
    return childPath({ place: this.#root, name: '', isStructural: false }, ...names);
  }

  structuralPath(...names: string[]): ValuePath {
    return childPath({ place: this.#root, name: '', isStructural: true }, ...names);
  }

  /** Redacts a text; returns null if the rules remove it. */
  text(text: string, path: ValuePath): string | null {
    const { all } = this.#stepsAt(path, 'string');
    return all.length === 0 ? text : this.#redactText(text, all, path);
  }

  /** Redacts free-form data. Values other than texts become null if a rule matches them as a whole. */
  value(value: unknown, path: ValuePath): unknown {
    if (value === null || value === undefined) return value;
    if (typeof value === 'string') return this.text(value, path);
    const whole = this.#stepsAt(path, valueKindOf(value)).whole.find((step) => this.#redactsWhole(step, path));
    if (whole !== undefined) {
      this.remarks.addWhole(value, whole.rule);
      return null;
    }
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => this.value(item, childPath(path, String(index))));
    }
    if (typeof value !== 'object') return value;
    const members = Object.entries(value).map(([name, member]) => [name, this.value(member, childPath(path, name))]);
    return Object.fromEntries(members) as JsonObject;
  }

  /** Returns true if the rules remove a record or a list of the event's structure, because a selector names it. */
  removes(value: object, path: ValuePath): boolean {
    const rule = this.#ruleRemoving(value, path);
    if (rule !== null) this.remarks.addWhole(value, rule);
    return rule !== null;
  }

  /** Returns the items of a list that the rules do not remove, with their paths. */
  keptItems<T extends object>(list: readonly T[], path: ValuePath): { readonly item: T; readonly path: ValuePath }[] {
    if (list.length === 0 || this.removes(list, path)) return [];
    let removedBy: string | null = null;
    const kept: { item: T; path: ValuePath }[] = [];
    for (const [index, item] of list.entries()) {
      const itemPath = childPath(path, String(index));
      const rule = this.#ruleRemoving(item, itemPath);
      if (rule === null) kept.push({ item, path: itemPath });
      else removedBy = rule;
    }
    if (removedBy !== null) this.remarks.addWhole(list, removedBy);
    return kept;
  }

  /** Returns the rule that removes a record or a list; null without steps left, because its values are redacted then. */
  #ruleRemoving(value: object, path: ValuePath): string | null {
    const steps = path.place.stepsForRecord(valueKindOf(value), this.#budget);
    const step = steps.find((one) => this.#redactsWhole(one, path));
    return step === undefined || this.isExhausted ? null : step.rule;
  }

  #stepsAt({ place, isStructural }: ValuePath, kind: ValueKind): ApplicableSteps {
    return place.stepsFor(kind, isStructural, this.#budget);
  }

  #redactsWhole({ detector }: PiiStep, { name }: ValuePath): boolean {
    return detector.matchesAnything === true || (detector.matchesKey !== undefined && this.#matchesKey(detector, name));
  }

  /** Returns true if a detector matches a key; without steps left, always. */
  #matchesKey(detector: Detector, key: string): boolean {
    this.#budget.remaining -= 1;
    let keys = this.#keys.get(detector);
    if (keys === undefined) this.#keys.set(detector, (keys = new Map<string, boolean>()));
    const cached = keys.get(key);
    if (cached !== undefined) return cached;
    if (this.isExhausted) return true;
    const isMatch = detector.matchesKey?.(key, this.#budget) === true;
    keys.set(key, isMatch);
    return isMatch;
  }

  #redactText(text: string, steps: readonly PiiStep[], path: ValuePath): string | null {
    // The end that must not be redacted keeps its length in each step.
    const keptLength = path.redactableLength === undefined ? 0 : text.length - path.redactableLength;
    let out: string | null = text;
    let remarks: Remark[] = [];
    /** Detector → text in which it found nothing. The text is searched again only after another step has changed it. */
    const searched = new Map<Detector, string>();
    for (const step of steps) {
      if (out === null || out === '') break;
      this.#budget.remaining -= 1;
      const before: string = out;
      const isWhole = this.#redactsWhole(step, path);
      if (!isWhole && searched.get(step.detector) === before) continue;
      const end: number = before.length - keptLength;
      const kept: string = before.slice(end);
      const parts: TextRange[] = [];
      const redacted: string | null = isWhole
        ? this.#redactWhole(before.slice(0, end), step.redaction)
        : this.#redactParts(before.slice(0, end), step, parts);
      out = redacted === null && kept === '' ? null : (redacted ?? '') + kept;
      if (out === before) searched.set(step.detector, before);
      else remarks = [...withoutRanges(remarks), ...remarksOfStep(step, redacted, parts)].slice(-MAX_PARTS);
      // The rest of the text is redacted as a whole.
      if (this.isExhausted) break;
    }
    if (remarks.length > 0) this.remarks.addText(text, out, remarks);
    return out;
  }

  #redactWhole(text: string, redaction: Redaction): string | null {
    this.#budget.remaining -= redaction.cost + (text.length >> 2);
    if (redaction.method === 'remove') return null;
    return this.isExhausted ? FILTERED : redaction.apply(text);
  }

  /**
   * Redacts parts of a text.
   * @param parts receives the ranges of the result that were redacted, as far as they are known
   */
  #redactParts(text: string, { detector, redaction }: PiiStep, parts: TextRange[]): string {
    const ranges = this.isExhausted ? null : this.#find(text, detector, redaction);
    if (ranges === null || typeof ranges === 'string') return ranges ?? FILTERED;
    return replaceRanges(text, ranges, redaction, parts);
  }

  /** Returns the ranges to redact, or the redacted text; null if no steps are left. */
  #find(text: string, detector: Detector, redaction: Redaction): TextRange[] | string | null {
    let matches: TextRange[] | string | null = [];
    if (detector.matchesKey === undefined) {
      matches = detector.find?.(text, this.#budget) ?? null;
      if (matches !== null) this.#budget.remaining -= redaction.cost * matches.length;
    } else {
      this.#budget.remaining -= text.length;
      if (!this.isExhausted && PAIR_HINT.test(text)) {
        matches = redactPairs(text, (key) => this.#matchesPairKey(detector, key));
      }
    }
    return this.isExhausted ? null : matches;
  }

  #matchesPairKey(detector: Detector, key: string): boolean {
    const isMatch = this.#matchesKey(detector, key);
    this.#budget.remaining -= isMatch ? REDACTED_PAIR_STEPS : PAIR_STEPS;
    return isMatch;
  }
}

/** Matches every text with a key and its value. */
const PAIR_HINT = /[=:-]|%3d/i;
/** Numbers of steps for a key in a text, in addition to comparing it: if its value is kept, and if it is redacted. */
const PAIR_STEPS = 4;
const REDACTED_PAIR_STEPS = 60;

function valueKindOf(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'object';
}

const REMARK_KINDS: Readonly<Record<Redaction['method'], string>> = { remove: 'x', replace: 's', mask: 'm', hash: 'p' };

/**
 * Returns the remarks of one step.
 * @param parts the redacted ranges of the result; empty if the whole value was redacted, or if they are not known
 */
function remarksOfStep(
  { rule, detector, redaction }: PiiStep,
  result: string | null,
  parts: readonly TextRange[],
): Remark[] {
  const kind = REMARK_KINDS[redaction.method];
  if (parts.length > 0) return parts.map(({ start, end }) => [rule, kind, start, end]);
  return result === null || result === '' || detector.find !== undefined || detector.matchesKey !== undefined
    ? [[rule, kind]]
    : [[rule, kind, 0, result.length]];
}

/** Returns the remarks without ranges: these refer to a text that another rule has changed since. */
function withoutRanges(remarks: readonly Remark[]): Remark[] {
  return remarks.map(([rule, kind]) => [rule, kind]);
}

/** Maximum number of ranges of one text that get remarks of their own, and of remarks on the text. */
const MAX_PARTS = 100;

/** Redacts ranges of a text. Skips a range that overlaps the one before. */
function replaceRanges(text: string, ranges: readonly TextRange[], redaction: Redaction, parts: TextRange[]): string {
  let out = '';
  let done = 0;
  for (const { start, end } of ranges) {
    if (start < done) continue;
    out += text.slice(done, start);
    const from = out.length;
    out += redaction.apply(text.slice(start, end));
    if (parts.length < MAX_PARTS) parts.push({ start: from, end: out.length });
    done = end;
  }
  return out + text.slice(done);
}
