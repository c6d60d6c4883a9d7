import { authorizeDsn, authorizeEnvelope } from '../../ingest/authorizeDsn';
import { parseEnvelope, parseEnvelopeHeader } from '../../ingest/envelope';
import { ingestEnvelope } from '../../ingest/ingestEnvelope';
import type { Intake } from '../operation';

/** Stores the event of an envelope, if it has one, and handles its other items. */
export const storeEnvelope: Intake<'storeEnvelope'> = async (context) => {
  const { params, dsnClient } = context;
  const projectId = params.project_id;
  const { publicKey } = dsnClient;
  const authorized = publicKey === null ? null : await authorizeDsn(context, { projectId, publicKey });
  return {
    async handle({ body }) {
      const { dsn } = parseEnvelopeHeader(body);
      const client = await authorizeEnvelope(context, authorized, projectId, dsn);
      const id = await ingestEnvelope(context, client, parseEnvelope(body));
      return { status: 200, body: id === null ? {} : { id } };
    },
  };
};
