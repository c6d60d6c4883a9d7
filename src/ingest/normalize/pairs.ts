import { harmless } from '../../domain/text';
import { isObject } from '../../domain/json';
import { readScalar } from './read';

type Pair = [string, string];

const MAX_PAIRS = 200;
const MAX_NAME = 200;

/**
 * Named values as ordered pairs: from a map whose values may be lists, or from a list of pairs or of `{key, value}`
 * (reference/ingest.md §2.1). A value that is no text, number or boolean is left out.
 */
export function readPairs(value: unknown, limit: number): Pair[] {
  const pairs: Pair[] = [];
  for (const [name, sent] of namedValues(value)) {
    for (const one of Array.isArray(sent) ? sent.slice(0, MAX_PAIRS) : [sent]) addPair(pairs, name, one, limit);
    if (pairs.length >= MAX_PAIRS) return pairs.slice(0, MAX_PAIRS);
  }
  return pairs;
}

function addPair(pairs: Pair[], name: unknown, value: unknown, limit: number): void {
  const key = readScalar(name, MAX_NAME);
  const text = value === '' || value === null ? '' : readScalar(value, limit);
  if (key !== null && text !== null) pairs.push([key, text]);
}

/** The entries of a map or of a list, not yet read. */
export function* namedValues(value: unknown): Generator<[unknown, unknown]> {
  if (isObject(value)) {
    for (const name of Object.keys(value)) yield [name, value[name]];
  } else if (Array.isArray(value)) {
    for (const entry of value as unknown[]) {
      if (Array.isArray(entry)) yield [entry[0], entry[1]];
      else if (isObject(entry)) yield [entry['key'], entry['value']];
    }
  }
}

/** The pairs of a query string or of a form body, decoded. */
export function splitQuery(text: string, limit: number): Pair[] {
  const parts = text.replace(/^\?/, '').split('&', MAX_PAIRS);
  return readPairs(
    parts.filter((part) => part !== '').map((part) => splitAt(part, '=').map(decode)),
    limit,
  );
}

/** The pairs of a `Cookie` header. */
export function splitCookies(text: string, limit: number): Pair[] {
  return readPairs(
    text.split(';', MAX_PAIRS).map((part) => splitAt(part.trim(), '=')),
    limit,
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
    return harmless(text);
  }
}
