import { type Json, resolve } from './documented';

/** A place at which a value differs from an example. */
export interface Difference {
  /** `[].user.name` */
  readonly path: string;
  readonly actual: string;
  readonly expected: string;
}

/**
 * Returns the places at which the shape of a value differs from an example: other keys, another type, null or not, an
 * empty list, or an element unlike all elements of the example's list. Parts that the schema leaves open may differ.
 */
export function differences(example: unknown, value: unknown, schema: Json, path = ''): Difference[] {
  const forms = formsOf(schema);
  if (typeOf(example) !== typeOf(value)) return [{ path, actual: typeOf(value), expected: typeOf(example) }];
  if (Array.isArray(example)) return ofLists(example, value as unknown[], forms, `${path}[]`);
  if (typeOf(example) === 'object' && !forms.some(isOpen))
    return ofRecords(example as Json, value as Json, forms, path);
  return [];
}

function ofLists(example: unknown[], value: unknown[], forms: Json[], path: string): Difference[] {
  const [actual, expected] = [value, example].map(({ length }) => (length === 0 ? 'empty' : 'not empty')) as [
    string,
    string,
  ];
  if (actual !== expected) return [{ path, actual, expected }];
  const schema = { anyOf: forms.flatMap(({ items }) => (items === undefined ? [] : [items])) };
  return value.flatMap((item) => {
    const alternatives = example.map((like) => differences(like, item, schema, path));
    return alternatives.sort((a, b) => a.length - b.length)[0] ?? [];
  });
}

function ofRecords(example: Json, value: Json, forms: Json[], path: string): Difference[] {
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const missing = Object.keys(example)
    .filter((key) => !(key in value))
    .map((key) => ({ path: at(key), actual: 'missing', expected: typeOf(example[key]) }));
  const surplus = Object.keys(value)
    .filter((key) => !(key in example))
    .map((key) => ({ path: at(key), actual: typeOf(value[key]), expected: 'missing' }));
  const both = Object.keys(example).filter((key) => key in value);
  const inner = both.flatMap((key) => {
    const schemas = forms.flatMap(({ properties }) => (properties?.[key] === undefined ? [] : [properties[key]]));
    return differences(example[key], value[key], { anyOf: schemas }, at(key));
  });
  return [...missing, ...surplus, ...inner];
}

/** Returns the alternatives of a schema, with every reference followed. */
function formsOf(schema: Json): Json[] {
  const form = resolve(schema);
  return [form, ...[...(form['anyOf'] ?? []), ...(form['oneOf'] ?? []), ...(form['allOf'] ?? [])].flatMap(formsOf)];
}

/** Returns true if an object may have any keys. */
function isOpen({ type, additionalProperties }: Json): boolean {
  return [type].flat().includes('object') && additionalProperties !== undefined && additionalProperties !== false;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
