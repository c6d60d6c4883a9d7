import { Unauthenticated } from '../../domain/errors';
import { authorizeDsn } from '../../ingest/authorizeDsn';
import { ingestEvent } from '../../ingest/items/event';
import { ingestOperation } from '../operation';

/** Stores one event of a client that does not use envelopes. */
export const storeEvent = ingestOperation('storeEvent', {
  async subject(context) {
    const { publicKey } = context.dsnClient;
    if (publicKey === null) throw new Unauthenticated();
    return { client: await authorizeDsn(context, { projectId: context.params.project_id, publicKey }) };
  },

  async handle(context) {
    const event = { payload: context.body, format: 'store' as const, eventId: null, flags: [] };
    return { status: 200, body: { id: await ingestEvent(context, context.client, event) } };
  },
});
