import type { components } from '../../generated/api';
import type { TagCounts, TagValueCount } from '../domain/tagCounts';
import { presentTime } from './format';

type IssueTagRecord = components['schemas']['IssueTag'];
type IssueTagValueRecord = components['schemas']['IssueTagValue'];

/** Maximum number of values in the record of a tag. */
const TOP_VALUES = 10;

/** Presents a tag of an issue with its most frequent values. @param uniqueValues number of stored values */
export function presentIssueTag(
  key: string,
  { counts, isSample }: { counts: TagCounts; isSample: boolean },
  uniqueValues: number,
): IssueTagRecord {
  const values = counts.valuesOf(key);
  return {
    key,
    name: presentName(key),
    totalValues: values.reduce((sum, { count }) => sum + count, 0),
    uniqueValues: Math.max(uniqueValues, values.length),
    countedEvents: counts.events,
    isSample,
    topValues: values.slice(0, TOP_VALUES).map((value) => presentTagValue(key, value, counts.events)),
  };
}

/** @param events number of counted events, of which the share is one */
export function presentTagValue(
  key: string,
  { value, count, ...seen }: TagValueCount,
  events: number,
): IssueTagValueRecord {
  return {
    key,
    name: value,
    value,
    count,
    share: events === 0 ? 0 : Math.round((count / events) * 10_000) / 10_000,
    firstSeen: seen.firstSeen === null ? null : presentTime(seen.firstSeen),
    lastSeen: seen.lastSeen === null ? null : presentTime(seen.lastSeen),
  };
}

/** Presents a tag of the issues of several projects. */
export function presentOrganizationTag(key: string, uniqueValues: number): components['schemas']['OrganizationTag'] {
  return { key, name: presentName(key), uniqueValues };
}

/** Presents the label of a key: `Server Name` of `server_name`. */
function presentName(key: string): string {
  return key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
