import { NotFound } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import type { Query } from '../operation';
import { findProject } from '../subjects';
import { readDetail } from './eventDetail';

/** Gives an event with its whole body. */
export const getEvent: Query<'getEvent'> = async (ask) => {
  const { read, params } = ask;
  const { project } = await findProject(ask);
  return {
    async handle() {
      const eventId = parseEventId(params.event_id);
      const row = eventId === null ? undefined : await read(({ events }) => events.find(project.id, eventId));
      if (row === undefined) throw new NotFound('Event not found');
      return { status: 200, body: await readDetail(row, project, ask) };
    },
  };
};
