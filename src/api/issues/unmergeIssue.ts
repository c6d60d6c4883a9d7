import { actorOf } from '../../domain/activity';
import { aboutProject, listedValues } from '../../domain/audit';
import { BadRequest } from '../../domain/errors';
import type { EventTag, Level } from '../../domain/event';
import { formatShortId, type Issue, type NewIssue, SEARCH_ENTRY_MARK } from '../../domain/issue';
import type { SplitEvent } from '../../store/issueReleases';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { requireIssue } from './comment';
import { descriptionOf, type HashedEvent, readHashedEvents } from './issueHashes';

/** Moves the events of some grouping hashes of an issue to a new issue. */
export const unmergeIssue = operation('unmergeIssue', {
  subject: findIssue,

  async handle({ issue: found, project, query, caller, read, write, audit, now }) {
    const hashes = [...new Set(query.id)];
    // Nearly all bodies are read before the transaction, which then reads those of events that arrived meanwhile.
    const known = await readHashedEvents(read, found);
    const created = await write(
      async (stores) => {
        const issue = requireIssue((await stores.mergedIssues.lock(project.id, [Number(found.id)]))[0]);
        const owned = await stores.mergedIssues.listHashes(issue);
        const unknown = hashes.find((hash) => !owned.includes(hash));
        if (unknown !== undefined)
          throw new BadRequest(`'${unknown}' is not a hash of this issue. Nothing was changed.`);
        const events = [...(await readHashedEvents((work) => work(stores), issue, known)).values()];
        const isMoved = ({ hash }: HashedEvent) => hashes.includes(hash);
        const [moved, kept] = [events.filter(isMoved), events.filter((event) => !isMoved(event))];
        if (owned.length === hashes.length || kept.length === 0)
          throw new BadRequest('The issue would have no event left; name fewer of its hashes.');
        if (moved.length === 0) throw new BadRequest('No event with these hashes is stored. Nothing was changed.');

        const { id, number } = await stores.mergedIssues.split(issue, hashes, {
          events: moved.map(({ row }) => row.eventId),
          created: { ...summaryOf(moved), hash: hashes[0] ?? '', timesSeen: moved.length },
          kept: { ...summaryOf(kept), timesSeen: Math.max(issue.timesSeen - moved.length, kept.length) },
          keptTags: tagsOf(kept),
        });
        await stores.issueTags.insert(
          project.id,
          await stores.issueTags.findNew(project.id, [{ issueId: id, tags: tagsOf(moved) }]),
        );
        await stores.mergedIssues.countUsers(project.id, [issue.id, id]);
        await stores.issueReleases.split(issue, id, { moved: releasesOf(moved), kept: releasesOf(kept) });
        await stores.issueStats.record(
          project.id,
          moved.flatMap(({ row: { timestamp } }) => [
            { issueId: id, timestamp },
            { issueId: issue.id, timestamp, quantity: -1 },
          ]),
        );
        const nameOf = (one: Pick<Issue, 'id' | 'number'>) => ({
          id: one.id,
          shortId: formatShortId(project.slug, one.number),
        });
        const entry = { type: 'unmerge', actor: actorOf(caller), at: now } as const;
        await stores.activities.insert(project.id, [
          { ...entry, issueId: issue.id, data: { into: nameOf({ id, number }), hashes } },
          { ...entry, issueId: id, data: { from: nameOf(issue), hashes } },
        ]);
        const details = { from: issue.id, into: id, hashes: listedValues(hashes) };
        await stores.auditLog.insert(audit({ event: 'issue.unmerge', ...aboutProject(project), details }));
        return nameOf({ id, number });
      },
      { projects: [project.id] },
    );
    return { status: 200, body: created };
  },
});

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

/** The releases that events name, with their times. */
function releasesOf(events: readonly HashedEvent[]): SplitEvent[] {
  return events.flatMap(({ row }) => {
    const release = descriptionOf(row).tags.find(({ key }) => key === 'release')?.value;
    return release === undefined ? [] : [{ release, timestamp: row.timestamp }];
  });
}

/** The tags and search entries of events. */
function tagsOf(events: readonly HashedEvent[]): EventTag[] {
  return events.flatMap(({ row, searchEntries }) => {
    const tags = descriptionOf(row).tags.filter(({ key }) => !key.startsWith(SEARCH_ENTRY_MARK));
    return [...tags.map(({ key, value }) => ({ key, value })), ...searchEntries];
  });
}
