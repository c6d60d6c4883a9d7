import { randomBytes } from 'node:crypto';
import type { AlertChannel, AlertReason, Delivery } from '../domain/alert';
import { type AlertRule, conditionOf } from '../domain/alertRule';
import type { EventTag } from '../domain/event';
import type { Feedback } from '../domain/feedback';
import { type Issue, formatShortId } from '../domain/issue';
import type { Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import { truncate } from '../domain/text';
import { RecordReader, readRecordTags } from '../presenters/eventRecord';
import { issuePermalink } from '../presenters/issue';
import type { AlertQueue, AlertRow, AlertWriter, DeliverySlots, PendingAlerts } from '../store/alerts';
import type { Read, Writers } from '../store/stores';
import { Unavailable } from '../domain/errors';
import type { components } from '../../generated/api';
import type { CrashFreeNotice } from '../domain/releaseHealth';

/** The properties of an issue that alerts report. */
type AlertIssue = Pick<
  Issue,
  'id' | 'title' | 'culprit' | 'level' | 'platform' | 'firstSeen' | 'lastSeen' | 'timesSeen' | 'userCount'
>;

/** One alert, as mails and webhooks describe it. */
export interface AlertDetails {
  readonly reason: AlertReason;
  readonly issue: AlertIssue;
  readonly shortId: string;
  readonly url: string;
  readonly eventId: string;
  /** Tags of the event that caused the alert. */
  readonly tags: readonly EventTag[];
  /** The feedback that the alert is about; null for an alert about an error. */
  readonly feedback: Pick<Feedback, 'message' | 'name' | 'email'> | null;
  /** The reason in words, such as `New issue` or `100 events within 5 minutes`. */
  readonly headline: string;
}

/** The content of a mail or of a webhook's request. */
export interface AlertContent {
  readonly organization: Organization;
  readonly project: Project;
  /** The alert rule that sends it; null if it is for the members of the project or for its webhook. */
  readonly rule: AlertRule | null;
  readonly alerts: readonly [AlertDetails, ...AlertDetails[]];
  /** Number of further alerts, which are counted and not described. */
  readonly more: number;
  /** The origin of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** Builds the content of a digest. Returns undefined if its issues were removed. */
function buildAlertContent(rows: readonly AlertRow[], digest: Omit<AlertContent, 'alerts'>): AlertContent | undefined {
  const [first, ...others] = rows.map((row) => describeAlert(row, digest));
  return first && { ...digest, alerts: [first, ...others] };
}

function describeAlert(
  { reason, issue, eventId, record }: AlertRow,
  { organization, project, rule, publicUrl }: Omit<AlertContent, 'alerts'>,
): AlertDetails {
  const url = issuePermalink({ publicUrl, organization }, issue);
  return {
    reason,
    issue,
    eventId,
    tags: readRecordTags(record),
    feedback: reason === 'feedback' ? readFeedback(record) : null,
    url,
    shortId: formatShortId(project.slug, issue.number),
    headline: describeReason(reason, rule),
  };
}

/** Reads feedback from the record of its event. */
function readFeedback(record: string): AlertDetails['feedback'] {
  const reader = new RecordReader(record);
  const { name, contact_email: email } = reader.metadata();
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return { message: reader.message(), name: textOf(name), email: textOf(email) };
}

/** Returns the name and the address of the author of feedback, as far as they are known. */
export function authorOf({ name, email }: NonNullable<AlertDetails['feedback']>): string {
  if (name !== null && email !== null) return `${name} <${email}>`;
  return name ?? email ?? 'somebody without a name';
}

/** Describes the reason of an alert. Numbers are the present ones of the rule, which may have changed since. */
function describeReason(reason: AlertReason, rule: AlertRule | null): string {
  if (reason === 'new') return 'New issue';
  if (reason === 'feedback') return 'New feedback';
  if (reason === 'regression') return 'Regression';
  if (reason === 'escalating') return 'Escalating';
  const condition = rule === null ? undefined : conditionOf(rule, reason);
  const noun = (count: number, plural: string) => (count === 1 ? plural.slice(0, -1) : plural);
  if (condition === undefined || !('count' in condition)) return reason === 'events' ? 'Many events' : 'Many users';
  const { count, minutes } = condition;
  return `${count} ${noun(count, reason)} within ${minutes} ${noun(minutes, 'minutes')}`;
}

/** Stores what a delivery has made, in the transaction that stores its result. */
export type StoreDelivered = (stores: Writers, now: number) => Promise<void>;

/** A way to deliver alerts. */
export interface DeliveryChannel {
  readonly name: AlertChannel;
  /**
   * Slots of the deliveries that may be in progress: a slow receiver of one project does not delay the deliveries of
   * others.
   */
  readonly slots: DeliverySlots;
  /** Returns true if the pending alerts of a project must be delivered now. */
  readonly isDue: (pending: PendingAlerts, now: number) => boolean;
  /** Turns the pending alerts of a project into deliveries, inside of a transaction. */
  readonly createDeliveries: (stores: Writers, pending: PendingAlerts, now: number) => Promise<void>;
  /**
   * Sends a delivery. Returns false if its content or recipient no longer exists; a function if something is to be
   * stored together with the result. @throws Error if it fails
   */
  readonly deliver: (delivery: Delivery, now: number, signal: AbortSignal) => Promise<boolean | StoreDelivered>;
  /** Updates the health of the receiver, in the transaction that stores the result of the delivery. */
  readonly recordResult?: (stores: Writers, delivery: Delivery, now: number, error: string | null) => Promise<void>;
  readonly close: () => void;
}

/** Returns a random id for a digest. */
export function newDigestId(): string {
  return randomBytes(16).toString('hex');
}

/** Returns the id of a mail that is sent once. */
export function newMessageId(publicUrl: string): string {
  return `${newDigestId()}@${new URL(publicUrl).hostname}`;
}

/** Creates a delivery that was not attempted yet. It is due now by default. */
export function newDelivery(
  { id: projectId, organizationId }: Pick<Project, 'id' | 'organizationId'>,
  details: Pick<Delivery, 'digest' | 'channel' | 'recipient' | 'alertCount'> &
    Partial<Pick<Delivery, 'kind' | 'dueAt' | 'queueId'>>,
  now: number,
): Delivery {
  const initial = { state: 'waiting', attempts: 0, dateCreated: now, dateSettled: null, error: null } as const;
  return { projectId, organizationId, queueId: null, kind: 'alerts', dueAt: now, ...details, ...initial };
}

/** Maximum number of further alerts, beyond the listed alerts of a digest, that one transaction counts and deletes. */
export const MAX_COUNTED_ALERTS = 10_000;

/** Assigns the oldest pending alerts to a digest, and deletes the others. Returns the number of both together. */
export async function assignToDigest(
  alerts: AlertWriter,
  queue: AlertQueue,
  { digest, limit, at }: { digest: string; limit: number; at: number },
): Promise<number> {
  const listed = await alerts.findOldestPending(queue, limit);
  await alerts.assignDigests(
    queue,
    listed.map((eventId) => ({ eventId, digest })),
    at,
  );
  return listed.length + (await alerts.deletePending(queue, MAX_COUNTED_ALERTS));
}

/**
 * Reads the content of a delivery. Returns undefined if its project or its issues were removed.
 * @param listed maximum number of alerts that a delivery of the channel describes; it counts the others
 */
export async function readAlertContent(
  read: Read,
  delivery: Delivery,
  { publicUrl, listed, rule = null }: { publicUrl: string; listed: number; rule?: AlertRule | null },
): Promise<AlertContent | undefined> {
  const { projectId, organizationId, digest, alertCount } = delivery;
  return read(async ({ alerts, organizations, projects }) => {
    const organization = await organizations.find(organizationId);
    const project = await projects.findById(organizationId, projectId);
    if (organization === undefined || project === undefined) return undefined;
    const rows = await alerts.listByDigest(projectId, digest);
    const more = Math.max(0, alertCount - listed);
    return buildAlertContent(rows, { organization, project, rule, more, publicUrl });
  });
}

/** The error of a request that its receiver refused. The message is one sentence. */
export class RefusedRequest extends Error {
  /** @param retryAfterMs time for which the receiver wants no further request */
  constructor(
    message: string,
    readonly retryAfterMs: number,
  ) {
    super(message);
  }
}

const MAX_ERROR_LENGTH = 300;

/** Returns the message of an error on one line. */
export function errorMessageOf(error: unknown): string {
  const { message } = error instanceof Error ? error : { message: String(error) };
  return truncate(message.replace(/[\p{Cc}\s]+/gu, ' ').trim() || 'Unknown error.', MAX_ERROR_LENGTH);
}

/**
 * Maximum number of tests of one organization at the same time. Each test keeps its caller waiting for up to half a
 * minute: with a limit for all organizations, a few could keep the others from testing.
 */
const MAX_OF_ORGANIZATION = 4;

/** The tests of alerts in progress: at most one of each webhook or rule, and a few of each organization. */
export class TestSlots {
  readonly #inProgress = new Map<string, Set<string>>();

  /**
   * Begins a test. Returns the function that ends it.
   * @param id the id of the webhook's project or of the rule
   * @param error the error to throw if no slot is free
   */
  begin(organizationId: string, id: string, error: Unavailable): () => void {
    const tests = this.#inProgress.get(organizationId) ?? new Set();
    if (tests.has(id) || tests.size >= MAX_OF_ORGANIZATION) throw error;
    this.#inProgress.set(organizationId, tests.add(id));
    return () => {
      tests.delete(id);
      if (tests.size === 0) this.#inProgress.delete(organizationId);
    };
  }
}

/** The test of a rule, or of the webhook of a project. */
interface AlertTest {
  /** Null for the webhook of the project. */
  readonly rule: AlertRule | null;
  readonly organization: Organization;
  readonly project: Project;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/**
 * Composes an alert about an issue that does not exist, so that a receiver can be tested with all fields of a real one.
 * @param eventId the id of the event that the alert names
 */
export function testAlertContent(
  { rule, organization, project, now }: AlertTest,
  publicUrl: string,
  eventId: string,
): AlertContent {
  const issue: AlertIssue = {
    id: '0',
    title: 'Test alert of Culprit',
    culprit: null,
    platform: project.platform ?? 'other',
    level: 'info',
    firstSeen: now,
    lastSeen: now,
    timesSeen: 1,
    userCount: 0,
  };
  const alert: AlertDetails = {
    reason: 'new',
    headline: 'Test alert',
    issue,
    shortId: `${project.slug.toUpperCase()}-0`,
    url: issuePermalink({ publicUrl, organization }, issue),
    eventId,
    feedback: null,
    tags: [{ key: 'level', value: 'info' }],
  };
  return { organization, project, rule, alerts: [alert], more: 0, publicUrl };
}

/** The content of a mail or of a webhook's request about sessions or users. */
export interface CrashFreeContent {
  readonly kind: 'crashFree.low' | 'crashFree.recovered';
  readonly notice: CrashFreeNotice;
  readonly organization: Organization;
  readonly project: Project;
  readonly rule: AlertRule;
  /** Address of the page of the project. */
  readonly url: string;
  /** The origin of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/**
 * Reads the content of a delivery. Returns undefined if its project or its condition was removed, or if a newer alert
 * replaces it.
 */
export async function readCrashFreeContent(
  read: Read,
  { projectId, organizationId, digest }: Delivery,
  rule: AlertRule,
  publicUrl: string,
): Promise<CrashFreeContent | undefined> {
  return read(async ({ crashFreeWatches, organizations, projects }) => {
    const organization = await organizations.find(organizationId);
    const project = await projects.findById(organizationId, projectId);
    if (organization === undefined || project === undefined) return undefined;
    const url = `${publicUrl}/organizations/${organization.slug}/projects/${project.slug}/`;
    const base = { organization, project, rule, url, publicUrl };
    for (const { state } of await crashFreeWatches.listOfRule(projectId, rule.id)) {
      if (state?.low.digests.includes(digest)) return { kind: 'crashFree.low', notice: state.low, ...base };
      if (state?.recovered?.digests.includes(digest))
        return { kind: 'crashFree.recovered', notice: state.recovered, ...base };
    }
    return undefined;
  });
}

/** Returns the subject of an alert, and its numbers by name. The value of a fact may be empty. */
export function describeCrashFree({ kind, notice, project }: Omit<CrashFreeContent, 'rule'>): {
  readonly subject: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
} {
  const { type, rate, percent, total, crashed, hours, environments, releases, release } = notice;
  const [one, many] = type === 'crashFreeSessions' ? ['session', 'sessions'] : ['user', 'users'];
  const isBack = kind === 'crashFree.recovered';
  return {
    subject: `Crash-free ${many} of ${project.name} ${isBack ? 'are back at' : 'fell to'} ${rate} %`,
    facts: [
      { name: `Crash-free ${many}`, value: `${rate} % (${isBack ? 'at least' : 'below'} ${percent} %)` },
      { name: 'Crashed', value: `${crashed} of ${total} ${total === 1 ? one : many}` },
      { name: 'Time', value: hours === 1 ? 'the last hour' : `the last ${hours} hours` },
      { name: 'Environments', value: environments.map((name) => name || '(none)').join(', ') || 'all' },
      { name: 'Releases', value: releases.join(', ') || 'all' },
      { name: 'Release with most crashed sessions', value: release ?? '' },
    ],
  };
}

/** Composes the body of a webhook's request. */
export function presentCrashFreeAlert(
  { digest, dateCreated }: Pick<Delivery, 'digest' | 'dateCreated'>,
  { kind, notice, organization, project, rule, url }: CrashFreeContent,
): components['schemas']['WebhookCrashFreeAlert'] {
  const { type: condition, rate, total, crashed, percent, hours, release } = notice;
  const filters = { environments: [...notice.environments], releases: [...notice.releases] };
  return {
    id: digest,
    type: kind,
    timestamp: new Date(dateCreated).toISOString(),
    rule: { id: rule.id, name: rule.name },
    organization: { id: organization.id, slug: organization.slug, name: organization.name },
    project: { id: project.id, slug: project.slug, name: project.name },
    sessions: { condition, rate, total, crashed, percent, hours, ...filters, release, url },
  };
}
