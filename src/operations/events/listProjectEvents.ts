import { unpackBody } from '../../domain/eventBody';
import type { Project } from '../../domain/project';
import { resolveEvent } from '../../sourcemaps/resolve';
import type { FullEventRow, Read } from '../../store/stores';
import { type EventDetail, presentEvent, presentEventDetail } from '../../views/event';
import { jsonList } from '../../views/json';
import { findProject } from '../find';
import type { Query } from '../operation';
import { pageRequest } from '../page';
import { shelf } from '../shelf';

const CURSOR_KEY = [/^[0-9]{1,16}$/, /^[0-9a-f]{32}$/];

/** A stored event as its frames resolve today: source maps may have come after it. What is stored stays as it is. */
async function readDetail(row: FullEventRow, project: Project, read: Read): Promise<EventDetail> {
  const { body, size } = unpackBody(row.body);
  const event = await resolveEvent(body.event, project, { read, shelf });
  return presentEventDetail(row, { ...body, event }, size);
}

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
      // One after the other: the first that needs a map reads it for the rest.
      const details: EventDetail[] = [];
      for (const row of page.rows) details.push(await readDetail(row, project, read));
      return { status: 200, body: details, page };
    },
  };
};
