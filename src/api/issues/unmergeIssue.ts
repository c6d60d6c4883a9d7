import { actorOf } from '../../domain/issue';
import { aboutProject, listedValues } from '../../domain/audit';
import { BadRequest } from '../../domain/errors';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { requireIssue } from './issueRecords';
import { HashedEvents } from './storedEvents';
import { divideEvents, nameIssue, splitIssue } from './mergeIssues';

/** Moves the events of some grouping hashes of an issue to a new issue. */
export const unmergeIssue = operation('unmergeIssue', {
  subject: findIssue,

  async handle({ issue: requested, project, query, caller, read, write, audit, now }) {
    const hashes = [...new Set(query.id)];
    const events = new HashedEvents(requested);
    // Most bodies are read before the transaction.
    await events.read(read);
    const body = await write(
      async (stores) => {
        const issue = requireIssue((await stores.issueStates.lock(project.id, [Number(requested.id)]))[0]);
        const owned = await stores.mergedIssues.listHashes(issue);
        const unknown = hashes.find((hash) => !owned.includes(hash));
        if (unknown !== undefined)
          throw new BadRequest(`'${unknown}' is not a hash of this issue. Nothing was changed.`);
        const { moved, kept } = divideEvents(await events.read((work) => work(stores)), [hashes]);
        if (owned.length === hashes.length || kept.length === 0)
          throw new BadRequest('The issue would have no event left; name fewer of its hashes.');
        if (moved.some((part) => part.events.length === 0))
          throw new BadRequest('No event with these hashes is stored. Nothing was changed.');

        const [created = issue] = await splitIssue(stores, issue, moved, kept);
        const split = nameIssue(project, created);
        const entry = { type: 'unmerge', actor: actorOf(caller), at: now } as const;
        await stores.activities.insert(project.id, [
          { ...entry, issueId: issue.id, data: { into: split, hashes } },
          { ...entry, issueId: split.id, data: { from: nameIssue(project, issue), hashes } },
        ]);
        const details = { from: issue.id, into: split.id, hashes: listedValues(hashes) };
        await stores.auditLog.insert(audit({ event: 'issue.unmerge', ...aboutProject(project), details }));
        return split;
      },
      { projects: [project.id] },
    );
    return { status: 200, body };
  },
});
