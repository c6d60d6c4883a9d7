/** Arbitrary values from schemas: values that fit, and values that violate one constraint. */
import path from 'node:path';
import * as fc from 'fast-check';
import { readTable } from '../support/table';
import { resolveSchema, type Schema } from './contract';

/** Kinds of things that the service has created or returned. */
export type Kind =
  Subject | 'event' | 'issue' | 'shortId' | 'release' | 'file' | 'chunk' | 'cursor' | 'soon' | 'newKey';
type Subject = 'organization' | 'foreign' | 'team' | 'project' | 'projectId' | 'formerProject';

/** Stands for a thing that the service knows; it is replaced by the thing when the request is sent. */
export class Known {
  constructor(
    readonly kind: Kind,
    readonly index: number,
  ) {}
}

/** A JSON text that no value is serialized to, such as `1e400`. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** A JSON value in which parts may be `Known` or `RawJson`. */
export type Value =
  null | boolean | number | string | Known | RawJson | readonly Value[] | { readonly [key: string]: Value };

type Texts = readonly string[];
type ByName<T> = Readonly<Record<string, T>>;

/** Values beside those that schemas describe. */
export const TABLE = readTable(path.join(__dirname, 'values.yaml')) as Readonly<
  Record<'oddTexts' | 'oddNumbers' | 'times' | 'oddTimes' | 'oddSegments' | 'oddAuthorizations', Texts>
> &
  Readonly<Record<'methods' | 'itemTypes' | 'chunkNames' | 'files', Texts>> &
  Readonly<Record<'dictionary' | 'explained', ByName<Texts>>> &
  Readonly<Record<'references' | 'pathReferences', ByName<readonly Kind[]>>> &
  Readonly<Record<'frame' | 'event', ByName<readonly Value[]>>> & {
    readonly oddContentTypes: readonly (string | null)[];
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly weights: ByName<number>;
  };

/** Texts that are only repetitions. */
const LONG_TEXTS = ['x'.repeat(300), 'ä'.repeat(5000)];

export function oneOf<T>(values: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values);
}

export function anyJson(maxDepth: number): fc.Arbitrary<Value> {
  return fc.jsonValue({ maxDepth }) as fc.Arbitrary<Value>;
}

/** One visible character of any script. Making it takes time. */
const character = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TABLE.oddTexts, ...LONG_TEXTS) },
  { weight: 1, arbitrary: fc.array(codePoint, { maxLength: 20 }).map((parts) => parts.join('')) },
);

/** Returns an arbitrary whose values are from the first one `odds` times as often as from the second. */
export function mostly<T, U>(odds: number, usual: fc.Arbitrary<T>, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ withCrossShrink: true }, { weight: odds, arbitrary: usual }, { weight: 1, arbitrary: other });
}

/**
 * Index of a remembered thing of a kind: mostly the newest, so that the requests of a sequence concern the same things.
 */
export const newest: fc.Arbitrary<number> = mostly(2, fc.constant(0), fc.nat(5));

const junk: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(null, true, false, 0, -1, '', 'x', '5', 'true', [], {}, [[]], [null], { a: 1 }),
  oneOf(TABLE.oddNumbers).map((text): Value => new RawJson(text)),
  oddText,
  anyJson(3),
);

/** Fields for which only the texts of the dictionary are sent. */
const DICTIONARY_ONLY = new Set(['url']);

/** Returns values that fit the schema, or nearly always do: callers have to check. */
export function fittingValue(schema: Schema, name = ''): fc.Arbitrary<Value> {
  return cached(fitting, schema, name, () => makeFitting(resolveSchema(schema), name));
}

/** Returns values that violate one constraint of the schema, or nearly always do. */
export function violatingValue(schema: Schema, name = ''): fc.Arbitrary<Value> {
  return cached(violating, schema, name, () => makeViolating(resolveSchema(schema), name));
}

type Cache = WeakMap<Schema, Map<string, fc.Arbitrary<Value>>>;
const fitting: Cache = new WeakMap();
const violating: Cache = new WeakMap();

function cached(cache: Cache, schema: Schema, name: string, make: () => fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  const byName = cache.get(schema) ?? new Map<string, fc.Arbitrary<Value>>();
  cache.set(schema, byName);
  const arbitrary = byName.get(name) ?? make();
  byName.set(name, arbitrary);
  return arbitrary;
}

