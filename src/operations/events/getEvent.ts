import { NotFound } from '../../domain/errors';
import { readEventId } from '../../domain/eventId';
import { readDetail } from '../eventDetail';
import { findProject } from '../find';
import type { Query } from '../operation';

/** Gives an event with its whole body. */
export const getEvent: Query<'getEvent'> = async (ask) => {
  const { read, params } = ask;
  const { project } = await findProject(ask);
  return {
    async handle() {
      const eventId = readEventId(params.event_id);
      const row = eventId === null ? undefined : await read(({ events }) => events.find(project.id, eventId));
      if (row === undefined) throw new NotFound('Event not found');
      return { status: 200, body: await readDetail(row, project, ask) };
    },
  };
};
