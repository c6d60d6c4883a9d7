import { IMAGE_HEAD_BYTES, imageTypeOf } from '../../domain/attachment';
import { NotFound } from '../../domain/errors';
import type { Project } from '../../domain/project';
import { presentAttachment } from '../../presenters/event';
import type { OwnedAttachment } from '../../store/attachments';
import type { Read } from '../../store/stores';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { requireEvent } from './eventDetail';

/** Returns the record of an attachment; with `download`, its bytes. */
export const getEventAttachment = operation('getEventAttachment', {
  subject: findProject,

  async handle({ project, params, query, read }) {
    const attachment = await requireAttachment(read, project, params.event_id, params.attachment_id);
    if (query.download === undefined) return { status: 200, body: presentAttachment(attachment) };
    const { size, name } = attachment;
    const head = await read(({ attachments }) => attachments.readSlice(attachment, 0));
    const type = imageTypeOf(head?.subarray(0, IMAGE_HEAD_BYTES) ?? new Uint8Array());
    return { status: 200, file: { size, name, type, pieces: readPieces(attachment, head, read) } };
  },
});

/** Finds an attachment of a stored event. @throws NotFound */
export async function requireAttachment(
  read: Read,
  project: Pick<Project, 'id'>,
  eventText: string,
  id: string,
): Promise<OwnedAttachment> {
  const { eventId } = await requireEvent(read, project, eventText);
  const attachment = await read(({ attachments }) => attachments.find(project.id, eventId, id));
  if (attachment === undefined) throw new NotFound('Attachment not found');
  return attachment;
}

/** Reads a file slice by slice after its first one. Its bytes stay stored for a while after it was removed. */
async function* readPieces(
  attachment: OwnedAttachment,
  head: Uint8Array | null,
  read: Read,
): AsyncGenerator<Uint8Array, void> {
  let slice = head;
  for (let number = 1; slice !== null; number += 1) {
    yield slice;
    slice = await read(({ attachments }) => attachments.readSlice(attachment, number));
  }
}
