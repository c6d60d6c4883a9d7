import { Unauthenticated } from '../../domain/errors';
import { authorizeDsn } from '../../ingest/authorizeDsn';
import { ingestEvent } from '../../ingest/ingestEvent';
import type { Intake } from '../operation';

/** Stores one event of a client that does not use envelopes. */
export const storeEvent: Intake<'storeEvent'> = async (context) => {
  const { params, dsnClient } = context;
  const { publicKey } = dsnClient;
  if (publicKey === null) throw new Unauthenticated('No sentry_key was given: neither in the query nor in a header.');
  const client = await authorizeDsn(context, { projectId: params.project_id, publicKey });
  return {
    async handle({ body }) {
      const id = await ingestEvent(context, client, { payload: body, format: 'store', eventId: null, flags: [] });
      return { status: 200, body: { id } };
    },
  };
};
