import type { JsonObject, Remark, RemarkTree } from '../../domain/event';
import { mapRemarkedFields, type RemarkedEvent, remarkedValue } from '../normalize/remarks';
import { ADDRESS_PLACEHOLDER } from './piiDetectors';
import { FILTERED } from './secretFormats';

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

/** Returns remarks on the items of a list. Redacted lists have as many items as before. */
function compareItems(before: readonly unknown[], after: readonly unknown[], remarksOn: RemarksOn): RemarkTree | null {
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
