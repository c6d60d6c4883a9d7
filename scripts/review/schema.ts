/**
 * Schemas in one canonical form: a union of variants, each for the values of one JSON type. Spellings of the same set
 * of values have the same form: `type: [string, 'null']` and `anyOf: [{type: string}, {type: 'null'}]`, `const` and an
 * `enum` of one value, `allOf` and its merged parts, a `$ref` and the schema that it leads to, bounds that are spelled
 * out and bound nothing.
 */
import {
  canonicalText,
  child,
  children,
  isRecord,
  join,
  type Node,
  type Part,
  partAt,
  referenceOf,
  type Schema,
  textsOf,
} from './document';

export const TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;
export type JsonType = (typeof TYPES)[number];

/** The values of one JSON type that a schema allows. */
export interface Variant {
  readonly type: JsonType;
  readonly isInteger: boolean;
  /** The place of the schema in the contract. */
  readonly part: Part;
  /** The only values, as JSON; undefined if they are not listed. */
  readonly values: ReadonlySet<string> | undefined;
  readonly bounds: Readonly<Partial<Record<Bound, number>>>;
  /** Further conditions that a value must meet, each as keyword and argument. */
  readonly rules: ReadonlySet<string>;
  /** True if white space around a text is removed before it is validated. */
  readonly isTrimmed: boolean;
  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, Schema>;
  /** The schema of properties of other names; null if there are none, empty if any value will do. */
  readonly rest: Schema | null;
  readonly items: Schema;
}

const UPPER = ['maxLength', 'maxItems', 'maxProperties', 'maxContains', 'maximum', 'exclusiveMaximum'] as const;
type Lower = 'minLength' | 'minItems' | 'minProperties' | 'minContains' | 'minimum' | 'exclusiveMinimum';
export type Bound = (typeof UPPER)[number] | Lower;

export function isUpper(bound: string): boolean {
  return (UPPER as readonly string[]).includes(bound);
}

