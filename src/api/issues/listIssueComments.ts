import { presentComment } from '../../presenters/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Lists the comments on an issue, newest first. */
export const listIssueComments = operation('listIssueComments', {
  subject: findIssue,

  async handle({ issue, page, read }) {
    const comments = await read((stores) => stores.activities.listComments(issue, page));
    return { status: 200, body: comments.rows.map(presentComment), links: comments };
  },
});
