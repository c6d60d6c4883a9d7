import { readRecord } from '../../presenters/eventRecord';
import { presentTime } from '../../presenters/format';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { HashedEvents } from './storedEvents';

/** Lists the grouping hashes of an issue, each with its events. */
export const listIssueHashes = operation('listIssueHashes', {
  subject: findIssue,

  async handle({ issue, read }) {
    const hashes = await read(({ mergedIssues }) => mergedIssues.listHashes(issue));
    const events = await new HashedEvents(issue).read(read);
    const newest = hashes.flatMap((hash) => events.find((event) => event.hash === hash)?.eventId ?? []);
    const rows = await read((stores) => stores.events.readBodies(issue.projectId, newest));
    const body = hashes.map((hash) => {
      const own = events.filter((event) => event.hash === hash);
      const latest = rows.find(({ eventId }) => eventId === own[0]?.eventId);
      return {
        id: hash,
        count: own.length,
        latestEvent:
          latest === undefined
            ? null
            : { id: latest.eventId, title: readRecord('', latest).title, dateCreated: presentTime(latest.timestamp) },
      };
    });
    return { status: 200, body };
  },
});
