import { decompressEventBody } from '../../compression/eventBody';
import { ingestRuleOf } from '../../domain/alertRule';
import { BadRequest } from '../../domain/errors';
import type { JsonObject } from '../../domain/event';
import { FEEDBACK_LIMITS, REPORT_CHANGE_MS, REPORT_MAX_AGE_MS, type UserReport } from '../../domain/feedback';
import { truncateCharacters } from '../../domain/text';
import type { FullEventRow } from '../../store/events';
import type { Readers, Write, Writers } from '../../store/stores';
import type { IngestService } from '../authorizeDsn';
import {
  asFeedbackEvent,
  FEEDBACK_FLAGS,
  feedbackIdBeside,
  feedbackIdOf,
  feedbackOf,
  payloadOfReport,
  readReport,
} from '../feedback';
import { normalizeEvent } from '../normalize/normalizeEvent';
import { MAX_EVENT_BYTES, parsePayload } from '../payload';
import { completeAndScrub, newEventId, type ReceivingProject } from '../processEvent';
import { FILTERED } from '../scrub/secretFormats';
import { ingestEvent } from './event';
import type { ItemContext, ItemType } from './itemType';

/** Feedback of a person about the application. It is an event, and forms expect the same replies as for events. */
export const feedbackItem: ItemType = {
  kind: 'feedback',
  flag: 'hasUserReports',
  maxBytes: MAX_EVENT_BYTES,
  maxItems: 1,
  async handle({ payload }, context) {
    const { request, client, envelopeHeader, hasEvent } = context;
    const { eventId: sentId } = envelopeHeader;
    const eventId = sentId === null ? newEventId() : hasEvent ? feedbackIdBeside(sentId) : sentId;
    const event = { payload, format: 'feedback' as const, eventId, flags: FEEDBACK_FLAGS };
    let reason: ItemContext['dropped'] = null;
    try {
      const { dropped } = await ingestEvent(request, client, event, 'feedback');
      if (dropped !== 'repeated') reason = dropped;
    } catch (error) {
      // The feedback is counted as invalid. Its client gets no error: it would send the feedback again.
      if (!(error instanceof BadRequest)) throw error;
      reason = 'invalid_json';
    }
    // Files beside an event belong to the event.
    if (hasEvent) return null;
    context.dropped = reason;
    return eventId;
  },
};

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

/*
 * Reports of old clients name the error that they are about, which may arrive after them. A report is stored at once,
 * and becomes feedback as soon as its error is stored.
 */

/** Result of saving a report. It can be too late to change an earlier report, or to report an old error. */
export type ReportResult = 'saved' | 'reported' | 'expired';

/** The services that saving reports needs. */
export interface ReportService extends Pick<IngestService, 'processAndSave' | 'compileSetting'> {
  readonly write: Write;
}

/**
 * Saves a report without secrets, and its feedback if its error is stored. Settles once both are durable.
 * @param options.isFinal true if the report replaces an earlier one whatever its age: nobody else could have written it
 * @param options.onSave saves further rows in the transaction of the report
 */
export async function saveReport(
  { write, processAndSave, compileSetting }: ReportService,
  project: ReceivingProject,
  sent: UserReport,
  { isFinal = false, onSave }: { isFinal?: boolean; onSave?: ((stores: Writers) => Promise<void>) | undefined } = {},
): Promise<ReportResult> {
  // The id of the feedback follows from the stored texts, also if the error arrives later.
  const report = scrubReport(sent, project.settings, compileSetting);
  const { errorId, dateCreated: now } = report;
  const stored = await write(
    async (stores) => {
      const { feedback, events } = stores;
      const { reportedAt, errorAt } = await feedback.findReportTimes(project.id, errorId);
      if (!isFinal && reportedAt !== null && now - reportedAt > REPORT_CHANGE_MS) return 'reported';
      if (!isFinal && errorAt !== null && now - errorAt > REPORT_MAX_AGE_MS) return 'expired';
      const former = reportedAt === null ? undefined : await feedback.findReport(project.id, errorId);
      const ids = former && { formerId: feedbackIdOf(former), id: feedbackIdOf(report) };
      await feedback.replaceReport(project.id, report, ids && { ...ids, reportedAt: former.dateCreated });
      await onSave?.(stores);
      return { error: errorAt === null ? undefined : await events.find(project.id, errorId) };
    },
    { projects: [project.id] },
  );
  if (typeof stored === 'string') return stored;
  if (stored.error !== undefined) await saveAsFeedback(processAndSave, project, report, stored.error);
  return 'saved';
}

/** Returns the report as it is stored: scrubbed by the same steps as the feedback that it becomes. */
function scrubReport(
  report: UserReport,
  settings: ReceivingProject['settings'],
  compileSetting: IngestService['compileSetting'],
): UserReport {
  const { errorId: eventId, dateCreated: received } = report;
  const feedback = { ...report, url: null, source: null, replayId: null };
  const empty = normalizeEvent({}, { eventId, received, ipAddress: null, madeType: 'feedback' });
  const sent = asFeedbackEvent(empty, feedback, '');
  const { name, email, message } = feedbackOf(completeAndScrub(sent, settings, { compileSetting }, feedback));
  // A replacement may be longer than a secret, and a rule may have removed the whole message.
  const text = truncateCharacters(message.trim(), FEEDBACK_LIMITS.message);
  return { ...report, name: name ?? '', email: email ?? '', message: text === '' ? FILTERED : text };
}

/** Saves the feedback that a stored report becomes. Doing it twice saves it once. */
export async function saveAsFeedback(
  processAndSave: IngestService['processAndSave'],
  project: ReceivingProject,
  report: UserReport,
  error: Pick<FullEventRow, 'body'>,
): Promise<void> {
  const payload = payloadOfReport(report, decompressEventBody(error.body).body.event);
  await savePayload(processAndSave, project, payload, report.dateCreated);
}

/** Saves what a person wrote about no error as feedback. The id of the report becomes the id of the feedback. */
export function saveWithoutError(
  processAndSave: IngestService['processAndSave'],
  project: ReceivingProject,
  { errorId: eventId, name, email, message, dateCreated }: UserReport,
): Promise<void> {
  const context = { message, name, contact_email: email, source: 'user_report' };
  const payload = { event_id: eventId, timestamp: dateCreated / 1000, contexts: { feedback: context } };
  return savePayload(processAndSave, project, payload, dateCreated);
}

/** Saves feedback that the service made. */
async function savePayload(
  processAndSave: IngestService['processAndSave'],
  project: ReceivingProject,
  feedback: JsonObject,
  received: number,
): Promise<void> {
  const payload = Buffer.from(JSON.stringify(feedback));
  const rest = { eventId: null, flags: FEEDBACK_FLAGS, received, sentAt: null, ipAddress: null };
  await processAndSave({ project, payload, format: 'feedback', ...rest });
}

/** Returns the part of a project that saving its events needs, found without a key; undefined if it was removed. */
export async function findReceivingProject(
  { projects, alertRules }: Pick<Readers, 'projects' | 'alertRules'>,
  organizationId: string,
  projectId: string,
): Promise<ReceivingProject | undefined> {
  const project = await projects.findById(organizationId, projectId);
  if (project === undefined) return undefined;
  const rules = (await alertRules.list(projectId)).flatMap(({ rule }) => (rule.isActive ? [ingestRuleOf(rule)] : []));
  // Feedback has no frames to resolve. `assignsIssues` costs one read in a project without ownership rules.
  return { ...project, hasArtifacts: false, assignsIssues: true, alertRules: rules };
}
