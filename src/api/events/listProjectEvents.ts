import { operation } from '../operation';
import { findProject } from '../subjects';
import { eventDetailListReply, eventListReply } from './eventDetail';

/** Lists a project's events, newest first; with `full`, each with its whole body. */
export const listProjectEvents = operation('listProjectEvents', {
  subject: findProject,

  async handle({ project, query, page, ...context }) {
    const { read } = context;
    if (query.full !== true) return eventListReply(project, await read(({ events }) => events.list(project.id, page)));
    const events = await read((stores) => stores.events.listFull(project.id, page));
    return eventDetailListReply(events, page, project, context);
  },
});
