import { decompressEventBody } from '../compression/eventBody';
import { ingestRuleOf } from '../domain/alertRule';
import { REPORT_CHANGE_MS, REPORT_MAX_AGE_MS, type UserReport } from '../domain/feedback';
import type { FullEventRow } from '../store/events';
import type { Readers, Write, Writers } from '../store/stores';
import type { IngestService } from './authorizeDsn';
import { FEEDBACK_FLAGS, payloadOfReport } from './feedback';
import type { ReceivingProject } from './processEvent';

/*
 * Reports of old clients name the error that they are about, which may arrive after them. A report is stored at once,
 * and becomes feedback as soon as its error is stored.
 */

/** Result of saving a report. It can be too late to change an earlier report, or to report an old error. */
export type ReportResult = 'saved' | 'reported' | 'expired';

/** The services that saving reports needs. */
export interface ReportService extends Pick<IngestService, 'processAndSave'> {
  readonly write: Write;
}

/**
 * Saves a report, and its feedback if its error is stored. Settles once both are durable.
 * @param options.isFinal true if the report replaces an earlier one whatever its age: nobody else could have written it
 * @param options.onSave saves further rows in the transaction of the report
 */
export async function saveReport(
  { write, processAndSave }: ReportService,
  project: ReceivingProject,
  report: UserReport,
  { isFinal = false, onSave }: { isFinal?: boolean; onSave?: ((stores: Writers) => Promise<void>) | undefined } = {},
): Promise<ReportResult> {
  const { errorId, dateCreated: now } = report;
  const stored = await write(
    async (stores) => {
      const { feedback, events } = stores;
      const { reportedAt, errorAt } = await feedback.findReportTimes(project.id, errorId);
      if (!isFinal && reportedAt !== null && now - reportedAt > REPORT_CHANGE_MS) return 'reported';
      if (!isFinal && errorAt !== null && now - errorAt > REPORT_MAX_AGE_MS) return 'expired';
      await feedback.replaceReport(project.id, report);
      await onSave?.(stores);
      return { error: errorAt === null ? undefined : await events.find(project.id, errorId) };
    },
    { projects: [project.id] },
  );
  if (typeof stored === 'string') return stored;
  if (stored.error !== undefined) await saveAsFeedback(processAndSave, project, report, stored.error);
  return 'saved';
}

/** Saves the feedback that a stored report becomes. Doing it twice saves it once. */
export async function saveAsFeedback(
  processAndSave: IngestService['processAndSave'],
  project: ReceivingProject,
  report: UserReport,
  error: Pick<FullEventRow, 'body'>,
): Promise<void> {
  const payload = Buffer.from(JSON.stringify(payloadOfReport(report, decompressEventBody(error.body).body.event)));
  const { dateCreated: received } = report;
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
