import { type Interaction, interactionsOf, isProse, isRecord, join, KEYED_BY_NAME, type Node } from './document';
import type { Finding } from './findings';

/** Returns the name of one of the components of a kind: `request body` of `requestBodies`. */
function unitOf(kind: string): string {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/ies$/, 'y').replace(/s$/, '');
}

/** Lists changes of prose for people: one finding for each operation, webhook or shared part that reads differently. */
export function compareProse(before: Node, after: Node): Finding[] {
  const old = new Map(interactionsOf(before).map((one) => [one.key, one]));
  const place = ({ kind, name }: Interaction) => (kind === 'webhook' ? `webhook ${name}` : name);
  const interactions = interactionsOf(after).flatMap((one) => {
    const former = old.get(one.key)?.part.node;
    return former === undefined ? [] : report(after, place(one), one.part.at, differences(former, one.part.node));
  });
  const shared = Object.entries(after['components'] ?? {}).flatMap(([kind, parts]) =>
    Object.entries(parts).flatMap(([name, part]) => {
      const former = before['components']?.[kind]?.[name];
      const at = join(`#/components/${kind}`, name);
      if (former === undefined) return [];
      if (kind !== 'examples') return report(after, `${unitOf(kind)} ${name}`, at, differences(former, part));
      return JSON.stringify(former) === JSON.stringify(part) ? [] : report(after, `example ${name}`, at, ['value']);
    }),
  );
  // The verdict on breaks reads the version.
  const textOf = (root: Node, key: string) =>
    JSON.stringify(key === 'info' ? { ...root[key], version: '' } : root[key]);
  const changed = ['info', 'tags', 'externalDocs'].filter((key) => textOf(before, key) !== textOf(after, key));
  return [...interactions, ...shared, ...report(after, 'the document', `#/${changed[0] ?? ''}`, changed)];
}

function report(root: Node, place: string, at: string, changes: readonly string[]): Finding[] {
  if (changes.length === 0) return [];
  const what = `Reads differently: ${changes.map((change) => `\`${change}\``).join(', ')}.`;
  const part = { root, node: root, at };
  return [{ kind: 'documentation', what, places: [place], subjects: [], part, isBefore: false }];
}

/** Returns the keys of differing prose in two nodes; a key that only one of them has is no change of prose. */
function differences(before: Node, after: Node, parent = '', path: readonly string[] = []): string[] {
  // The targets of references are compared there.
  if ('$ref' in before !== '$ref' in after) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [old, fresh] = [before[key], after[key]];
    const inner = [...path, key];
    if (!KEYED_BY_NAME.includes(parent) && key !== 'tags' && isProse(key))
      return JSON.stringify(old) === JSON.stringify(fresh) ? [] : [inner.join('.')];
    return isRecord(old) && isRecord(fresh) ? differences(old, fresh, key, inner) : [];
  });
}
