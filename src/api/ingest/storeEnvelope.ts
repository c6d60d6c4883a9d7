import {
  type AuthorizedClient,
  authorizeEnvelope,
  findClient,
  refuseEvent,
  requireAcceptance,
} from '../../ingest/authorizeDsn';
import { EnvelopeFilter } from '../../ingest/envelopeFilter';
import { ItemTable } from '../../ingest/items/index';
import { ingestEnvelope } from '../../ingest/ingestEnvelope';
import { hasDiskSpace } from '../../ingest/storeAttachments';
import { ingestOperation } from '../operation';

interface Subject {
  /** The client that the key in the request authorizes; once the envelope is read, the client of the key in it. */
  authorized: AuthorizedClient | null;
  /** The id in the header of a large envelope, once that is read. */
  eventId?: string | null;
  /** The filter that read the body; absent for a small one. */
  filter?: EnvelopeFilter;
}

/** While limits refuse events, larger bodies are not read: sessions, check-ins and reports of clients are smaller. */
const MAX_BESIDE_EVENT_BYTES = 64 * 1024;

/** Stores the event of an envelope with its attachments, and handles its other items; counts those without effect. */
export const storeEnvelope = ingestOperation<'storeEnvelope', Subject>('storeEnvelope', {
  async subject(context) {
    const { publicKey } = context.dsnClient;
    if (publicKey === null) return { authorized: null };
    const authorized = await findClient(context, { projectId: context.params.project_id, publicKey });
    if (context.dsnClient.bodyBytes > MAX_BESIDE_EVENT_BYTES) requireAcceptance(context, authorized);
    return { authorized };
  },

  filterBody(context) {
    context.filter = new EnvelopeFilter(
      async ({ dsn, eventId }) => {
        context.eventId = eventId;
        context.authorized = await authorizeEnvelope(context, context.authorized, context.params.project_id, dsn);
        // A body this large has an event or files, which the limit refuses: the rest is not read.
        const { refusal } = context.authorized;
        if (refusal !== null) throw refusal.error;
      },
      new ItemTable(context.ingest.disabledItems),
      () => hasDiskSpace(context),
    );
    return context.filter;
  },

  refuseBody(context, error) {
    const { authorized, eventId } = context;
    const sentId = eventId === undefined ? undefined : () => eventId;
    if (authorized !== null) refuseEvent(context, authorized, error, 'invalid_envelope', sentId);
  },

  async handle(context) {
    const { params, body, authorized, filter } = context;
    const { eventId: id, rateLimits } = await ingestEnvelope(context, authorized, params.project_id, body, filter);
    return { status: 200, body: id === null ? {} : { id }, rateLimits };
  },
});
