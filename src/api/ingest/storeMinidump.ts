import { Spool } from '../../compression/spool';
import { MINIDUMP_TYPE } from '../../domain/attachment';
import { RateLimited, TooLarge, Unauthenticated } from '../../domain/errors';
import { type JsonObject, parseSentEventId } from '../../domain/event';
import { countRefusal, findClient, keepReason } from '../../ingest/authorizeDsn';
import { EVENT_TYPE } from '../../ingest/envelope';
import { ingestItems } from '../../ingest/ingestEnvelope';
import { payloadOfFields, readUpload } from '../../ingest/minidump/crashUpload';
import { MAX_EVENT_BYTES } from '../../ingest/payload';
import { hasDiskSpace, type SentFile } from '../../ingest/storeAttachments';
import { ingestOperation } from '../operation';
import type { Sender } from './storeEvent';

/**
 * Stores the dump of a program that crashed. Replies 200 even if a limit refuses the dump, because programs send a
 * refused dump again at once.
 */
export const storeMinidump = ingestOperation<'storeMinidump', Sender>('storeMinidump', {
  async subject(context) {
    const { project_id: projectId } = context.params;
    const { publicKey } = context.dsnClient;
    if (publicKey === null) throw new Unauthenticated();
    const client = await findClient(context, { projectId, publicKey });
    if (client.refusal !== null) context.ingest.quota.count(client.project.id, client.refusal.reason, context.now);
    return { client };
  },

  refuseBody(context, error) {
    countRefusal(context, context.client, error, 'invalid_envelope');
  },

  async handle(context) {
    const { client, body, contentType, ingest, now } = context;
    const spool = new Spool();
    try {
      const { eventId, payload, files } = await readCrash(body, contentType, spool, () => hasDiskSpace(context)).catch(
        (error: unknown) => {
          countRefusal(context, client, error, 'invalid_envelope');
          throw error;
        },
      );
      const isOff = ingest.disabledItems.has('minidumps');
      if (isOff) ingest.quota.count(client.project.id, 'feature_disabled', now);
      if (client.refusal !== null) keepReason(context, client.project, { ...client.refusal, eventId: () => eventId });
      if (!isOff && client.refusal === null) {
        const header = { eventId, dsn: null, sentAt: null };
        const items = [{ type: EVENT_TYPE, header: {}, payload }];
        await ingestItems(context, client, { header, items }, files).catch((error: unknown) => {
          // The limit has counted the dropped event.
          if (!(error instanceof RateLimited)) throw error;
        });
      }
      return { status: 200, body: dashed(eventId) };
    } finally {
      spool.close();
    }
  },
});

/** Reads the event and the files of a body. @throws BadRequest, TooLarge, UnsupportedMedia or Unavailable */
async function readCrash(
  body: Uint8Array,
  contentType: string,
  spool: Spool,
  hasSpace: () => boolean,
): Promise<{ eventId: string; payload: Buffer; files: readonly SentFile[] }> {
  const { dump, name, fields, files } = await readUpload(body, contentType, spool, hasSpace);
  const sent = payloadOfFields(fields);
  const payload = Buffer.from(JSON.stringify(sent));
  if (payload.length > MAX_EVENT_BYTES)
    throw new TooLarge(`The fields of the form have more than ${MAX_EVENT_BYTES} bytes.`);
  const dumpFile = { name, type: MINIDUMP_TYPE, contentType: 'application/x-dmp', bytes: dump };
  // The same dump has the same id, so that one that is sent again is stored once.
  return { eventId: eventIdOf(sent) ?? dump.sha1.slice(0, 32), payload, files: [dumpFile, ...files] };
}

function eventIdOf({ event_id: id }: JsonObject): string | null {
  return typeof id === 'string' ? parseSentEventId(id) : null;
}

/** Crashpad expects an id with dashes. */
function dashed(eventId: string): string {
  return eventId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
