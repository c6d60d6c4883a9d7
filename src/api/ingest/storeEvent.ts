import { Unauthenticated } from '../../domain/errors';
import { authorizeDsn, ingestEvent } from '../../ingest/authorizeDsn';
import type { Intake } from '../operation';

/** Stores one event, as clients send it that do not know envelopes. */
export const storeEvent: Intake<'storeEvent'> = async (ask) => {
  const { params, sender } = ask;
  if (sender.publicKey === null)
    throw new Unauthenticated('No sentry_key was given: neither in the query nor in a header.');
  const entrance = await authorizeDsn(ask, params.project_id, sender.publicKey);
  return {
    async handle({ body }) {
      const id = await ingestEvent(ask, entrance, { payload: body, format: 'store', eventId: null, flags: [] });
      return { status: 200, body: { id } };
    },
  };
};
