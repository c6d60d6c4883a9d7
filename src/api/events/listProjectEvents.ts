import { type Query, readPageRequest } from '../operation';
import { findProject } from '../subjects';
import { EVENT_CURSOR, eventDetailListReply, eventListReply } from './eventDetail';

/** Lists a project's events, newest first; with `full`, each with its whole body. */
export const listProjectEvents: Query<'listProjectEvents'> = async (ask) => {
  const { read } = ask;
  const { project } = await findProject(ask);
  return {
    async handle({ query }) {
      const wanted = readPageRequest(query, EVENT_CURSOR);
      if (query.full !== true) return eventListReply(await read(({ events }) => events.list(project.id, wanted)));
      return eventDetailListReply(
        await read(({ events }) => events.listFull(project.id, wanted)),
        wanted,
        project,
        ask,
      );
    },
  };
};
