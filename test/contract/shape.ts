import { type Json, resolve } from './documented';

/** One place where a value is unlike an example. */
export interface Difference {
  /** `[].user.name` */
  readonly path: string;
  readonly is: string;
  readonly shown: string;
}

/**
 * Where a value is of another shape than an example: other keys, another type, null or not, or a list that is empty or has
 * something unlike all that the example's list has. What the schema leaves open may differ.
 */
export function differences(example: unknown, value: unknown, schema: Json, path = ''): Difference[] {
  const forms = formsOf(schema);
  if (typeOf(example) !== typeOf(value)) return [{ path, is: typeOf(value), shown: typeOf(example) }];
  if (Array.isArray(example)) return ofLists(example, value as unknown[], forms, `${path}[]`);
  if (typeOf(example) === 'object' && !forms.some(isOpen))
    return ofRecords(example as Json, value as Json, forms, path);
  return [];
}

function ofLists(example: unknown[], value: unknown[], forms: Json[], path: string): Difference[] {
  const [is, shown] = [value, example].map(({ length }) => (length === 0 ? 'empty' : 'not empty')) as [string, string];
  if (is !== shown) return [{ path, is, shown }];
  const schema = { anyOf: forms.flatMap(({ items }) => (items === undefined ? [] : [items])) };
  return value.flatMap((item) => {
    const found = example.map((like) => differences(like, item, schema, path));
    return found.sort((a, b) => a.length - b.length)[0] ?? [];
  });
}

function ofRecords(example: Json, value: Json, forms: Json[], path: string): Difference[] {
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const missing = Object.keys(example)
    .filter((key) => !(key in value))
    .map((key) => ({ path: at(key), is: 'missing', shown: typeOf(example[key]) }));
  const surplus = Object.keys(value)
    .filter((key) => !(key in example))
    .map((key) => ({ path: at(key), is: typeOf(value[key]), shown: 'missing' }));
  const both = Object.keys(example).filter((key) => key in value);
  const inner = both.flatMap((key) => {
    const schemas = forms.flatMap(({ properties }) => (properties?.[key] === undefined ? [] : [properties[key]]));
    return differences(example[key], value[key], { anyOf: schemas }, at(key));
  });
  return [...missing, ...surplus, ...inner];
}

/** The alternatives of a schema, with every reference followed. */
function formsOf(schema: Json): Json[] {
  const form = resolve(schema);
  return [form, ...[...(form['anyOf'] ?? []), ...(form['oneOf'] ?? []), ...(form['allOf'] ?? [])].flatMap(formsOf)];
}

/** Whether an object may have any keys. */
function isOpen({ type, additionalProperties }: Json): boolean {
  return [type].flat().includes('object') && additionalProperties !== undefined && additionalProperties !== false;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
