import { hash } from 'node:crypto';
import { type Event, type EventTag, type EventUser, type JsonObject, isObject, parseEventId } from '../domain/event';
import {
  FEEDBACK_LIMITS,
  type Feedback,
  REPORT_CHANGE_MS,
  REPORT_MAX_AGE_MS,
  type UserReport,
  readErrorId,
} from '../domain/feedback';
import type { DropReason } from '../domain/outcome';
import type { ProjectFlag } from '../domain/project';
import { sanitizeText, truncate } from '../domain/text';
import { decompressEventBody } from '../compression/eventBody';
import { ingestRuleOf } from '../domain/alertRule';
import type { FullEventRow } from '../store/events';
import type { Readers, Write, Writers } from '../store/stores';
import type { IngestService } from './authorizeDsn';
import type { ReceivingProject } from './processEvent';

/*
 * Feedback is an event of a type of its own: it passes through the pipeline like an error, and opens an issue. These
 * are the steps in which it differs.
 */

/** The members of the context `feedback` in a payload that are read. */
export interface SentFeedback extends Feedback {
  readonly url: string | null;
  /** The program that asked for it, such as `widget`. */
  readonly source: string | null;
  readonly replayId: string | null;
}

/** Saved in the transaction of the feedback: the issues of a project with this flag are listed without feedback. */
export const FEEDBACK_FLAGS: readonly ProjectFlag[] = ['hasUserReports'];

/** The fixed text of a crash reporter of Unreal Engine that nobody filled in. */
const UNATTENDED = 'Sent in the unattended mode';
/** Larger than in reports of old clients, whose names and addresses have limits of their own. */
const MAX_TEXT = 320;
const MAX_URL = 2048;

/** Reads the feedback of an event's payload. Returns the reason why the item is dropped if it is not valid. */
export function readFeedback({ contexts }: JsonObject): SentFeedback | DropReason {
  const context = isObject(contexts) ? contexts['feedback'] : undefined;
  if (!isObject(context)) return 'invalid_json';
  const message = typeof context['message'] === 'string' ? context['message'].trim() : '';
  if (message === '' || message === UNATTENDED) return 'invalid_json';
  if (message.length > FEEDBACK_LIMITS.message) return 'too_large';
  const errorId = readErrorId(context['associated_event_id']);
  if (errorId === undefined) return 'invalid_json';
  return {
    message: sanitizeText(message),
    name: optionalText(context['name'], MAX_TEXT),
    email: optionalText(context['contact_email'], MAX_TEXT),
    errorId,
    url: optionalText(context['url'], MAX_URL),
    source: optionalText(context['source'], MAX_TEXT),
    replayId: optionalText(context['replay_id'], MAX_TEXT),
  };
}

function optionalText(value: unknown, limit: number): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : sanitizeText(truncate(text, limit));
}

/**
 * Returns the event of feedback as it is scrubbed: the message is its log entry, so that rules apply to it as to other
 * messages; name and address are added afterwards. Each feedback has an issue of its own, because the fingerprint has
 * the id of the event, and a repeated one has the same.
 */
export function asFeedbackEvent(sent: Event, feedback: SentFeedback, environment: string): Event {
  const { message, errorId, url, source, replayId } = feedback;
  const { feedback: _, ...contexts } = sent.contexts;
  return {
    ...sent,
    environment: sent.environment ?? environment,
    logentry: { message, formatted: message, params: null },
    ...{ exceptions: [], threads: [], stacktrace: null },
    fingerprint: ['feedback', sent.eventId],
    contexts: {
      ...contexts,
      feedback: {
        type: 'feedback',
        ...(url !== null && { url }),
        ...(source !== null && { source }),
        ...(errorId !== null && { associated_event_id: errorId }),
        ...(replayId !== null && { replay_id: replayId }),
      },
    },
  };
}

/**
 * Adds what scrubbing must not remove: the person gave name and address in order to be answered. Secrets within the
 * message are already replaced.
 */
export function completeFeedback(scrubbed: Event, sent: Event, { name, email, errorId }: SentFeedback): Event {
  const message = scrubbed.logentry?.formatted ?? '';
  const context = {
    ...(scrubbed.contexts['feedback'] ?? { type: 'feedback' }),
    message,
    ...(name !== null && { name }),
    ...(email !== null && { contact_email: email }),
    // An id of hexadecimal digits is not personal.
    ...(errorId !== null && { associated_event_id: errorId }),
  };
  const tags: EventTag[] = [
    { key: 'has_linked_error', value: String(errorId !== null) },
    ...(errorId === null ? [] : [{ key: 'associated_event_id', value: errorId }]),
    ...(email === null ? [] : [{ key: 'user.email', value: email }]),
  ];
  const own = new Set(tags.map(({ key }) => key));
  return {
    ...scrubbed,
    // A rule may have removed the whole entry; lists and searches need one.
    logentry: { message, formatted: message, params: null },
    contexts: { ...scrubbed.contexts, feedback: context },
    tags: [...scrubbed.tags.filter(({ key }) => !own.has(key)), ...tags],
    user: email === null || (sent.user?.email ?? null) !== null ? scrubbed.user : withEmail(scrubbed.user, email),
  };
}

