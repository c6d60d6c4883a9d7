import { operation } from '../operation';
import { findProject } from '../subjects';
import { eventDetailListReply, eventListReply } from './eventDetail';

/** Lists a project's events, newest first; with `full`, each with its whole body. */
export const listProjectEvents = operation('listProjectEvents', {
  subject: findProject,

  async handle({ project, query, page, ...context }) {
    const { read } = context;
    const rows = await read(({ events }) => events.list(project.id, page));
    return query.full === true ? eventDetailListReply(rows, page, project, context) : eventListReply(project, rows);
  },
});
