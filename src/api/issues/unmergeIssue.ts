import { actorOf } from '../../domain/activity';
import { aboutProject, listedValues } from '../../domain/audit';
import { BadRequest } from '../../domain/errors';
import { formatShortId, type Issue } from '../../domain/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { requireIssue } from './comment';
import { type HashedEvent, readHashedEvents } from './issueHashes';
import { splitIssue } from './splitIssue';

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

        const { id, number } = await splitIssue(stores, issue, hashes, { moved, kept });
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
