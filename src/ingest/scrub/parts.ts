import type { JsonObject } from '../../domain/event';
import type { Rules } from './rules';

export function scrubText(text: string | null, rules: Rules): string | null {
  return text === null ? null : rules.text(text);
}

/** An object stays an object, whatever stands in it. */
export function scrubObject(value: JsonObject, rules: Rules): JsonObject {
  return rules.value(value) as JsonObject;
}

export function scrubOptional(value: JsonObject | null, rules: Rules): JsonObject | null {
  return value === null ? null : scrubObject(value, rules);
}

/** Each is an object of its own, also one whose alias names a secret: then all of it but its type goes. */
export function scrubContexts(contexts: Record<string, JsonObject>, rules: Rules): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(contexts).map(([alias, context]) => [rules.text(alias), scrubContext(alias, context, rules)]),
  );
}

/** Tells what becomes of an object by its name alone. */
const NOTHING: JsonObject = {};

function scrubContext(alias: string, context: JsonObject, rules: Rules): JsonObject {
  const scrubbed = scrubObject(context, rules);
  if (typeof rules.member(alias, NOTHING) === 'object') return scrubbed;
  const members = Object.entries(scrubbed).map(([name, value]) => [
    name,
    name === 'type' ? value : rules.member(alias, value),
  ]);
  return Object.fromEntries(members) as JsonObject;
}

export function scrubPairs(
  pairs: readonly [string, string][],
  rules: Rules,
  scrub = (value: string, name: string) => String(rules.member(name, value)),
): [string, string][] {
  return pairs.map(([name, value]) => [rules.text(name), scrub(value, name)]);
}
