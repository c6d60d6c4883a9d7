import { actorOf } from '../../domain/issue';
import { aboutProject } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { requireAttachment } from './getEventAttachment';

/** Deletes an attachment of an event, and adds an activity to its issue. */
export const removeEventAttachment = operation('removeEventAttachment', {
  subject: findProject,

  async handle({ project, params, read, write, audit, caller, now }) {
    const { id, eventId } = await requireAttachment(read, project, params.event_id, params.attachment_id);
    await write(async ({ attachments, events, activities, auditLog }) => {
      const event = await events.find(project.id, eventId);
      if (event === undefined) throw new NotFound('Event not found');
      const attachment = await attachments.find(project.id, eventId, id);
      if (attachment === undefined) throw new NotFound('Attachment not found');
      await attachments.delete([attachment], now);
      const { name } = attachment;
      const activity = { type: 'deleted_attachment', actor: actorOf(caller), at: now } as const;
      await activities.insert(project.id, [{ ...activity, issueId: event.issueId, data: { name, eventId } }]);
      const target = { id, name };
      const details = { event: eventId };
      await auditLog.insert(audit({ event: 'attachment.remove', ...aboutProject(project), target, details }));
    });
    return { status: 204 };
  },
});
