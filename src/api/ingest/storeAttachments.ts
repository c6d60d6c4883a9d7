import { fileOfBytes } from '../../compression/spool';
import { MAX_ATTACHMENTS } from '../../domain/attachment';
import { BadRequest } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import { countRefusal } from '../../ingest/authorizeDsn';
import { ingestAttachments, quotaError } from '../../ingest/storeAttachments';
import { parseMultipartForm } from '../../sourcemaps/upload/multipart';
import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';

/** Stores files of an event that is stored, or may arrive later. */
export const storeAttachments = ingestOperation<'storeAttachments', Sender>('storeAttachments', {
  subject: (context) => findSender(context, context.params.project_id),

  refuseBody(context, error) {
    countRefusal(context, context.client, error, 'invalid_envelope', 'attachment');
  },

  async handle(context) {
    const { client, params, body, contentType } = context;
    let isOverQuota: boolean;
    try {
      const eventId = parseEventId(params.event_id);
      if (eventId === null) throw new BadRequest('The event id of the path is no uuid.');
      const parts = parseMultipartForm(body, contentType, MAX_ATTACHMENTS);
      const files = parts.flatMap(({ filename, contentType: type, bytes }) =>
        filename === null ? [] : [{ name: filename, type: null, contentType: type, bytes: fileOfBytes(bytes) }],
      );
      isOverQuota = await ingestAttachments(context, client, { eventId, dropped: null, files });
    } catch (error) {
      countRefusal(context, client, error, 'invalid_envelope', 'attachment');
      throw error;
    }
    if (isOverQuota) throw quotaError();
    return { status: 201 };
  },
});
