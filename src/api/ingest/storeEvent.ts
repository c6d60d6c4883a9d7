import { Unauthenticated } from '../../domain/errors';
import { type AuthorizedClient, authorizeDsn, countRefusal } from '../../ingest/authorizeDsn';
import { ingestEnvelopeBody } from '../../ingest/ingestEnvelope';
import { ingestEvent } from '../../ingest/items/event';
import { newEventId } from '../../ingest/processEvent';
import { ingestOperation } from '../operation';

/** Stores one event of a client that does not use envelopes. */
export const storeEvent = ingestOperation<'storeEvent', { client: AuthorizedClient }>('storeEvent', {
  async subject(context) {
    const { publicKey } = context.dsnClient;
    if (publicKey === null) throw new Unauthenticated();
    return { client: await authorizeDsn(context, { projectId: context.params.project_id, publicKey }) };
  },

  refuseBody(context, error) {
    countRefusal(context, context.client, error, 'invalid_json');
  },

  async handle(context) {
    const { params, client, body, contentType } = context;
    if (/^application\/x-sentry-envelope\s*(?:;|$)/i.test(contentType)) {
      const id = await ingestEnvelopeBody(context, client, params.project_id, body);
      return { status: 200, body: { id: id ?? newEventId() } };
    }
    const event = { payload: body, format: 'store' as const, eventId: null, flags: [] };
    return { status: 200, body: { id: await ingestEvent(context, client, event) } };
  },
});
