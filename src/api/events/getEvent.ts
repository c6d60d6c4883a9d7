import { operation } from '../operation';
import { findProject } from '../subjects';
import { readNavigated, requireEvent } from './eventDetail';

/** Returns an event with its whole body, and its neighbors in its issue. */
export const getEvent = operation('getEvent', {
  subject: findProject,

  async handle({ project, params, query, ...context }) {
    const row = await requireEvent(context.read, project, params.event_id);
    return { status: 200, body: await readNavigated(row, project, context, query.collapse) };
  },
});
