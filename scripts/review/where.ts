import type { Change } from './changes';
import type { Edition, Node } from './edition';
import { operationsOf, type Step, textOf, usersOf, walk } from './walk';

/** What a change is about, seen from a client. */
export interface Subject {
  /** As a reviewer says it: `updateProject, request body, \`name\``. */
  readonly where: string;
  readonly direction: 'request' | 'response' | 'neither';
  /** Inside a `not`, where more means less. */
  readonly isInverted: boolean;
  readonly operation: string | undefined;
}

const NAMED = 3;

/** Finds out what a change is about. */
export function subjectOf(change: Change, base: Edition, revision: Edition): Subject {
  const document = documentOf(change, base, revision);
  const steps = walk(document, change.path);
  const [first, second, third] = steps;
  if (first?.key !== 'paths')
    return { where: outside(steps), direction: 'neither', isInverted: false, operation: undefined };
  const operations = operationsOf(document, second?.key).filter(
    ({ method }) => third === undefined || method === third.key.toUpperCase(),
  );
  const ids = operations.map(({ id }) => id);
  const inside = steps.slice(3);
  return {
    where:
      [ids.join(', ') || textOf(second?.key), ...parts(inside)].join(', ') +
      alsoIn(document, shared(change, inside), ids),
    direction:
      inside[0]?.key === 'responses'
        ? 'response'
        : ['requestBody', 'parameters'].includes(inside[0]?.key ?? '')
          ? 'request'
          : 'neither',
    isInverted: inside.filter(({ key }) => key === 'not').length % 2 === 1,
    operation: ids[0],
  };
}

/** The contract that has what a change is about; a path that was renamed too is only in the later one. */
function documentOf({ kind, path }: Change, base: Edition, revision: Edition): Node {
  const isInBase = walk(base.document, path)[1]?.node !== undefined;
  return (kind === 'removed' && isInBase ? base : revision).document;
}

/** What belongs to no operation: servers, tags, security schemes, the document itself. */
function outside(steps: readonly Step[]): string {
  const keys = steps.map(({ key }) => key);
  if (keys[0] === 'components') return `security scheme ${keys[2] ?? ''}`.trim();
  const names: Record<string, string> = { info: 'the document', servers: 'servers', tags: 'tags' };
  return names[keys[0] ?? ''] ?? (keys.join('/') || 'the document');
}

/** The parts of an operation on the way: body, answer, parameter, header, field. */
function parts(steps: readonly Step[]): string[] {
  const words: string[] = [];
  const schema = steps.findIndex(({ key }) => key === 'schema');
  const outer = schema < 0 ? steps : steps.slice(0, schema);
  outer.forEach(({ key, node }, index) => {
    const within = outer[index - 1]?.key;
    if (key === 'requestBody') words.push('request body');
    if (within === 'responses') words.push(`answer ${key}`);
    if (within === 'parameters') words.push(parameter(node, key));
    if (within === 'headers') words.push(`header ${key}`);
    if (within === 'content' && Object.keys(outer[index - 1]?.node ?? {}).length > 1) words.push(`as ${key}`);
  });
  const field = schema < 0 ? '' : fieldOf(steps.slice(schema + 1).map(({ key }) => key));
  return field === '' ? words : [...words, `\`${field}\``];
}

function parameter(node: Node | undefined, key: string): string {
  return node === undefined ? `parameter ${key}` : `${textOf(node['in'])} parameter \`${textOf(node['name'])}\``;
}

/** A field of a body as a person writes it: `options.list[].name`. */
function fieldOf(keys: readonly string[]): string {
  let field = '';
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    if (key === 'items') field += '[]';
    else if (key === 'additionalProperties') field += '.*';
    else if (key === 'properties' && keys[index + 1] !== undefined) field += `.${keys[++index]}`;
  }
  return field.replace(/^\./, '');
}

/** The way to what others may share: a thing that comes, goes or is called otherwise does so in one place. */
function shared({ kind, property }: Change, steps: readonly Step[]): readonly Step[] {
  return kind === 'modified' && property !== 'key' ? steps : steps.slice(0, -1);
}

/** The other operations that share the innermost component on the way. */
function alsoIn(document: Node, steps: readonly Step[], ids: readonly string[]): string {
  const component = steps.findLast((step) => step.component !== undefined)?.component;
  const others = component === undefined ? [] : usersOf(document, component).filter((id) => !ids.includes(id));
  if (others.length === 0) return '';
  const rest = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  return ` (also ${others.slice(0, NAMED).join(', ')}${rest})`;
}
