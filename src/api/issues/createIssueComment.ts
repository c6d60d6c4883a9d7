import { actorOf } from '../../domain/issue';
import { aboutComment } from '../../domain/audit';
import { sanitizeText } from '../../domain/text';
import { presentComment } from '../../presenters/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { requireComment, requireIssue } from './issueRecords';

/** Adds a comment to an issue. */
export const createIssueComment = operation('createIssueComment', {
  subject: findIssue,

  async handle({ issue, project, body, caller, write, audit, now }) {
    const text = sanitizeText(body.text);
    const comment = await write(
      async ({ activities, auditLog }) => {
        const id = requireIssue(await activities.insertComment(issue, { actor: actorOf(caller), at: now }, text));
        await auditLog.insert(audit({ event: 'comment.create', ...aboutComment(project, issue, id) }));
        return requireComment(await activities.findComment(issue, id));
      },
      { projects: [project.id] },
    );
    return { status: 201, body: presentComment(comment) };
  },
});
