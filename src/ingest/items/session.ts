import type { SessionReport } from '../../domain/releaseHealth';
import { readSession, readSessionBuckets } from '../sessionReports';
import type { ItemContext, ItemType } from './itemType';

/** Maximum number of items of this kind in an envelope: SDKs send fewer. */
const MAX_SESSION_ITEMS = 100;
/** Maximum size of an item. SDKs send a few hundred bytes for each session or bucket. */
const MAX_SESSION_BYTES = 1024 * 1024;

/** An update of one session. */
export const sessionItem: ItemType = {
  kind: 'sessions',
  flag: 'hasSessions',
  maxBytes: MAX_SESSION_BYTES,
  maxItems: MAX_SESSION_ITEMS,
  isUnlimited: true,
  isBatched: true,
  handle({ payload }, context) {
    const report = readSession(payload, context.request.now);
    return ingestSessions(context, report === null ? [] : [report]);
  },
};

/**
 * Saves the sessions of an item and counts its outcome. Sessions spend no quota of events, and invalid ones are not
 * refused: a client would not send them in another form.
 * @throws Unavailable
 */
async function ingestSessions(
  { request: { ingest, now }, client: { project, isFiltered } }: ItemContext,
  reports: readonly SessionReport[],
): Promise<null> {
  const dropped = isFiltered ? 'ip-address' : reports.length === 0 ? 'invalid_json' : null;
  try {
    if (dropped === null) await ingest.sessions.save(project, reports, now);
    ingest.quota.count(project.id, dropped, now, 'session');
    return null;
  } catch (error) {
    ingest.quota.count(project.id, 'internal', now, 'session');
    throw error;
  }
}

/** Numbers of sessions that the client has added up by minute, as servers do for their requests. */
export const sessionsItem: ItemType = {
  kind: 'sessions',
  flag: 'hasSessions',
  maxBytes: MAX_SESSION_BYTES,
  maxItems: MAX_SESSION_ITEMS,
  isUnlimited: true,
  isBatched: true,
  handle({ payload }, context) {
    const { ingest, now } = context.request;
    const { reports, surplus } = readSessionBuckets(payload, now);
    if (surplus > 0) ingest.quota.count(context.client.project.id, 'too_large', now, 'session', surplus);
    return ingestSessions(context, reports);
  },
};
