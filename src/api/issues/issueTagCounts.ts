import { setImmediate } from 'node:timers/promises';
import { type Issue, TagCounts } from '../../domain/issue';
import { readRecordTags } from '../../presenters/eventRecord';
import type { Read } from '../../store/stores';

/** Number of the newest events of an issue that are counted: more would take too long. */
export const COUNTED_EVENTS = 1_000;
/** Number of events after which other requests are served. */
const EVENTS_AT_ONCE = 100;

/** The counted tags of an issue. */
export interface IssueTagCounts {
  readonly counts: TagCounts;
  /** True if there are older events, which are not counted. */
  readonly isSample: boolean;
}

/**
 * Counts the tags of the newest events of an issue.
 * @param environments names of the environments whose events are counted; none for all
 */
export async function countIssueTags(
  issue: Issue,
  read: Read,
  environments: readonly string[] = [],
): Promise<IssueTagCounts> {
  const rows = await read(({ events }) => events.listNewest(issue, COUNTED_EVENTS + 1));
  const selected = new Set(environments);
  const counts = new TagCounts();
  for (const [index, { timestamp, record }] of rows.slice(0, COUNTED_EVENTS).entries()) {
    const tags = readRecordTags(record);
    const isWanted = selected.size === 0 || tags.some(({ key, value }) => key === 'environment' && selected.has(value));
    if (isWanted) counts.add(timestamp, tags);
    if (index % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await setImmediate();
  }
  return { counts, isSample: rows.length > COUNTED_EVENTS };
}
