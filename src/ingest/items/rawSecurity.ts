import { BadRequest, RateLimited } from '../../domain/errors';
import { type AuthorizedClient, countRefusal, type IngestRequest } from '../authorizeDsn';
import { readText } from '../normalize/values';
import { CSP_TYPE, parseReports, payloadOfReport, type SentReports } from '../securityReport';
import { ingestEvent } from './event';
import type { ItemType } from './itemType';

/**
 * Maximum number of reports that a project stores in a minute, in each process. Every view of a page repeats its
 * violations: a wrong policy must not fill the disk.
 */
const MAX_REPORTS = 100;
/** Larger bodies are refused: a report is a few kilobytes, and browsers send some dozens at once. */
const MAX_REPORT_BYTES = 256 * 1024;

/** The report of a browser about a violated Content-Security-Policy. */
export const rawSecurityItem: ItemType = {
  kind: 'security',
  maxBytes: MAX_REPORT_BYTES,
  maxItems: 1,
  handle: async ({ payload, header }, { request, client, envelopeHeader: { eventId } }) => {
    const origin = {
      release: readText(header['sentry_release'], 200),
      environment: readText(header['sentry_environment'], 64),
      userAgent: '',
      eventId,
    };
    try {
      await ingestReports(request, client, payload, origin);
    } catch (error) {
      // The report is counted. An error would lose the items beside it, or make a relay send all of them again.
      if (!(error instanceof RateLimited || error instanceof BadRequest)) throw error;
    }
    return eventId;
  },
};

/** The facts that a request gives about its reports. */
interface ReportFacts {
  readonly release: string | null;
  readonly environment: string | null;
  readonly userAgent: string;
  /** The id of the event if there is one report. */
  readonly eventId: string | null;
}

/**
 * Stores each report as an event of its own, and counts those that are not stored.
 * @throws BadRequest if there is no report
 * @throws RateLimited if the project has sent too many in this minute; the reports before were stored
 */
export async function ingestReports(
  request: IngestRequest,
  client: AuthorizedClient,
  bytes: Uint8Array,
  { eventId, ...facts }: ReportFacts,
): Promise<void> {
  const { ingest, dsnClient, now } = request;
  const { id } = client.project;
  const { violations, others, invalid } = readReports(request, client, bytes);
  if (others > 0) ingest.quota.count(id, 'feature_disabled', now, 'security', others);
  if (invalid > 0) ingest.quota.count(id, 'invalid_json', now, 'security', invalid);
  if (violations.length + others === 0)
    throw new BadRequest('The body has no report of a violated Content-Security-Policy.', [
      'it has neither csp-report nor the type csp-violation with a directive',
    ]);
  for (const [index, violation] of violations.entries()) {
    if (ingest.quota.securityReports.add(id, Date.now()) > MAX_REPORTS) {
      ingest.quota.count(id, 'project_quota', now, 'security', violations.length - index);
      const seconds = ingest.quota.securityReports.secondsLeft(Date.now());
      throw new RateLimited(
        `A project stores ${MAX_REPORTS} security reports a minute; try again in ${seconds} seconds.`,
        seconds,
        `${seconds}:security:project:project_quota`,
      );
    }
    const payload = payloadOfReport(violation, { ...facts, ipAddress: dsnClient.ipAddress, now });
    const event = { payload: Buffer.from(JSON.stringify(payload)), format: CSP_TYPE, flags: [] } as const;
    try {
      await ingestEvent(request, client, { ...event, eventId: violations.length === 1 ? eventId : null }, 'security');
    } catch (error) {
      // `ingestEvent` has counted this report; the remaining ones are refused, too.
      const rest = violations.length - index - 1;
      const reason = error instanceof RateLimited ? 'project_quota' : 'internal';
      if (rest > 0) ingest.quota.count(id, reason, now, 'security', rest);
      throw error;
    }
  }
}

function readReports(request: IngestRequest, client: AuthorizedClient, bytes: Uint8Array): SentReports {
  try {
    return parseReports(bytes);
  } catch (error) {
    countRefusal(request, client, error, 'invalid_json', 'security');
    throw error;
  }
}
