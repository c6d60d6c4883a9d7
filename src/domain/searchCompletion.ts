import { SEARCH_ENTRY_MARK } from './issue';

/** A stored key, and a prefix of its values, which is no part of the values that are searched by. */
export interface CompletionSource {
  readonly key: string;
  readonly prefix: string;
  /** True if the value is the release of the first event of an issue, instead of any. */
  readonly isFirst?: true;
}

const OF_USER = ['id', 'username', 'email', 'ip'] as const;

/** Keys of searches whose values are stored under another key. Keys of tags have their own name. */
const SOURCES: ReadonlyMap<string, readonly CompletionSource[]> = new Map<string, readonly CompletionSource[]>([
  ...['firstRelease', 'first_release'].map((key) => [key, [{ key: 'release', prefix: '', isFirst: true }]] as const),
  ['error.mechanism', [{ key: 'mechanism', prefix: '' }]],
  ...['error.type', 'error.value'].map((key) => [key, [entryOf(key)]] as const),
  // The tag `user` names one property of a user; the others are search entries. Ids are in the tag alone.
  ...OF_USER.map((name) => {
    const tagged = { key: 'user', prefix: `${name}:` };
    return [`user.${name}`, name === 'id' ? [tagged] : [tagged, entryOf(`user.${name}`)]] as const;
  }),
]);

function entryOf(property: string): CompletionSource {
  return { key: `${SEARCH_ENTRY_MARK}${property}`, prefix: '' };
}

/** Returns the places where the values of a key of the search language are stored. */
export function completionSources(key: string): readonly CompletionSource[] {
  if (key.startsWith(SEARCH_ENTRY_MARK)) return [];
  return SOURCES.get(key) ?? [{ key: /^tags\[(.*)\]$/.exec(key)?.[1] ?? key, prefix: '' }];
}

/** True if a value contains a text, in either case of letters. */
export function containsText(value: string, text: string): boolean {
  return value.toLowerCase().includes(text.toLowerCase());
}
