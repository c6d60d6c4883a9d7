import { aboutComment } from '../../domain/audit';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { requireOwnComment } from './issueRecords';

/** Removes a comment permanently. */
export const removeIssueComment = operation('removeIssueComment', {
  subject: findIssue,

  async handle({ issue, project, params: { comment_id: id }, caller, write, audit }) {
    await write(
      async ({ activities, auditLog }) => {
        requireOwnComment(await activities.findComment(issue, id), caller);
        await activities.removeComment(issue, id);
        await auditLog.insert(audit({ event: 'comment.remove', ...aboutComment(project, issue, id) }));
      },
      { projects: [project.id] },
    );
    return { status: 204 };
  },
});
