/** The index in which the documentation pages search: operations, parameters, fields, schemas and parts of guides. */
import { followIn, type Json, list } from '../contract/read';
import { operationAddress } from './guides';
import type { Section } from './markdown';
import type { ReferenceEntry } from './reference';

type Kind = 'guide' | 'operation' | 'parameter' | 'field' | 'schema';

/** What a search can find: kind, title, other name, where it belongs, address of its page, further words. */
export type SearchEntry = readonly [
  kind: Kind,
  title: string,
  name: string,
  place: string,
  address: string,
  words: string,
];

export interface IndexedGuide {
  readonly title: string;
  readonly address: string;
  readonly sections: readonly Section[];
}

/** The words of a description that are searched, which begins with what matters most. */
const MAX_WORDS = 200;

export function createSearchIndex(
  contract: Json,
  { entries, guides }: { readonly entries: readonly ReferenceEntry[]; readonly guides: readonly IndexedGuide[] },
): SearchEntry[] {
  return [
    ...entries.map((entry): SearchEntry => {
      const { operationId, summary, method, path, description } = entry;
      const request = path === null ? 'webhook' : `${method.toUpperCase()} ${path}`;
      return ['operation', summary, operationId, request, operationAddress(entry), plain(description)];
    }),
    ...indexParts(contract, entries),
    ...guides.flatMap(({ title, address, sections }) =>
      sections.map(({ id, title: heading, depth, text }): SearchEntry => {
        const isFirst = depth === 1;
        return ['guide', heading, '', isFirst ? '' : title, isFirst ? address : `${address}#${id}`, plain(text)];
      }),
    ),
  ];
}

/** A part of operations, with the operations that have it and where. */
interface Part {
  readonly kind: Kind;
  readonly title: string;
  /** The schema of a field. */
  readonly owner: string;
  readonly words: string;
  readonly users: { readonly entry: ReferenceEntry; readonly place: string }[];
}

/** Parameters, schemas and their fields. One that several operations have is indexed once. */
function indexParts(contract: Json, entries: readonly ReferenceEntry[]): SearchEntry[] {
  const parts = new Map<string, Part>();
  for (const entry of entries) {
    const add = (kind: Kind, owner: string, title: string, node: Json, place: string): void => {
      const words = plain(typeof node['description'] === 'string' ? node['description'] : '', MAX_WORDS);
      const key = [kind, owner === '' && kind === 'field' ? entry.operationId : owner, title, words].join('\n');
      const part = parts.get(key) ?? { kind, owner, title, words, users: [] };
      parts.set(key, part);
      if (!part.users.some((user) => user.entry === entry)) part.users.push({ entry, place });
    };
    const { document } = entry;
    const seen = new Set<unknown>();
    const visit = (schema: unknown, owner: string, place: string): void => {
      const { node, pointer } = followIn(contract, schema);
      const name = pointer.startsWith('#/components/schemas/') ? (pointer.split('/').at(-1) ?? '') : owner;
      if (seen.has(node)) return;
      seen.add(node);
      if (name !== owner) add('schema', '', name, node, place);
      for (const [title, property] of Object.entries((node['properties'] ?? {}) as Json)) {
        add('field', name, title, followIn(contract, property).node, place);
        visit(property, name, place);
      }
      const { items, additionalProperties } = node;
      const others = ['oneOf', 'anyOf', 'allOf', 'prefixItems'].flatMap((key) => list(node[key]));
      for (const part of [items, additionalProperties, ...others])
        if (typeof part === 'object') visit(part, name, place);
    };
    for (const item of Object.values({ ...(document['paths'] as Json), ...(document['webhooks'] as Json | undefined) }))
      for (const operation of Object.values(item as Record<string, Json>)) {
        for (const parameter of list(operation['parameters'])) {
          const { node } = followIn(contract, parameter);
          add('parameter', String(node['in']), String(node['name']), node, `${String(node['in'])} parameter`);
        }
        const body = followIn(contract, operation['requestBody']).node;
        for (const media of Object.values((body['content'] ?? {}) as Record<string, Json>))
          visit(media['schema'], '', 'body');
        for (const [status, response] of Object.entries((operation['responses'] ?? {}) as Json)) {
          // The bodies of errors are alike everywhere.
          if (!status.startsWith('2')) continue;
          for (const media of Object.values(
            (followIn(contract, response).node['content'] ?? {}) as Record<string, Json>,
          ))
            visit(media['schema'], '', 'reply');
        }
      }
  }
  return [...parts.values()].map(presentPart);
}

/** Of the operations that have a part, the one that a caller sends it to comes first. */
function presentPart({ kind, title, owner, words, users }: Part): SearchEntry {
  const first = users.find(({ place }) => place === 'body') ?? users[0];
  if (first === undefined) throw new Error(`No operation has ${title}.`);
  const others = users.length === 1 ? '' : ` and ${users.length - 1} more`;
  const part = kind === 'field' && owner !== '' ? `${owner}, ` : '';
  const place = `${part}${first.place} of ${first.entry.summary}${others}`;
  return [kind, title, '', place, operationAddress(first.entry), words];
}

/** Returns a text without the marks of Markdown and without line breaks. */
function plain(text: string, limit = Infinity): string {
  const words = text
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[`*[\]|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length <= limit ? words : words.slice(0, words.lastIndexOf(' ', limit));
}
