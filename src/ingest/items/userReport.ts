import type { UserReport } from '../../domain/feedback';
import { BadRequest } from '../../domain/errors';
import { readReport } from '../feedback';
import { saveReport } from '../userReports';
import { parsePayload } from '../payload';
import type { ItemType } from './itemType';

/** Feedback of a person about an error, in the form of old clients. */
export const userReportItem: ItemType = {
  kind: 'feedback',
  flag: 'hasUserReports',
  maxBytes: 64 * 1024,
  async handle({ payload }, { request, client, envelopeHeader }) {
    const { ingest, now } = request;
    const { project, isFiltered } = client;
    const report = isFiltered ? 'ip-address' : readPayload(payload, envelopeHeader.eventId, now);
    const result = typeof report === 'string' ? report : await saveReport(ingest, project, report);
    // There is no drop reason for a report that comes too late.
    const dropped = result === 'saved' ? null : typeof report === 'string' ? report : 'invalid_json';
    ingest.quota.count(project.id, dropped, now, 'feedback');
    return null;
  },
};

function readPayload(payload: Buffer, eventId: string | null, now: number): UserReport | ReturnType<typeof readReport> {
  try {
    return readReport(parsePayload(payload), eventId, now);
  } catch (error) {
    if (error instanceof BadRequest) return 'invalid_json';
    throw error;
  }
}
