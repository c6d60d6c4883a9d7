import { BadRequest, Unauthenticated } from '../../domain/errors';
import type { JsonObject } from '../../domain/event';
import { type AuthorizedClient, findClient, type IngestRequest } from '../../ingest/authorizeDsn';
import { ingestCheckIn } from '../../ingest/items/checkIn';
import { saveFlags } from '../../ingest/items/event';
import { parsePayload } from '../../ingest/payload';
import type { QueryOf } from '../contractTypes';
import { ingestOperation } from '../operation';

/** Stores a check-in that is not in an envelope. */
export const storeCheckIn = ingestOperation<'storeCheckIn', JobClient>('storeCheckIn', {
  subject: (context) => findJobClient(context, context.params),
  handle: receiveCheckIn,
});

/* The common steps of the operations that receive a check-in by its URL. */

/** The client that the key authorizes. */
export interface JobClient {
  readonly client: AuthorizedClient;
}

interface JobParams {
  readonly project_id: string;
  readonly monitor_slug: string;
  readonly public_key?: string;
}

/**
 * Authorizes the client of a job by the key in the path or in the request. Limits of events do not apply: a check-in
 * that is refused would be taken for a job that did not run.
 * @throws Unauthenticated, Forbidden
 */
export async function findJobClient(
  request: IngestRequest,
  { project_id: projectId, public_key: inPath }: JobParams,
): Promise<JobClient> {
  const publicKey = inPath ?? request.dsnClient.publicKey;
  if (publicKey === null) throw new Unauthenticated();
  return { client: await findClient(request, { projectId, publicKey }) };
}

type CheckInRequest = IngestRequest &
  JobClient & {
    readonly params: JobParams;
    readonly query: QueryOf<'storeCheckIn'>;
    readonly body: Uint8Array | undefined;
    readonly contentType: string;
  };

/** Stores the check-in of a query and a body. @throws BadRequest if it has no status, or the body is not JSON */
export async function receiveCheckIn(request: CheckInRequest): Promise<{ status: 202 }> {
  const { client, params, query, body, contentType } = request;
  const hasJson = body !== undefined && body.length > 0 && /^application\/json\s*(?:;|$)/i.test(contentType);
  const { status, check_in_id, duration, environment } = query;
  const seconds = duration === undefined ? {} : { duration: Number(duration) };
  const sent = { ...{ status, check_in_id, environment }, ...seconds, ...(hasJson && parsePayload(body, 'check-in')) };
  const checkIn: JsonObject = { ...sent, monitor_slug: params.monitor_slug };
  if (checkIn['status'] === undefined) throw new BadRequest('The status is missing: in_progress, ok or error.');
  await ingestCheckIn(request, client, () => checkIn);
  await saveFlags(request, client, ['hasMonitors']);
  return { status: 202 };
}
