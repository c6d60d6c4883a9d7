import { presentEvent, presentEventDetail } from '../../views/event';
import { jsonList } from '../../views/json';
import { findProject } from '../find';
import type { Query } from '../operation';
import { pageRequest } from '../page';

const CURSOR_KEY = [/^[0-9]{1,16}$/, /^[0-9a-f]{32}$/];

/** Lists a project's events, newest first; with `full`, each with its whole body. */
export const listProjectEvents: Query<'listProjectEvents'> = async (ask) => {
  const { read } = ask;
  const { project } = await findProject(ask);
  return {
    async handle({ query }) {
      const wanted = pageRequest(query, CURSOR_KEY);
      if (query.full !== true) {
        const page = await read((stores) => stores.events.list(project.id, wanted));
        return { status: 200, json: jsonList(page.rows.map(presentEvent)), page };
      }
      const page = await read((stores) => stores.events.listFull(project.id, wanted));
      return { status: 200, body: page.rows.map(presentEventDetail), page };
    },
  };
};
