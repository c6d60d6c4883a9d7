/** Anything in a contract. */
export type Node = { readonly [key: string]: Node };

/** A part of a bundled contract, and the JSON pointer to the place where it is written. */
export interface Part {
  readonly root: Node;
  readonly node: Node;
  readonly at: string;
}

/** A list of parts of which a value must meet every one: an `allOf`, or a schema with its `$ref`. */
export type Schema = readonly Part[];

/** Returns what a function reads of the two sides of a comparison. */
export function ofBoth<T, U>(before: T, after: T, read: (side: T) => U): [before: U, after: U] {
  return [read(before), read(after)];
}

export function rootOf(document: Node): Part {
  return { root: document, node: document, at: '#' };
}

/** Returns the part below a key, references followed; undefined if there is none. */
export function child(part: Part | undefined, ...keys: readonly (string | number)[]): Part | undefined {
  return keys.reduce<Part | undefined>((from, key) => {
    const node = from?.node[key];
    return from === undefined || node === undefined ? undefined : follow({ ...from, node, at: join(from.at, key) });
  }, part);
}

/** Returns the parts below a part, by their keys; references are followed. */
export function children(part: Part | undefined): (readonly [key: string, child: Part])[] {
  if (part === undefined) return [];
  return Object.entries(part.node).map(([key, node]) => [key, follow({ ...part, node, at: join(part.at, key) })]);
}

/** Returns the part at the end of a chain of references. `schema.ts` reads keywords beside a `$ref`. */
export function follow(part: Part): Part {
  const target = referenceOf(part.node);
  return target === undefined ? part : follow(partAt(part.root, target));
}

export function partAt(root: Node, pointer: string): Part {
  const keys = keysOf(pointer);
  return { root, at: pointer, node: keys.reduce<Node>((node, key) => node[key] ?? {}, root) };
}

export function referenceOf(node: Node | undefined): string | undefined {
  const reference: unknown = isRecord(node) ? node['$ref'] : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

export function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function join(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function isRecord(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** Returns a text of the contract; other values as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

export function textsOf(value: unknown): string[] {
  return isRecord(value) ? Object.values(value).map(textOf) : [];
}

/** Returns JSON with sorted keys, with the targets of references in their place, and without prose for people. */
export function canonicalText(part: Part, parent = '', depth = 0): string {
  const { node, root, at } = depth > 20 ? part : follow(part);
  if (!isRecord(node)) return textOf(JSON.stringify(node));
  const inner = (key: string, value: Node) => canonicalText({ root, node: value, at: join(at, key) }, key, depth + 1);
  if (Array.isArray(node)) return `[${(node as Node[]).map((value) => inner('', value)).join()}]`;
  const entries = Object.entries(node)
    .filter(([key]) => KEYED_BY_NAME.includes(parent) || !isProse(key))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${inner(key, value)}`).join()}}`;
}

/** Maps whose keys are names that the contract chooses. */
export const KEYED_BY_NAME = ['properties', 'patternProperties', 'dependentSchemas', 'headers', 'const', 'default'];
const PROSE = /^(?:description|summary|title|examples?|externalDocs|\$comment|xml|links|tags)$/;
/** Extensions that the service acts on. All others are for readers. */
const EFFECTIVE = ['x-max-body-bytes', 'x-max-wire-bytes', 'x-text-pattern', 'x-trim', 'x-deprecation'];

/** True if a key contains prose for people, which programs do not read. */
export function isProse(key: string): boolean {
  return PROSE.test(key) || (key.startsWith('x-') && !EFFECTIVE.includes(key));
}

/** A request and the reply of the other side: an operation, or one of the requests of a webhook or callback. */
export interface Interaction {
  /** The operationId or the name of the webhook, by which the change log names it. */
  readonly name: string;
  readonly kind: 'operation' | 'webhook';
  /** `DELETE /api/0/…`, or the same for a webhook. */
  readonly title: string;
  /** Equal in both contracts, even if the operationId or the names of path parameters differ. */
  readonly key: string;
  readonly item: Part;
  readonly part: Part;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Returns the operations, webhooks and callbacks of a contract. */
export function interactionsOf(document: Node): Interaction[] {
  const root = rootOf(document);
  const operations = children(child(root, 'paths')).flatMap(([path, item]) => ofItem(item, path, 'operation'));
  const webhooks = children(child(root, 'webhooks')).flatMap(([name, item]) => ofItem(item, name, 'webhook'));
  const callbacks = operations.flatMap(({ part, name }) =>
    children(child(part, 'callbacks')).flatMap(([callback, items]) =>
      children(items).flatMap(([, item]) => ofItem(item, `${name}.${callback}`, 'webhook')),
    ),
  );
  return [...operations, ...webhooks, ...callbacks];
}

function ofItem(item: Part, path: string, kind: Interaction['kind']): Interaction[] {
  return METHODS.flatMap((method) => {
    const part = child(item, method);
    if (part === undefined) return [];
    const title = `${method.toUpperCase()} ${path}`;
    const name = kind === 'operation' ? textOf(part.node['operationId'] ?? title) : path;
    return [{ name, kind, title, key: `${kind} ${title.replace(/\{[^}]*\}/g, '{}')}`, item, part }];
  });
}
