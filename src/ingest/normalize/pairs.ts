import { isObject, type JsonObject } from '../../domain/event';
import { sanitizeText } from '../../domain/text';
import { isAbsent, isEmpty, isNumbered, readAny, type ReadLog, readText } from './values';

type Pair = [string, string];

const MAX_PAIRS = 200;
const MAX_PAIR_NAME = 200;

/**
 * Returns named values as pairs in their order, from a map whose values may be lists, or from a list of pairs or of
 * `{key, value}`. Objects and nested lists become JSON.
 */
export function readPairs(value: unknown, limit: number, log: ReadLog, member: string): Pair[] {
  const pairs: Pair[] = [];
  for (const [name, sent] of namedValues(value, log, member)) {
    const values: unknown[] = Array.isArray(sent) ? sent.slice(0, MAX_PAIRS) : [sent];
    for (const each of values) addPair(pairs, name, each, limit, log, member);
    if (pairs.length >= MAX_PAIRS) return pairs.slice(0, MAX_PAIRS);
  }
  return pairs;
}

function addPair(pairs: Pair[], name: unknown, value: unknown, limit: number, log: ReadLog, member: string): void {
  const key = readText(name, MAX_PAIR_NAME, log, member);
  const text = readAny(value, limit, log) ?? '';
  if (key !== null) pairs.push([key, text]);
  else if (text !== '') log.addDropped(member);
}

/**
 * Iterates over the entries of a map or of a list of entries. Names and values are untyped. Reports other items of a
 * list.
 */
export function* namedValues(value: unknown, log?: ReadLog, member?: string): Generator<[unknown, unknown]> {
  if (isObject(value) && !isNumberedEntries(value)) {
    for (const name of Object.keys(value)) yield [name, value[name]];
  } else if (typeof value === 'object' && value !== null) {
    for (const entry of Object.values(value) as unknown[]) {
      if (Array.isArray(entry) && entry.length >= 2) yield [entry[0], entry[1]];
      else if (isObject(entry) && 'key' in entry) yield [entry['key'], entry['value']];
      else if (!isEmpty(entry)) log?.addDropped(member);
    }
  } else if (!isAbsent(value)) log?.addDropped(member);
}

/** Returns true if an object is a list of pairs as PHP may encode it. */
function isNumberedEntries(value: JsonObject): boolean {
  const isEntry = (entry: unknown) => (Array.isArray(entry) ? entry.length === 2 : isObject(entry) && 'key' in entry);
  return isNumbered(value) && Object.values(value).every(isEntry);
}

/** Parses a query string or a form body. */
export function parseQueryPairs(text: string, limit: number, log: ReadLog, member: string): Pair[] {
  const parts = text.replace(/^\?/, '').split('&', MAX_PAIRS);
  return readPairs(
    parts.filter((part) => part !== '').map((part) => splitAt(part, '=').map(decode)),
    limit,
    log,
    member,
  );
}

/** Parses a `Cookie` header. */
export function parseCookiePairs(text: string, limit: number, log: ReadLog, member: string): Pair[] {
  return readPairs(
    text.split(';', MAX_PAIRS).map((part) => splitAt(part.trim(), '=')),
    limit,
    log,
    member,
  );
}

function splitAt(text: string, separator: string): Pair {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return sanitizeText(text);
  }
}