/** Keywords by the type whose values they restrict. */
const KEYWORDS: Readonly<Record<JsonType, { readonly bounds: readonly Bound[]; readonly rules: readonly string[] }>> = {
  null: { bounds: [], rules: [] },
  boolean: { bounds: [], rules: [] },
  number: { bounds: ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'], rules: ['multipleOf', 'format'] },
  string: {
    bounds: ['minLength', 'maxLength'],
    rules: ['pattern', 'format', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  },
  array: {
    bounds: ['minItems', 'maxItems', 'minContains', 'maxContains'],
    rules: ['uniqueItems', 'contains', 'prefixItems', 'unevaluatedItems'],
  },
  object: {
    bounds: ['minProperties', 'maxProperties'],
    rules: ['patternProperties', 'propertyNames', 'dependentSchemas', 'discriminator'],
  },
};
/** Rules that restrict nothing: formats that every JSON number has, and absent conditions spelled out. */
const EMPTY_RULES = ['format "int64"', 'format "double"', 'uniqueItems false'];

/** Returns the canonical form of a schema that must meet all of its parts. */
export function variantsOf(schema: Schema): Variant[] {
  const any = TYPES.map((type) => anyOf(type, NOWHERE));
  return unite(schema.length === 0 ? any : schema.map(ofPart).reduce(intersect));
}

const NOWHERE: Part = { root: {}, node: {}, at: '' };

function anyOf(type: JsonType, part: Part): Variant {
  return {
    type,
    isInteger: false,
    part,
    values: type === 'boolean' ? new Set(['false', 'true']) : undefined,
    bounds: {},
    rules: new Set(),
    isTrimmed: false,
    required: new Set(),
    properties: new Map(),
    rest: [],
    items: [],
  };
}

function ofPart(part: Part): Variant[] {
  const { node } = part;
  if (!isRecord(node)) return (node as unknown) === false ? [] : TYPES.map((type) => anyOf(type, part));
  const target = referenceOf(node);
  let variants = ownVariants(part);
  // The place of a variant is the place of the schema that the reference points to: its keywords are there.
  if (target !== undefined) variants = intersect(ofPart(partAt(part.root, target)), variants);
  for (const one of rawList(part, 'allOf')) variants = intersect(variants, ofPart(one));
  for (const key of ['anyOf', 'oneOf'])
    if (key in node) variants = intersect(rawList(part, key).flatMap(ofPart), variants);
  const isClosed = (node['unevaluatedProperties'] as unknown) === false;
  return isClosed ? variants.map((variant) => ({ ...variant, rest: null })) : variants;
}

/** Returns the parts of a list with their own keywords beside `$ref`. */
function rawList({ root, node, at }: Part, key: string): Part[] {
  return Object.entries(node[key] ?? {}).map(([index, one]) => ({ root, node: one, at: join(join(at, key), index) }));
}

/** Returns the variants that the keywords of a schema itself allow, without its combinators. */
function ownVariants(part: Part): Variant[] {
  const { node } = part;
  const names = textsOf([node['type'] ?? []].flat());
  const listed = 'const' in node ? [node['const']] : 'enum' in node ? Object.values(node['enum'] ?? {}) : undefined;
  return typesOf(node).flatMap((type) => {
    const values = listed?.filter((value) => typeOf(value) === type);
    if (values?.length === 0 || refusesType(node['not'], type)) return [];
    return settle({
      ...anyOf(type, part),
      isInteger: type === 'number' && names.includes('integer') && !names.includes('number'),
      ...(values === undefined || type === 'null'
        ? {}
        : { values: new Set(values.map((value) => JSON.stringify(value))) }),
      bounds: boundsOf(node, type),
      rules: new Set(rulesOf(part, type)),
      isTrimmed: (node['x-trim'] as unknown) === true,
      ...(type === 'object' ? membersOf(part) : {}),
      items: type === 'array' ? raw(part, 'items') : [],
    });
  });
}

function typesOf(node: Node): JsonType[] {
  const names = textsOf([node['type'] ?? []].flat());
  if (names.length === 0) return [...TYPES];
  if ((node['nullable'] as unknown) === true) names.push('null');
  return TYPES.filter((type) => names.includes(type) || (type === 'number' && names.includes('integer')));
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

function refusesType(not: Node | undefined, type: JsonType): boolean {
  return isRecord(not) && Object.keys(not).join() === 'type' && typesOf(not).includes(type);
}

function boundsOf(node: Node, type: JsonType): Variant['bounds'] {
  const bounds: Partial<Record<Bound, number>> = {};
  const isInteger = textsOf([node['type'] ?? []].flat()).includes('integer');
  for (const bound of KEYWORDS[type].bounds) {
    const value: unknown = node[bound];
    if (typeof value !== 'number' || (value === 0 && bound.startsWith('min') && bound !== 'minimum')) continue;
    // An integer greater than 0 is at least 1.
    if (isInteger && bound === 'exclusiveMinimum') bounds.minimum = value + 1;
    else if (isInteger && bound === 'exclusiveMaximum') bounds.maximum = value - 1;
    else bounds[bound] = value;
  }
  return bounds;
}

function rulesOf(part: Part, type: JsonType): string[] {
  const { node } = part;
  const text = (key: string) => `${key} ${canonicalText({ ...part, node: { [key]: node[key] as Node } })}`;
  const rules = KEYWORDS[type].rules.filter((key) => key in node).map((key) => rule(part, key));
  if ('if' in node) rules.push(...['if', 'then', 'else'].filter((key) => key in node).map(text));
  if (type === 'object')
    for (const [name, needed] of children(child(part, 'dependentRequired')))
      rules.push(...textsOf(needed.node).map((other) => `dependentRequired ${name} requires ${other}`));
  for (const not of negatedOf(child(part, 'not'))) {
    if (Object.keys(not.node).join() === 'type') continue;
    const { const: only, enum: listed } = not.node;
    const values = only !== undefined ? [only] : listed === undefined ? undefined : Object.values(listed);
    if (values === undefined) rules.push(`not ${canonicalText(not)}`);
    else rules.push(...values.filter((value) => typeOf(value) === type).map((value) => `not ${JSON.stringify(value)}`));
  }
  return rules.filter((one) => !EMPTY_RULES.includes(one));
}

/**
 * Returns the schemas that a value must not match: to match none of several alternatives is to match no one of them.
 */
function negatedOf(not: Part | undefined): Part[] {
  if (not === undefined || !isRecord(not.node)) return [];
  if (Object.keys(not.node).join() !== 'anyOf') return [not];
  return children(child(not, 'anyOf')).flatMap(([, one]) => negatedOf(one));
}

function rule(part: Part, key: string): string {
  return `${key} ${canonicalText({ ...part, node: part.node[key] as Node, at: join(part.at, key) }, key)}`;
}

function membersOf(part: Part): Pick<Variant, 'required' | 'properties' | 'rest'> {
  const { node, root, at } = part;
  const properties = Object.entries(node['properties'] ?? {}).map(
    ([name, schema]) => [name, [{ root, node: schema, at: join(join(at, 'properties'), name) }]] as const,
  );
  return {
    required: new Set(textsOf(node['required'])),
    properties: new Map(properties),
    rest: (node['additionalProperties'] as unknown) === false ? null : raw(part, 'additionalProperties'),
  };
}

/** Returns the schema below a keyword with its own keywords beside `$ref`; one that allows everything is empty. */
function raw({ root, node, at }: Part, key: string): Schema {
  const schema = node[key];
  return isRecord(schema) && Object.keys(schema).length > 0 ? [{ root, node: schema, at: join(at, key) }] : [];
}

/** Returns the values that both of two unions allow. */
function intersect(left: readonly Variant[], right: readonly Variant[]): Variant[] {
  return left.flatMap((a) => right.filter(({ type }) => type === a.type).flatMap((b) => settle(both(a, b))));
}

function both(a: Variant, b: Variant): Variant {
  const bounds = { ...a.bounds };
  for (const [key, value] of Object.entries(b.bounds) as [Bound, number][])
    bounds[key] = isUpper(key) ? Math.min(value, bounds[key] ?? value) : Math.max(value, bounds[key] ?? value);
  const names = [...a.properties.keys(), ...b.properties.keys()];
  const properties = new Map<string, Schema>();
  for (const name of names) {
    const [one, other] = [a.properties.get(name) ?? a.rest, b.properties.get(name) ?? b.rest];
    if (one !== null && other !== null) properties.set(name, [...one, ...other]);
  }
  return {
    type: a.type,
    isInteger: a.isInteger || b.isInteger,
    part: a.part,
    values: a.values && b.values ? common(a.values, b.values) : (a.values ?? b.values),
    bounds,
    rules: union(a.rules, b.rules),
    isTrimmed: a.isTrimmed || b.isTrimmed,
    required: union(a.required, b.required),
    properties,
    rest: a.rest === null || b.rest === null ? null : [...a.rest, ...b.rest],
    items: [...a.items, ...b.items],
  };
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...a, ...b]);
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...a].filter((value) => b.has(value)));
}

