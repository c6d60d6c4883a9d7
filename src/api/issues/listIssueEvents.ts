import { listEvents } from '../events/eventSearch';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Lists an issue's events that match a search, newest first; with `full`, each with its whole body. */
export const listIssueEvents = operation('listIssueEvents', {
  subject: findIssue,

  handle(context) {
    return listEvents(context);
  },
});
