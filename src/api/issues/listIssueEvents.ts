import { EVENT_CURSOR, eventDetailListReply, eventListReply } from '../events/eventDetail';
import { type Query, readPageRequest } from '../operation';
import { findIssue } from '../subjects';

/** Lists an issue's events, newest first; with `full`, each with its whole body. */
export const listIssueEvents: Query<'listIssueEvents'> = async (ask) => {
  const { read } = ask;
  const { issue, project } = await findIssue(ask);
  return {
    async handle({ query }) {
      const wanted = readPageRequest(query, EVENT_CURSOR);
      if (query.full !== true) return eventListReply(await read(({ events }) => events.listByIssue(issue, wanted)));
      return eventDetailListReply(
        await read(({ events }) => events.listFullByIssue(issue, wanted)),
        wanted,
        project,
        ask,
      );
    },
  };
};
