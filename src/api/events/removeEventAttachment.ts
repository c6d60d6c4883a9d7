import { aboutProject } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { requireAttachment } from './getEventAttachment';

/** Deletes an attachment of an event. */
export const removeEventAttachment = operation('removeEventAttachment', {
  subject: findProject,

  async handle({ project, params, read, write, audit, now }) {
    const { id, eventId } = await requireAttachment(read, project, params.event_id, params.attachment_id);
    await write(async ({ attachments, auditLog }) => {
      const attachment = await attachments.find(project.id, eventId, id);
      if (attachment === undefined) throw new NotFound('Attachment not found');
      await attachments.delete([attachment], now);
      const target = { id, name: attachment.name };
      const details = { event: eventId };
      await auditLog.insert(audit({ event: 'attachment.remove', ...aboutProject(project), target, details }));
    });
    return { status: 204 };
  },
});