function withEmail(user: EventUser | null, email: string): EventUser {
  const nobody = { id: null, username: null, ipAddress: null, name: null, geo: null, data: null };
  return { ...nobody, ...user, email };
}

/** Returns the feedback of its event. */
export function feedbackOf({ contexts }: Pick<Event, 'contexts'>): Feedback {
  const context = contexts['feedback'] ?? {};
  const text = (name: string) => {
    const value = context[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    message: text('message') ?? '',
    name: text('name'),
    email: text('contact_email'),
    errorId: text('associated_event_id'),
  };
}

/** Reads the payload of a report. Returns the reason why it is dropped if it is not valid. */
export function readReport(
  { event_id: id, name, email, comments }: JsonObject,
  envelopeEventId: string | null,
  now: number,
): UserReport | DropReason {
  const errorId = envelopeEventId ?? (typeof id === 'string' ? parseEventId(id) : null);
  const message = typeof comments === 'string' ? comments.trim() : '';
  if (errorId === null || message === '') return 'invalid_json';
  const texts = [name ?? '', email ?? ''];
  const [nameText, emailText] = texts.map((text) => (typeof text === 'string' ? text.trim() : null));
  if (typeof nameText !== 'string' || typeof emailText !== 'string') return 'invalid_json';
  const { message: maxMessage, name: maxName, email: maxEmail } = FEEDBACK_LIMITS;
  const isTooLong = message.length > maxMessage || nameText.length > maxName || emailText.length > maxEmail;
  if (isTooLong) return 'too_large';
  const [cleanName, cleanEmail] = [sanitizeText(nameText), sanitizeText(emailText)];
  return { errorId, name: cleanName, email: cleanEmail, message: sanitizeText(message), dateCreated: now };
}

/**
 * Returns the id of the feedback that a report becomes. It follows from the report, so that a repeated report becomes
 * the same feedback.
 */
export function feedbackIdOf({ errorId, name, email, message }: Feedback): string {
  return hash('sha256', JSON.stringify([errorId, name ?? '', email ?? '', message])).slice(0, 32);
}

/**
 * Returns the payload of the feedback that a report becomes, with the tags, the level, the trace and the replay of its
 * error.
 */
export function payloadOfReport(report: UserReport, error: Event): JsonObject {
  const { errorId, name, email, message, dateCreated } = report;
  const { tags, level, platform, release, dist, environment, sdk, contexts, user } = error;
  const { trace, replay } = contexts;
  const replayId = replay?.['replay_id'];
  return {
    event_id: feedbackIdOf(report),
    timestamp: dateCreated / 1000,
    ...{ tags: tags.map(({ key, value }) => [key, value]), level, platform, release, dist, environment, sdk },
    user: user === null ? null : { id: user.id, username: user.username, name: user.name },
    contexts: {
      ...(trace !== undefined && { trace }),
      feedback: {
        ...{ message, name, contact_email: email, associated_event_id: errorId, source: 'user_report' },
        ...(typeof replayId === 'string' && { replay_id: replayId }),
      },
    },
  };
}

/*
 * Reports of old clients name the error that they are about, which may arrive after them. A report is stored at once,
 * and becomes feedback as soon as its error is stored.
 */

/** Result of saving a report: it can be too late to change an earlier one, or to report an old error. */
export type ReportResult = 'saved' | 'reported' | 'expired';

/** What saving reports needs. */
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
      const { reportedAt, errorAt } = await feedback.findKnown(project.id, errorId);
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

/** Returns the part of a project that saving its events needs, for work without a key; undefined if it is gone. */
export async function findReceivingProject(
  { projects, alertRules }: Pick<Readers, 'projects' | 'alertRules'>,
  organizationId: string,
  projectId: string,
): Promise<ReceivingProject | undefined> {
  const project = await projects.findById(organizationId, projectId);
  if (project === undefined) return undefined;
  const rules = (await alertRules.list(projectId)).flatMap(({ rule }) => (rule.isActive ? [ingestRuleOf(rule)] : []));
  // Feedback has no frames. Most projects have no ownership rules; looking for some costs one read.
  return { ...project, hasArtifacts: false, assignsIssues: true, alertRules: rules };
}
