import type { EventTag, Level } from '../../domain/event';
import { formatShortId, type Issue, type NewIssue, SEARCH_ENTRY_MARK } from '../../domain/issue';
import type { Project } from '../../domain/project';
import type { SplitEvent } from '../../store/issueReleases';
import type { Writers } from '../../store/stores';
import { descriptionOf, type HashedEvent } from './issueHashes';

/** The stored events of an issue that becomes two, each list newest first. */
export interface SplitEvents {
  readonly moved: readonly HashedEvent[];
  readonly kept: readonly HashedEvent[];
}

/** Tells the events with some of the hashes from the others. */
export function divideEvents(events: ReadonlyMap<string, HashedEvent>, hashes: readonly string[]): SplitEvents {
  const all = [...events.values()];
  const isMoved = ({ hash }: HashedEvent) => hashes.includes(hash);
  return { moved: all.filter(isMoved), kept: all.filter((event) => !isMoved(event)) };
}

/** The ids of an issue, as replies and activities have them. */
export function nameIssue({ slug }: Pick<Project, 'slug'>, { id, number }: Pick<Issue, 'id' | 'number'>) {
  return { id, shortId: formatShortId(slug, number) };
}

/**
 * Moves hashes of a locked issue, and their stored events, to a new one. Counts, users, tags, releases and times of both become those of
 * their events. Returns the new issue. Neither list of events is empty.
 */
export async function splitIssue(
  stores: Writers,
  issue: Issue,
  hashes: readonly string[],
  { moved, kept }: SplitEvents,
): Promise<Pick<Issue, 'id' | 'number'>> {
  const { projectId } = issue;
  const created = await stores.mergedIssues.split(issue, hashes, {
    events: moved.map(({ row }) => row.eventId),
    created: { ...summaryOf(moved), hash: hashes[0] ?? '', timesSeen: moved.length },
    kept: { ...summaryOf(kept), timesSeen: Math.max(issue.timesSeen - moved.length, kept.length) },
    keptTags: tagsOf(kept),
  });
  const { id } = created;
  await stores.issueTags.insert(
    projectId,
    await stores.issueTags.findNew(projectId, [{ issueId: id, tags: tagsOf(moved) }]),
  );
  await stores.mergedIssues.countUsers(projectId, [issue.id, id]);
  await stores.issueStats.record(
    projectId,
    moved.flatMap(({ row: { timestamp } }) => [
      { issueId: id, timestamp },
      { issueId: issue.id, timestamp, quantity: -1 },
    ]),
  );
  await stores.issueReleases.split(issue, id, { moved: releasesOf(moved), kept: releasesOf(kept) });
  return created;
}

/** The releases that events name, with their times. */
function releasesOf(events: readonly HashedEvent[]): SplitEvent[] {
  return events.flatMap(({ row }) => {
    const release = descriptionOf(row).tags.find(({ key }) => key === 'release')?.value;
    return release === undefined ? [] : [{ release, timestamp: row.timestamp }];
  });
}

/** Describes an issue of events, which are newest first. */
function summaryOf(events: readonly HashedEvent[]): Omit<NewIssue, 'hash' | 'timesSeen'> {
  const times = events.map(({ row }) => row.timestamp);
  const newest = events[0];
  if (newest === undefined) throw new Error('An issue has at least one event.');
  const { title, culprit, platform, tags, 'event.type': type } = descriptionOf(newest.row);
  const level = (tags.find(({ key }) => key === 'level')?.value ?? 'error') as Level;
  const [lastSeen = 0, firstSeen = lastSeen] = [times[0], times.at(-1)];
  return { title, culprit, platform, type, level, firstSeen, lastSeen };
}

/** The tags and search entries of events. */
function tagsOf(events: readonly HashedEvent[]): EventTag[] {
  return events.flatMap(({ row, searchEntries }) => {
    const tags = descriptionOf(row).tags.filter(({ key }) => !key.startsWith(SEARCH_ENTRY_MARK));
    return [...tags.map(({ key, value }) => ({ key, value })), ...searchEntries];
  });
}
