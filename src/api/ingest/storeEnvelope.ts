import { type AuthorizedClient, authorizeDsn, authorizeEnvelope, countRefusal } from '../../ingest/authorizeDsn';
import { EnvelopeFilter } from '../../ingest/envelopeFilter';
import { ItemTable } from '../../ingest/items/index';
import { ingestEnvelope } from '../../ingest/ingestEnvelope';
import { ingestOperation } from '../operation';

interface Subject {
  /** The client that the key in the request authorizes; once the envelope is read, the client of the key in it. */
  authorized: AuthorizedClient | null;
}

/** Stores the event of an envelope, if it has one, and counts its other items. */
export const storeEnvelope = ingestOperation<'storeEnvelope', Subject>('storeEnvelope', {
  async subject(context) {
    const { publicKey } = context.dsnClient;
    if (publicKey === null) return { authorized: null };
    return { authorized: await authorizeDsn(context, { projectId: context.params.project_id, publicKey }) };
  },

  filterBody(context) {
    return new EnvelopeFilter(async ({ dsn }) => {
      context.authorized = await authorizeEnvelope(context, context.authorized, context.params.project_id, dsn);
    }, new ItemTable(context.ingest.disabledItems));
  },

  refuseBody(context, error) {
    const { authorized } = context;
    if (authorized !== null) countRefusal(context, authorized, error, 'invalid_envelope');
  },

  async handle(context) {
    const { params, body, authorized } = context;
    const { eventId: id, rateLimits } = await ingestEnvelope(context, authorized, params.project_id, body);
    return { status: 200, body: id === null ? {} : { id }, rateLimits };
  },
});
