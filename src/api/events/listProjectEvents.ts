import { operation } from '../operation';
import { findProject } from '../subjects';
import { eventDetailListReply, eventListReply } from './eventDetail';
import { readEventSelection } from './eventSearch';

/** Lists a project's events that match a search, newest first; with `full`, each with its whole body. */
export const listProjectEvents = operation('listProjectEvents', {
  subject: findProject,

  async handle({ project, query: { full, query, statsPeriod, start, end }, page, now, ...context }) {
    const selection = readEventSelection({ query, statsPeriod, start, end }, now);
    const place = { projectId: project.id, issueId: null };
    const rows = await context.read(({ events }) =>
      selection === undefined ? events.list(project.id, page) : events.search(place, selection, page),
    );
    return full === true ? eventDetailListReply(rows, page, project, context) : eventListReply(project, rows);
  },
});
