import { EVENT_CURSOR, showDetails, showEvents } from '../eventDetail';
import { findIssue } from '../find';
import type { Query } from '../operation';
import { pageRequest } from '../page';

/** Lists an issue's events, newest first; with `full`, each with its whole body. */
export const listIssueEvents: Query<'listIssueEvents'> = async (ask) => {
  const { read } = ask;
  const { issue, project } = await findIssue(ask);
  return {
    async handle({ query }) {
      const wanted = pageRequest(query, EVENT_CURSOR);
      if (query.full !== true) return showEvents(await read(({ events }) => events.listOfIssue(issue, wanted)));
      return showDetails(await read(({ events }) => events.listFullOfIssue(issue, wanted)), wanted, project, ask);
    },
  };
};
