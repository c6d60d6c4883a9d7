import { hash } from 'node:crypto';
import {
  type Event,
  type EventTag,
  type EventUser,
  isObject,
  type JsonObject,
  parseSentEventId,
} from '../domain/event';
import { type Feedback, FEEDBACK_LIMITS, readErrorId, type UserReport } from '../domain/feedback';
import type { DropReason } from '../domain/outcome';
import type { ProjectFlag } from '../domain/project';
import { isLongerThan, sanitizeText, truncate } from '../domain/text';

/*
 * Feedback is an event of a type of its own: it passes through the pipeline like an error, and opens an issue. These
 * are the steps in which it differs.
 */

/** The feedback of a payload, from its context `feedback`. */
export interface SentFeedback extends Feedback {
  readonly url: string | null;
  /** The program that asked for it, such as `widget`. */
  readonly source: string | null;
  readonly replayId: string | null;
}

/** Saved in the transaction of the feedback: the issues of a project with this flag are listed without feedback. */
export const FEEDBACK_FLAGS: readonly ProjectFlag[] = ['hasUserReports'];

/** The message that the crash reporter of Unreal Engine sends if nobody filled in its form. */
const UNATTENDED = 'Sent in the unattended mode';
/** Maximum length of names and addresses. Reports of old clients have smaller limits: `FEEDBACK_LIMITS`. */
const MAX_TEXT = 320;
const MAX_URL = 2048;

/** Reads the feedback of an event's payload. Returns the reason why the item is dropped if it is not valid. */
export function readFeedback({ contexts }: JsonObject): SentFeedback | DropReason {
  const context = isObject(contexts) ? contexts['feedback'] : undefined;
  if (!isObject(context)) return 'invalid_json';
  const message = typeof context['message'] === 'string' ? context['message'].trim() : '';
  if (message === '' || message === UNATTENDED) return 'invalid_json';
  if (isLongerThan(message, FEEDBACK_LIMITS.message)) return 'too_large';
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
 * Returns the event of feedback before scrubbing. Its message is the log entry, so that rules apply to it as to other
 * messages; `completeFeedback` adds name and address. The fingerprint has the id of the event: each feedback opens an
 * issue of its own, and a repeated one belongs to the same issue.
 */
export function asFeedbackEvent(sent: Event, feedback: SentFeedback, environment: string): Event {
  const { message, errorId, url, source, replayId } = feedback;
  const { feedback: _, ...contexts } = sent.contexts;
  return {
    ...sent,
    environment: sent.environment ?? environment,
    logentry: { message, formatted: message, params: null },
    exceptions: [],
    threads: [],
    stacktrace: null,
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
 * Adds name and address, which scrubbing must not remove: the person gave them in order to be answered. Secrets in the
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
  const addedKeys = new Set(tags.map(({ key }) => key));
  return {
    ...scrubbed,
    // A rule may have removed the whole entry; lists and searches need one.
    logentry: { message, formatted: message, params: null },
    contexts: { ...scrubbed.contexts, feedback: context },
    tags: [...scrubbed.tags.filter(({ key }) => !addedKeys.has(key)), ...tags],
    user: email === null || (sent.user?.email ?? null) !== null ? scrubbed.user : withEmail(scrubbed.user, email),
  };
}

function withEmail(user: EventUser | null, email: string): EventUser {
  const nobody = { id: null, username: null, ipAddress: null, name: null, geo: null, data: null };
  return { ...nobody, ...user, email };
}

/** Reads the feedback from the event that was made of it. */
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
  const errorId = envelopeEventId ?? (typeof id === 'string' ? parseSentEventId(id) : null);
  const message = typeof comments === 'string' ? comments.trim() : '';
  if (errorId === null || message === '') return 'invalid_json';
  const [nameText, emailText] = [name ?? '', email ?? ''].map((text) =>
    typeof text === 'string' ? text.trim() : null,
  );
  if (typeof nameText !== 'string' || typeof emailText !== 'string') return 'invalid_json';
  const { message: maxMessage, name: maxName, email: maxEmail } = FEEDBACK_LIMITS;
  const texts = [
    [message, maxMessage],
    [nameText, maxName],
    [emailText, maxEmail],
  ] as const;
  if (texts.some(([text, limit]) => isLongerThan(text, limit))) return 'too_large';
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
 * Returns the id of feedback whose envelope has an event, which has the id of the envelope. It follows from that id, so
 * that a repeated envelope has the same feedback.
 */
export function feedbackIdBeside(eventId: string): string {
  return hash('sha256', `feedback ${eventId}`).slice(0, 32);
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
    tags: tags.map(({ key, value }) => [key, value]),
    level,
    platform,
    release,
    dist,
    environment,
    sdk,
    user: user === null ? null : { id: user.id, username: user.username, name: user.name },
    contexts: {
      ...(trace !== undefined && { trace }),
      feedback: {
        message,
        name,
        contact_email: email,
        associated_event_id: errorId,
        source: 'user_report',
        ...(typeof replayId === 'string' && { replay_id: replayId }),
      },
    },
  };
}