/** Removes forbidden values from listed ones. Without any value left there is no variant. */
function settle(variant: Variant): Variant[] {
  if (variant.values === undefined) return [variant];
  const values = new Set([...variant.values].filter((value) => !variant.rules.has(`not ${value}`)));
  const rules = new Set([...variant.rules].filter((one) => !one.startsWith('not ')));
  return values.size === 0 ? [] : [{ ...variant, values, rules }];
}

/** Joins variants that differ in their listed values only, and drops repeated ones. */
function unite(variants: readonly Variant[]): Variant[] {
  const groups = new Map<string, Variant>();
  for (const variant of variants) {
    const { type, isInteger, bounds, rules, isTrimmed, required, properties, rest, items, part, values } = variant;
    const isScalar = !['array', 'object'].includes(type);
    const scalar = [type, isInteger, values === undefined, Object.entries(bounds).sort(), [...rules].sort(), isTrimmed];
    const places = [
      [...required],
      [...properties.values(), rest, items].map((one) => one?.map(({ at }) => at)),
      part.at,
    ];
    const key = JSON.stringify(isScalar ? scalar : [...scalar, ...places]);
    const group = groups.get(key);
    groups.set(key, group?.values && values ? { ...group, values: union(group.values, values) } : variant);
  }
  return [...groups.values()];
}

/** Returns a keyword of a schema, from the first of its parts, references and `allOf` that has it. */
export function keywordOf(schema: Schema, key: string): Node | undefined {
  for (const part of schema) {
    if (!isRecord(part.node)) continue;
    const target = referenceOf(part.node);
    const inner = [...(target === undefined ? [] : [partAt(part.root, target)]), ...rawList(part, 'allOf')];
    const value = part.node[key] ?? keywordOf(inner, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the name of a variant's type, as the contract writes it. */
export function typeName({ type, isInteger }: Variant): string {
  return isInteger ? 'integer' : type;
}
