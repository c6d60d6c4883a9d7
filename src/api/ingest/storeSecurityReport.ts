import { UnsupportedMedia } from '../../domain/errors';
import { countRefusal, type IngestRequest } from '../../ingest/authorizeDsn';
import { ingestReports } from '../../ingest/items/rawSecurity';
import { readText } from '../../ingest/normalize/values';
import { ingestOperation } from '../operation';
import { findSender, type Sender } from './storeEvent';

/** Stores the reports of a browser about violations of a Content-Security-Policy. */
export const storeSecurityReport = ingestOperation<'storeSecurityReport', Sender>('storeSecurityReport', {
  subject: (context) => findSender(context, context.params.project_id),
  refuseBody: countUnreadReport,
  handle: receiveReports,
});

/* The common steps of the addresses for reports. */

/** Counts a report whose body could not be read. */
export function countUnreadReport(request: IngestRequest & Sender, error: unknown): void {
  countRefusal(request, request.client, error, 'invalid_json', 'security');
}

const CONTENT_TYPE = /^application\/(?:csp-report|reports\+json|json)\s*(?:;|$)/i;

/** A request with reports. */
interface ReportRequest extends IngestRequest, Sender {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly userAgent: string;
  readonly query: { readonly sentry_release?: string; readonly sentry_environment?: string };
}

/**
 * Stores the reports of a body.
 * @throws UnsupportedMedia, or the errors of `ingestReports`
 */
export async function receiveReports(request: ReportRequest): Promise<{ status: 200 }> {
  const { ingest, client, body, contentType, userAgent, query, now } = request;
  if (ingest.disabledItems.has('security')) {
    ingest.quota.count(client.project.id, 'feature_disabled', now, 'security');
    return { status: 200 };
  }
  if (!CONTENT_TYPE.test(contentType.trim())) {
    ingest.quota.count(client.project.id, 'invalid_json', now, 'security');
    throw new UnsupportedMedia(
      'Reports have the content type application/csp-report, application/reports+json or application/json.',
    );
  }
  await ingestReports(request, client, body, {
    release: readText(query.sentry_release, 200),
    environment: readText(query.sentry_environment, 64),
    userAgent,
    eventId: null,
  });
  return { status: 200 };
}
