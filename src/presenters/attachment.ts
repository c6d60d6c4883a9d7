import type { components } from '../../generated/api';
import type { Attachment } from '../domain/attachment';
import { presentTime } from './format';

type EventAttachment = components['schemas']['EventAttachment'];

/** Presents an attachment. */
export function presentAttachment(attachment: Attachment): EventAttachment {
  const { id, eventId, type, name, contentType, size, sha1, isScrubbed, dateCreated } = attachment;
  return {
    id,
    event_id: eventId,
    type,
    name,
    mimetype: contentType,
    size,
    sha1,
    dateCreated: presentTime(dateCreated),
    headers: { 'Content-Type': contentType ?? 'application/octet-stream' },
    scrubbed: isScrubbed,
  };
}
