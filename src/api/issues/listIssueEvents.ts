import { eventDetailListReply, eventListReply } from '../events/eventDetail';
import { readEventSelection } from '../events/eventSearch';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Lists an issue's events that match a search, newest first; with `full`, each with its whole body. */
export const listIssueEvents = operation('listIssueEvents', {
  subject: findIssue,

  async handle({ issue, project, query: { full, query, statsPeriod, start, end }, page, now, ...context }) {
    const selection = readEventSelection({ query, statsPeriod, start, end }, now);
    const place = { projectId: project.id, issueId: issue.id };
    const rows = await context.read(({ events }) =>
      selection === undefined ? events.listByIssue(issue, page) : events.search(place, selection, page),
    );
    return full === true ? eventDetailListReply(rows, page, project, context) : eventListReply(project, rows);
  },
});
