import { EVENT_CURSOR, showDetails, showEvents } from '../eventDetail';
import { findProject } from '../find';
import type { Query } from '../operation';
import { pageRequest } from '../page';

/** Lists a project's events, newest first; with `full`, each with its whole body. */
export const listProjectEvents: Query<'listProjectEvents'> = async (ask) => {
  const { read } = ask;
  const { project } = await findProject(ask);
  return {
    async handle({ query }) {
      const wanted = pageRequest(query, EVENT_CURSOR);
      if (query.full !== true) return showEvents(await read(({ events }) => events.list(project.id, wanted)));
      return showDetails(await read(({ events }) => events.listFull(project.id, wanted)), wanted, project, ask);
    },
  };
};
