import { NotFound } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { readDetail } from './eventDetail';

/** Returns an event with its whole body. */
export const getEvent = operation('getEvent', {
  subject: findProject,

  async handle({ project, params, ...context }) {
    const eventId = parseEventId(params.event_id);
    const row = eventId === null ? undefined : await context.read(({ events }) => events.find(project.id, eventId));
    if (row === undefined) throw new NotFound('Event not found');
    return { status: 200, body: await readDetail(row, project, context) };
  },
});
