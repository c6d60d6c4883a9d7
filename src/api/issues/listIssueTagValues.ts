import { compareCounts, type Issue, type TagValueCount } from '../../domain/issue';
import { type Cursor, readPage } from '../../domain/page';
import { presentTagValue } from '../../presenters/issue';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { countIssueTags } from './storedEvents';

/** Lists the values of a tag of an issue: the most frequent first, then values that no counted event has. */
export const listIssueTagValues = operation('listIssueTagValues', {
  subject: findIssue,

  async handle({ issue, params: { key }, query, page, read }) {
    const { counts } = await countIssueTags(issue, read, query.environment);
    const prefix = query.query ?? '';
    const counted = counts.valuesOf(key).filter(({ value }) => value.startsWith(prefix));
    const hasUncounted = query.environment === undefined;
    const listed = await readPage(
      page,
      (cursor, limit) =>
        read((stores) => readValues({ stores, issue, key, prefix, counted, hasUncounted }, cursor, limit)),
      ({ count, value }) => [`t${count}`, Buffer.from(value).toString('base64url')],
    );
    return { status: 200, body: listed.rows.map((row) => presentTagValue(key, row, counts.events)), links: listed };
  },
});

interface ValueList {
  readonly stores: Readers;
  readonly issue: Issue;
  readonly key: string;
  readonly prefix: string;
  readonly counted: readonly TagValueCount[];
  /** True if the list also has values that no counted event has. */
  readonly hasUncounted: boolean;
}

/**
 * Reads values from a cursor, nearest first: the counted values are in memory, and come before the others. The key of a
 * cursor is `t` with the count of its value, and the value in Base64URL.
 */
async function readValues(list: ValueList, cursor: Cursor | null, limit: number): Promise<TagValueCount[]> {
  const from = cursor && { value: decodeValue(cursor), count: Number(cursor.key[0]?.slice(1)) };
  const isBackwards = cursor?.backwards ?? false;
  const counted = list.counted.filter((row) => {
    if (from === null) return true;
    const distance = compareCounts(row, from);
    return distance === 0 ? cursor?.inclusive === true : distance > 0 !== isBackwards;
  });
  const uncounted = (rest: number) => (list.hasUncounted && rest > 0 ? readUncounted(list, cursor, rest) : []);
  if (!isBackwards) {
    const first = counted.slice(0, limit);
    return [...first, ...(await uncounted(limit - first.length))];
  }
  const last = from === null || from.count > 0 ? [] : await uncounted(limit);
  return [...last, ...counted.reverse().slice(0, limit - last.length)];
}

/** Reads stored values that no counted event has; skips the others. */
async function readUncounted(
  { stores, issue, key, prefix, counted }: ValueList,
  cursor: Cursor | null,
  limit: number,
): Promise<TagValueCount[]> {
  const countedValues = new Set(counted.map(({ value }) => value));
  const isCursorUncounted = cursor !== null && cursor.key[0] === 't0';
  const from = isCursorUncounted ? { ...cursor, key: [decodeValue(cursor)] } : null;
  const values = await stores.issueTags.listValues(issue, {
    key,
    prefix,
    cursor: from,
    limit: limit + countedValues.size,
  });
  return values
    .filter((value) => !countedValues.has(value))
    .slice(0, limit)
    .map((value) => ({ value, count: 0, firstSeen: null, lastSeen: null }));
}

function decodeValue({ key }: Cursor): string {
  return Buffer.from(key[1] ?? '', 'base64url').toString();
}
