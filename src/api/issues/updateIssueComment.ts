import { aboutComment } from '../../domain/audit';
import { sanitizeText } from '../../domain/text';
import { presentComment } from '../../presenters/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { requireComment, requireOwnComment } from './issueRecords';

/** Replaces the text of a comment. */
export const updateIssueComment = operation('updateIssueComment', {
  subject: findIssue,

  async handle({ issue, project, params: { comment_id: id }, body, caller, write, audit }) {
    const comment = await write(
      async ({ activities, auditLog }) => {
        const current = requireComment(await activities.findComment(issue, id));
        requireOwnComment(current, caller);
        const text = sanitizeText(body.text);
        if (current.data['text'] === text) return current;
        await activities.updateComment(issue, id, text);
        await auditLog.insert(audit({ event: 'comment.update', ...aboutComment(project, issue, id) }));
        return requireComment(await activities.findComment(issue, id));
      },
      { projects: [project.id] },
    );
    return { status: 200, body: presentComment(comment) };
  },
});
