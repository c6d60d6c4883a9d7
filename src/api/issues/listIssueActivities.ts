import { presentActivity } from '../../presenters/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Lists the activities of an issue, newest first. */
export const listIssueActivities = operation('listIssueActivities', {
  subject: findIssue,

  async handle({ issue, page, read }) {
    const activities = await read((stores) => stores.activities.list(issue, page));
    return { status: 200, body: { activity: activities.rows.map(presentActivity) }, links: activities };
  },
});
