import { presentTime } from '../../presenters/format';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { descriptionOf, readHashedEvents } from './issueHashes';

/** Lists the grouping hashes of an issue, each with its events. */
export const listIssueHashes = operation('listIssueHashes', {
  subject: findIssue,

  async handle({ issue, read }) {
    const hashes = await read(({ mergedIssues }) => mergedIssues.listHashes(issue));
    const events = [...(await readHashedEvents(read, issue)).values()];
    const body = hashes.map((hash) => {
      const own = events.filter((event) => event.hash === hash);
      const latest = own[0]?.row;
      return {
        id: hash,
        count: own.length,
        latestEvent:
          latest === undefined
            ? null
            : {
                id: latest.eventId,
                title: descriptionOf(latest).title,
                dateCreated: presentTime(latest.timestamp),
              },
      };
    });
    return { status: 200, body };
  },
});