function makeFitting(schema: Schema, name: string): fc.Arbitrary<Value> {
  const kinds = TABLE.references[name];
  const value = makeOwn(schema, name);
  if (kinds === undefined || schema.type === 'array') return value;
  const references = fc.record({ kind: fc.constantFrom(...kinds), index: newest });
  return fc.oneof(
    { weight: 8, arbitrary: references.map(({ kind, index }): Value => new Known(kind, index)) },
    { weight: 1, arbitrary: value },
  );
}

function makeOwn(schema: Schema, name: string): fc.Arbitrary<Value> {
  if (schema.const !== undefined) return fc.constant(schema.const as Value);
  if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as Value[]));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined)
    return fc.oneof(...alternatives.map((alternative) => fittingValue(alternative, name)));
  const types = [schema.type ?? 'object'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, name)));
}

function ofType(type: string, schema: Schema, name: string): fc.Arbitrary<Value> {
  if (type === 'string') return fittingText(schema, name);
  if (type === 'integer' || type === 'number') return integerWithin(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') return listOf(schema, name);
  return objectOf(schema);
}

function listOf({ items = {}, minItems = 0, maxItems = 1000 }: Schema, name: string): fc.Arbitrary<Value> {
  return fc.array(fittingValue(items, name), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) });
}

/** Returns objects with their required properties, and about three of the others. */
function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Value> {
  const names = Object.keys(properties);
  if (names.length === 0) return fc.dictionary(fc.string({ maxLength: 10 }), anyJson(2), { maxKeys: 4 });
  const absent = Math.max(1, Math.round((names.length - required.length) / 3) - 1);
  return recordOf(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      absent: required.includes(name) ? 0 : absent,
      value: fittingValue(schema, name),
    })),
  );
}

const ABSENT = Symbol('absent');

/** A member of objects, which is absent `absent` times as often as present. */
interface Member {
  readonly name: string;
  readonly absent: number;
  readonly value: fc.Arbitrary<Value>;
}

export function recordOf(members: readonly Member[]): fc.Arbitrary<Value> {
  const arbitraries = members.map(({ name, absent, value }): [string, fc.Arbitrary<Value | typeof ABSENT>] => [
    name,
    absent === 0 ? value : mostly(absent, fc.constant(ABSENT), value),
  ]);
  return fc
    .record(Object.fromEntries(arbitraries))
    .map((made) =>
      Object.fromEntries(Object.entries(made).filter((entry): entry is [string, Value] => entry[1] !== ABSENT)),
    );
}

function integerWithin({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  // Positions count from the start or from the end.
  if (minimum === undefined || maximum === undefined) return mostly(3, fc.integer({ min: -2, max: 2 }), fc.integer());
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 1_000_000) }),
    fc.constantFrom(minimum, maximum),
  );
}

function fittingText(schema: Schema, name: string): fc.Arbitrary<string> {
  const words = TABLE.dictionary[name] ?? [];
  if (DICTIONARY_ONLY.has(name)) return fc.constantFrom(...words);
  const generic = genericText(schema);
  return words.length === 0
    ? generic
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: generic });
}

function genericText({ format, pattern, minLength = 0, maxLength = 10_000 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc.oneof(
      oneOf(TABLE.times),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
    );
  if (pattern !== undefined) return textMatching(pattern);
  const limit = Math.min(maxLength, 40);
  const characters = fc.array(character, { minLength, maxLength: Math.max(minLength, Math.floor(limit / 8)) });
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ minLength, maxLength: limit }) },
    { weight: 3, arbitrary: characters.map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(Math.min(maxLength, 70_000))) },
  );
}

/** Returns texts that match an expression. Lookaheads are ignored: the texts then fit nearly always. */
function textMatching(pattern: string): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(withoutLookaheads(pattern), 'u'), { size: 'small' });
}

function withoutLookaheads(pattern: string): string {
  const start = pattern.search(/\(\?[!=]/);
  if (start === -1) return pattern;
  let depth = 0;
  let isSet = false;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (character === '[') isSet = true;
    else if (character === ']') isSet = false;
    else if (!isSet && character === '(') depth += 1;
    else if (!isSet && character === ')') depth -= 1;
    if (depth === 0) return withoutLookaheads(pattern.slice(0, start) + pattern.slice(at + 1));
  }
  return pattern;
}

