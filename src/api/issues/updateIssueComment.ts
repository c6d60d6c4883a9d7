import { actorOf } from '../../domain/issue';
import { aboutComment } from '../../domain/audit';
import { sanitizeText } from '../../domain/text';
import { presentTime } from '../../presenters/format';
import { presentComment } from '../../presenters/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { requireComment, requireOwnComment } from './issueRecords';

/** Replaces the text of a comment, and records who edited it. */
export const updateIssueComment = operation('updateIssueComment', {
  subject: findIssue,

  async handle({ issue, project, params: { comment_id: id }, body, caller, write, audit, now }) {
    const comment = await write(
      async ({ activities, auditLog }) => {
        const current = requireComment(await activities.findComment(issue, id));
        requireOwnComment(current, caller);
        const text = sanitizeText(body.text);
        if (current.data['text'] === text) return current;
        const editor = actorOf(caller);
        const edit = { dateEdited: presentTime(now), editedBy: editor.kind === 'member' ? editor.id : null };
        await activities.updateComment(issue, id, { text, ...edit });
        await auditLog.insert(audit({ event: 'comment.update', ...aboutComment(project, issue, id) }));
        return requireComment(await activities.findComment(issue, id));
      },
      { projects: [project.id] },
    );
    return { status: 200, body: presentComment(comment) };
  },
});
