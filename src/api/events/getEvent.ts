import { NotFound } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { readNavigated } from './eventDetail';

/** Returns an event with its whole body, and its neighbors in its issue. */
export const getEvent = operation('getEvent', {
  subject: findProject,

  async handle({ project, params, query, ...context }) {
    const eventId = parseEventId(params.event_id);
    const row = eventId === null ? undefined : await context.read(({ events }) => events.find(project.id, eventId));
    if (row === undefined) throw new NotFound('Event not found');
    return { status: 200, body: await readNavigated(row, project, context, query.collapse) };
  },
});