function makeViolating(schema: Schema, name: string): fc.Arbitrary<Value> {
  if (DICTIONARY_ONLY.has(name))
    return fc.oneof(fc.constantFrom<Value>(null, true, 0, [], {}, ''), fittingValue(schema, name));
  const types = [schema.type ?? []].flat();
  const choices: fc.Arbitrary<Value>[] = [junk];
  if (types.includes('object') && schema.properties !== undefined)
    choices.push(...violatingObjects(schema, name), ...violatingObjects(schema, name));
  if (types.includes('array')) choices.push(...violatingLists(schema, name));
  if (types.includes('string')) choices.push(...violatingTexts(schema));
  if (types.includes('integer')) choices.push(...violatingIntegers(schema));
  return fc.oneof(...choices);
}

function violatingObjects(schema: Schema, name: string): fc.Arbitrary<Value>[] {
  const properties = Object.entries(schema.properties ?? {});
  // A schema may allow null in place of an object.
  const whole = fittingValue(schema, name).filter((value) => value !== null) as fc.Arbitrary<Record<string, Value>>;
  const one = fc
    .constantFrom(...properties)
    .chain(([key, property]) =>
      fc.tuple(whole, violatingValue(property, key)).map(([object, value]): Value => ({ ...object, [key]: value })),
    );
  const added = fc
    .tuple(whole, fc.constantFrom('nope', '__proto__', 'constructor', '', 'a.b', 'ID', '\0', 'a/b~c'), junk)
    .map(([object, key, value]): Value => Object.fromEntries([...Object.entries(object), [key, value]]));
  const missing = fc
    .tuple(whole, fc.constantFrom(...(schema.required ?? properties.map(([key]) => key))))
    .map(([object, key]): Value => Object.fromEntries(Object.entries(object).filter(([member]) => member !== key)));
  return [one, one, added, missing];
}

function violatingLists({ items = {}, minItems = 0, maxItems }: Schema, name: string): fc.Arbitrary<Value>[] {
  const beside = fc.array(fittingValue(items, name), { maxLength: 2 });
  const member = fc
    .tuple(beside, violatingValue(items, name), beside)
    .map(([before, value, after]): Value => [...before, value, ...after]);
  const choices = [member];
  if (minItems > 0) choices.push(fc.constant([]));
  if (maxItems !== undefined && maxItems <= 1000)
    choices.push(fittingValue(items, name).map((item): Value => Array.from({ length: maxItems + 1 }, () => item)));
  return choices;
}

function violatingTexts({ minLength = 0, maxLength, pattern, format, enum: values }: Schema): fc.Arbitrary<Value>[] {
  const choices: fc.Arbitrary<Value>[] = [oddText];
  if (minLength > 0) choices.push(fc.constantFrom('', ' ', '\u00a0'));
  const tooLong = (limit: number) => [
    'x'.repeat(limit + 1),
    `${'x'.repeat(limit)} `,
    '😀'.repeat(Math.ceil(limit / 2) + 1),
  ];
  if (maxLength !== undefined) choices.push(oneOf(tooLong(maxLength)));
  if (format === 'date-time') choices.push(oneOf(TABLE.oddTimes));
  if (pattern !== undefined) choices.push(fc.tuple(textMatching(pattern), oddText).map(([text, odd]) => text + odd));
  if (values !== undefined) choices.push(fc.constantFrom(...values).map((value) => String(value).toUpperCase()));
  return choices;
}

function violatingIntegers({ minimum, maximum }: Schema): fc.Arbitrary<Value>[] {
  const limits = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
  return [fc.constantFrom<Value>(...limits, 1.5, '1', new RawJson('1e400'), new RawJson('1e2'), new RawJson('5.0'))];
}

/** Returns a value as the text of a parameter. */
export function textOf(value: Value): string | Known {
  if (value instanceof Known || typeof value === 'string') return value;
  return value instanceof RawJson ? value.text : JSON.stringify(value);
}

/** Serializes a value. @param find returns the thing that a `Known` stands for */
export function toJson(value: Value, find: (reference: Known) => string | number): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof Known) return JSON.stringify(find(value));
  if (isRecord(value)) {
    const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${toJson(member, find)}`);
    return `{${members.join(',')}}`;
  }
  return isList(value) ? `[${value.map((item) => toJson(item, find)).join(',')}]` : JSON.stringify(value);
}

/** Returns true if a value is an object with members. */
export function isRecord(value: Value): value is { readonly [key: string]: Value } {
  const isObject = typeof value === 'object' && value !== null && !isList(value);
  return isObject && !(value instanceof Known) && !(value instanceof RawJson);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
