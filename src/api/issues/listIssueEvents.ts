import { eventDetailListReply, eventListReply } from '../events/eventDetail';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Lists an issue's events, newest first; with `full`, each with its whole body. */
export const listIssueEvents = operation('listIssueEvents', {
  subject: findIssue,

  async handle({ issue, project, query, page, ...context }) {
    const { read } = context;
    if (query.full !== true)
      return eventListReply(project, await read(({ events }) => events.listByIssue(issue, page)));
    const events = await read((stores) => stores.events.listFullByIssue(issue, page));
    return eventDetailListReply(events, page, project, context);
  },
});
