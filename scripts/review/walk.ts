import type { Node } from './edition';

/** One step along a pointer: the key, what it leads to, and the component it goes through, if it is a reference. */
export interface Step {
  readonly key: string;
  readonly node: Node | undefined;
  readonly component: string | undefined;
}

/** The keys of a JSON pointer. */
export function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Goes along a pointer through references as far as there is something. */
export function walk(document: Node, pointer: string): Step[] {
  let node: Node | undefined = document;
  return keysOf(pointer).map((key): Step => {
    const found: Node | undefined = node?.[key];
    const component = referenceOf(found);
    node = component === undefined ? found : resolve(document, component);
    return { key, node, component };
  });
}

function referenceOf(node: Node | undefined): string | undefined {
  const reference: unknown = node?.['$ref'];
  return typeof reference === 'string' ? reference : undefined;
}

function resolve(document: Node, reference: string): Node | undefined {
  return keysOf(reference).reduce<Node | undefined>((node, key) => node?.[key], document);
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly node: Node;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** The operations of a path, or of the whole document. */
export function operationsOf(document: Node, only?: string): Operation[] {
  return Object.entries(document['paths'] ?? {})
    .filter(([path]) => only === undefined || path === only)
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map((method) => {
        const node = item[method] as Node;
        return { id: textOf(node['operationId']), method: method.toUpperCase(), path, node };
      }),
    );
}

/** The operations that a component is part of, by its pointer. */
export function usersOf(document: Node, component: string): string[] {
  return operationsOf(document)
    .filter(({ node }) => componentsWithin(document, node).has(component))
    .map(({ id }) => id);
}

/** Pointers of all components that a node reaches. */
function componentsWithin(document: Node, node: Node, found = new Set<string>()): Set<string> {
  const reference = referenceOf(node);
  if (reference !== undefined && !found.has(reference)) {
    found.add(reference);
    componentsWithin(document, resolve(document, reference) ?? {}, found);
  }
  for (const child of Object.values(node)) if (isNode(child)) componentsWithin(document, child, found);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** A text of the contract; other values as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
