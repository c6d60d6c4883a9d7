import { operation } from '../operation';
import { findProject } from '../subjects';
import { listEvents } from './eventSearch';

/** Lists a project's events that match a search, newest first; with `full`, each with its whole body. */
export const listProjectEvents = operation('listProjectEvents', {
  subject: findProject,

  handle(context) {
    return listEvents({ ...context, issue: null });
  },
});
