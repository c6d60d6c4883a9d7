import { presentActivity } from '../../presenters/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Lists the activities of an issue, newest first. */
export const listIssueActivities = operation('listIssueActivities', {
  subject: findIssue,

  async handle({ issue, page, read, now }) {
    return read(async (stores) => {
      const activities = await stores.activities.list(issue, page);
      const changes = activities.rows.flatMap(({ changeId }) => changeId ?? []);
      const undoable = await stores.issueChanges.listUndoable(issue.projectId, changes, now);
      const body = { activity: activities.rows.map((one) => presentActivity(one, undoable)) };
      return { status: 200, body, links: activities };
    });
  },
});
