import { eventDetailListReply, eventListReply } from '../events/eventDetail';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Lists an issue's events, newest first; with `full`, each with its whole body. */
export const listIssueEvents = operation('listIssueEvents', {
  subject: findIssue,

  async handle({ issue, project, query, page, ...context }) {
    const { read } = context;
    const rows = await read(({ events }) => events.listByIssue(issue, page));
    return query.full === true ? eventDetailListReply(rows, page, project, context) : eventListReply(project, rows);
  },
});
