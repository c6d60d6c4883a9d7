import { authorizeDsn, authorizeEnvelope } from '../../ingest/authorizeDsn';
import { parseEnvelope, parseEnvelopeStart } from '../../ingest/envelope';
import { ingestEnvelope } from '../../ingest/ingestEnvelope';
import { ingestOperation } from '../operation';

/** Stores the event of an envelope, if it has one, and handles its other items. */
export const storeEnvelope = ingestOperation('storeEnvelope', {
  async subject(context) {
    const { publicKey } = context.dsnClient;
    if (publicKey === null) return { authorized: null };
    return { authorized: await authorizeDsn(context, { projectId: context.params.project_id, publicKey }) };
  },

  async handle(context) {
    const { authorized, params, body } = context;
    const start = parseEnvelopeStart(body);
    const client = await authorizeEnvelope(context, authorized, params.project_id, start.header.dsn);
    const id = await ingestEnvelope(context, client, parseEnvelope(body, start));
    return { status: 200, body: id === null ? {} : { id } };
  },
});
