import { createHmac } from 'node:crypto';
import type { components } from '../../generated/api';
import {
  type Delivery,
  type DeliveryKind,
  healthAfter,
  isOutageNoticeDue,
  MAX_RECENT_DELIVERIES,
  type Webhook,
  WEBHOOK_RECIPIENT,
  type WebhookTest,
  type WebhookTestResult,
} from '../domain/alert';
import type { AlertRule, WebhookRecipient } from '../domain/alertRule';
import { Unavailable } from '../domain/errors';
import { type Project, securityTokenHeaders } from '../domain/project';
import { type NetworkAccess, createRequester } from '../net/privateNetworkGuard';
import { ALERT_SERVICES, type ServiceContent } from '../presenters/alertServices';
import type { AlertQueue } from '../store/alerts';
import type { Read, Readers, Writers } from '../store/stores';
import {
  type AlertContent,
  type DeliveryChannel,
  MAX_COUNTED_ALERTS,
  RefusedRequest,
  TestSlots,
  errorMessageOf,
  newDelivery,
  newDigestId,
  presentCrashFreeAlert,
  readAlertContent,
  readCrashFreeContent,
  testAlertContent,
} from './channel';
import { composeAlertMessage, composeCrashFreeMessage, composeResolution, issueIncident } from './messages';

type WebhookAlert = components['schemas']['WebhookAlert'];

/** Composes the body of a webhook's request. */
function presentWebhookAlert(
  { digest, dateCreated }: Pick<Delivery, 'digest' | 'dateCreated'>,
  content: AlertContent,
): WebhookAlert {
  const {
    organization,
    project,
    rule,
    alerts: [alert],
    more,
  } = content;
  const { issue } = alert;
  return {
    id: digest,
    type: `issue.${alert.reason}`,
    timestamp: new Date(dateCreated).toISOString(),
    more,
    rule: rule && { id: rule.id, name: rule.name },
    organization: { id: organization.id, slug: organization.slug, name: organization.name },
    project: { id: project.id, slug: project.slug, name: project.name },
    issue: {
      id: issue.id,
      shortId: alert.shortId,
      title: issue.title,
      culprit: issue.culprit,
      level: issue.level,
      platform: issue.platform,
      url: alert.url,
      firstSeen: new Date(issue.firstSeen).toISOString(),
      lastSeen: new Date(issue.lastSeen).toISOString(),
      timesSeen: issue.timesSeen,
    },
    event: {
      id: alert.eventId,
      tags: alert.tags.map(({ key, value }) => ({ key, value })),
    },
    ...(alert.feedback && {
      feedback: {
        message: alert.feedback.message,
        name: alert.feedback.name,
        contact_email: alert.feedback.email,
      },
    }),
  };
}

/**
 * Returns the headers that authenticate a webhook's request, as the Standard Webhooks specification defines them: an
 * HMAC-SHA256 of id, time and body.
 * @param secret `whsec_` and the key in Base64
 * @param now milliseconds since 1970, UTC
 */
export function signatureHeaders(secret: string, id: string, now: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'Webhook-Id': id, 'Webhook-Timestamp': timestamp, 'Webhook-Signature': `v1,${signature}` };
}

/** A request to a webhook. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True if the certificate of the server must be valid. */
  readonly verifiesCertificate: boolean;
}

/** Sends a request. @throws RefusedRequest if the status of the response is not 2xx */
export type PostWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<void>;

/** Maximum number of bytes read of a response. They are ignored. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const TIMEOUT_MS = 15_000;
const PRIVATE_HOST_MESSAGE =
  'The host of the webhook is in a private network, which is allowed only with WEBHOOK_ALLOW_PRIVATE=on.';

/** Returns a function that sends requests, and never into private networks. */
export function createWebhookPoster(access: NetworkAccess): PostWebhook {
  const send = createRequester(access, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_RESPONSE_BYTES,
    timeout: `The webhook did not answer within ${TIMEOUT_MS / 1000} seconds.`,
    privateHost: PRIVATE_HOST_MESSAGE,
  });
  return async ({ url, ...request }, signal) => {
    const { status, headers } = await send(url, { method: 'POST', ...request }, signal);
    if (status < 200 || status > 299)
      throw new RefusedRequest(`The webhook answered with status ${status}.`, readRetryAfter(headers['retry-after']));
  };
}

/** Reads the number of milliseconds in a header `Retry-After`; 0 without one, and for a date. */
function readRetryAfter(header: string | undefined): number {
  return header !== undefined && /^\d{1,6}(?:\.\d+)?$/.test(header) ? Math.ceil(Number(header) * 1000) : 0;
}

/** Destination, body and signing data of a request to a webhook. */
interface AlertRequest {
  readonly webhook: Pick<Webhook, 'url' | 'secret'>;
  readonly project: Project;
  readonly id: string;
  readonly body: object;
  readonly now: number;
}

const JSON_HEADERS = { 'Content-Type': 'application/json', 'User-Agent': 'Culprit' };

/** Composes a request with the signature and the security token of the project. */
function signedRequest({ webhook, project, id, body, now }: AlertRequest): WebhookRequest {
  const text = JSON.stringify(body);
  const headers = {
    ...securityTokenHeaders(project),
    ...signatureHeaders(webhook.secret, id, now, text),
    ...JSON_HEADERS,
  };
  return { url: webhook.url, headers, body: text, verifiesCertificate: project.settings.verifySSL };
}

/** The content of the request to a webhook of a rule or of a project. */
interface RequestBodies extends ServiceContent {
  readonly project: Project;
}

/** Composes the bodies of requests about alerts. */
export function alertBodies(
  delivery: Pick<Delivery, 'digest' | 'dateCreated'>,
  content: AlertContent,
): RequestBodies & { readonly body: WebhookAlert } {
  const body = presentWebhookAlert(delivery, content);
  return { project: content.project, body, message: composeAlertMessage(content) };
}

/**
 * Composes the request to a webhook of a rule. Another service gets neither a signature nor the security token of the
 * project, and must have a valid certificate, except if people run it themselves.
 */
export function ruleRequest(
  webhook: WebhookRecipient,
  { project, ...content }: RequestBodies,
  { id, now }: { id: string; now: number },
): WebhookRequest {
  const service = ALERT_SERVICES[webhook.format];
  const { url, headers, body } = service.request(content, webhook);
  if (service.isSigned)
    return signedRequest({ webhook: { url, secret: webhook.secret ?? '' }, project, id, now, body });
  const isForm = body instanceof URLSearchParams;
  const contentType = isForm ? 'application/x-www-form-urlencoded' : JSON_HEADERS['Content-Type'];
  return {
    url,
    headers: { ...JSON_HEADERS, 'Content-Type': contentType, ...headers },
    body: isForm ? body.toString() : JSON.stringify(body),
    verifiesCertificate: !service.isSelfHosted || project.settings.verifySSL,
  };
}

/**
 * Maximum numbers of deliveries in progress. A webhook that hangs occupies a slot for 15 seconds; waiting requests cost
 * little.
 */
const SLOTS = { total: 128, perOrganization: 8, perProject: 2 };

/** Dependencies of a webhook channel. */
export interface WebhookChannelOptions {
  readonly read: Read;
  readonly postWebhook: PostWebhook;
  readonly publicUrl: () => string;
  /** True if the service can tell members by mail that a webhook is failing. */
  readonly sendsMail: boolean;
}

/** The webhook that receives the alerts of a queue. */
interface Target {
  readonly isEnabled: boolean;
  readonly resumeAt: number | null;
  request(delivery: Delivery, bodies: RequestBodies, now: number): WebhookRequest;
}

/** Finds the webhook of a project, or the webhook of a rule. Returns undefined if it was removed. */
async function findTarget(
  { webhooks, alertRules }: Pick<Readers, 'webhooks' | 'alertRules'>,
  { projectId, queueId }: AlertQueue | Delivery,
): Promise<{ target: Target; rule: AlertRule | null } | undefined> {
  if (queueId === null) {
    const webhook = await webhooks.find(projectId);
    return webhook && { target: { ...webhook, request: requestTo(webhook) }, rule: null };
  }
  const queue = await alertRules.findQueue(projectId, queueId);
  if (queue?.recipient.type !== 'webhook') return undefined;
  const { rule, recipient: webhook, health } = queue;
  const request: Target['request'] = ({ digest }, bodies, now) => ruleRequest(webhook, bodies, { id: digest, now });
  return { target: { isEnabled: rule.isActive, resumeAt: health.resumeAt, request }, rule };
}

function requestTo(webhook: Webhook): Target['request'] {
  return ({ digest }, { project, body }, now) => signedRequest({ webhook, project, id: digest, body: body ?? {}, now });
}

/** Composes the bodies of the request of a delivery. Returns undefined if there is nothing left to report. */
async function readBodies(
  read: Read,
  delivery: Delivery,
  rule: AlertRule | null,
  publicUrl: string,
): Promise<RequestBodies | undefined> {
  if (delivery.kind === 'issue.resolved') {
    return read(async ({ alertIncidents, projects }) => {
      const incident = await alertIncidents.findEnded(delivery);
      const project = await projects.findById(delivery.organizationId, delivery.projectId);
      if (incident === undefined || project === undefined) return undefined;
      return { project, body: null, message: composeResolution(incident) };
    });
  }
  if (delivery.kind === 'alerts' || rule === null) {
    const content = await readAlertContent(read, delivery, { publicUrl, listed: 1, rule });
    return content && alertBodies(delivery, content);
  }
  const content = await readCrashFreeContent(read, delivery, rule, publicUrl);
  if (content === undefined) return undefined;
  const body = presentCrashFreeAlert(delivery, content);
  return { project: content.project, body, message: composeCrashFreeMessage(content) };
}

/**
 * Delivers alerts without delay, each with one request to the webhook of its project or to a webhook of a rule. Of each
 * webhook, at most ten deliveries are waiting or were created within a minute. The last of them counts the further
 * alerts, so that a flood of alerts does not become a flood of requests.
 */
export function createWebhookChannel({
  read,
  postWebhook,
  publicUrl,
  sendsMail,
}: WebhookChannelOptions): DeliveryChannel {
  return {
    name: 'webhook',
    slots: SLOTS,
    isDue: ({ waiting, recent }) => Math.max(waiting, recent) < MAX_RECENT_DELIVERIES,

    async createDeliveries(stores, pending, now) {
      const { alerts } = stores;
      const { project, queueId, waiting, recent } = pending;
      const { target } = (await findTarget(stores, pending)) ?? {};
      if (!target?.isEnabled) {
        await alerts.deletePending(pending, MAX_COUNTED_ALERTS);
        return;
      }
      const free = MAX_RECENT_DELIVERIES - Math.max(waiting, recent);
      const eventIds = await alerts.findOldestPending(pending, free);
      const assigned = eventIds.map((eventId) => ({ eventId, digest: newDigestId() }));
      await alerts.assignDigests(pending, assigned, now);
      const more = eventIds.length < free ? 0 : await alerts.deletePending(pending, MAX_COUNTED_ALERTS);
      const dueAt = target.resumeAt ?? now;
      const deliveries = assigned.map(({ digest }, index) => {
        const alertCount = index === free - 1 ? 1 + more : 1;
        const to = { channel: 'webhook', queueId, recipient: WEBHOOK_RECIPIENT } as const;
        return newDelivery(project, { ...to, digest, alertCount, dueAt }, now);
      });
      await alerts.insertDeliveries(deliveries);
    },

    async deliver(delivery, now, signal) {
      const destination = await read((stores) => findTarget(stores, delivery));
      if (!destination?.target.isEnabled) return false;
      const { target, rule } = destination;
      const bodies = await readBodies(read, delivery, rule, publicUrl());
      if (bodies === undefined) return false;
      await postWebhook(target.request(delivery, bodies, now), signal);
      return true;
    },

    async recordResult(stores, delivery, now, error) {
      if (delivery.queueId === null) await recordWebhookResult(stores, delivery, { now, error, sendsMail });
      else {
        const ruleDelivery = { ...delivery, queueId: delivery.queueId };
        await recordRuleResult(stores, ruleDelivery, { now, error });
        if (error === null && delivery.kind === 'alerts')
          await recordIncident(stores, ruleDelivery, { now, publicUrl: publicUrl() });
      }
    },

    close: () => undefined,
  };
}

/**
 * Stores that a service keeps an incident about the issue of a delivery, and ends it if the issue was resolved
 * meanwhile. The issue is locked, so that a transaction that resolves it finds the incident.
 */
async function recordIncident(
  { alerts, alertRules, alertIncidents, issueStates }: Writers,
  { projectId, queueId, digest }: Pick<Delivery, 'projectId' | 'digest'> & { readonly queueId: string },
  { now, publicUrl }: { now: number; publicUrl: string },
): Promise<void> {
  const recipient = (await alertRules.findQueue(projectId, queueId))?.recipient;
  if (recipient?.type !== 'webhook' || !ALERT_SERVICES[recipient.format].keepsIncidents) return;
  const [alert] = await alerts.listByDigest(projectId, digest);
  const [issue] = alert === undefined ? [] : await issueStates.lock(projectId, [Number(alert.issue.id)]);
  if (issue === undefined) return;
  const incident = issueIncident(publicUrl, issue.id);
  await alertIncidents.open({ projectId, queueId, incident, issueId: issue.id }, now);
  if (issue.status === 'resolved') await alertIncidents.end(projectId, [issue.id], now);
}

/** Stores the result of a delivery to a webhook or ticket connection of a rule, and opens or closes its circuit. */
export async function recordRuleResult(
  { alerts, alertRules }: Writers,
  { projectId, channel, queueId }: AlertQueue & { readonly queueId: string },
  { now, error }: { now: number; error: string | null },
): Promise<void> {
  const before = (await alertRules.findQueue(projectId, queueId))?.health;
  if (before === undefined) return;
  const health = healthAfter(before, now, error);
  await alertRules.saveHealth(projectId, queueId, health);
  if (health.resumeAt !== null) await alerts.pause({ projectId, channel, queueId }, health.resumeAt);
  if (error === null && before.resumeAt !== null) await alerts.resume({ projectId, channel, queueId }, now);
}

/**
 * Stores the result of a request to the webhook of a project, and opens or closes the circuit of the webhook. Queues
 * mails to members once an outage has lasted for a day, and when the webhook works again.
 */
export async function recordWebhookResult(
  { alerts, webhooks }: Writers,
  { projectId, organizationId }: Pick<Delivery, 'projectId' | 'organizationId'>,
  { now, error, sendsMail }: { now: number; error: string | null; sendsMail: boolean },
): Promise<void> {
  const before = await webhooks.find(projectId);
  if (before === undefined) return;
  const health = healthAfter(before, now, error);
  const isNoticeDue = sendsMail && isOutageNoticeDue(health, now);
  await webhooks.saveHealth(projectId, isNoticeDue ? { ...health, notifiedAt: now } : health);
  const queue = { projectId, channel: 'webhook', queueId: null } as const;
  if (health.resumeAt !== null) await alerts.pause(queue, health.resumeAt);
  if (error === null && before.resumeAt !== null) await alerts.resume(queue, now);
  const isRestored = error === null && before.notifiedAt !== null;
  if (!isNoticeDue && !isRestored) return;
  const kind: DeliveryKind = isRestored ? 'webhook.restored' : 'webhook.failing';
  const project = { id: projectId, organizationId };
  const digest = newDigestId();
  const recipients = await alerts.findRecipients(project);
  await alerts.insertDeliveries(
    recipients.map(({ id }) =>
      newDelivery(project, { digest, channel: 'mail', kind, recipient: id, alertCount: 0 }, now),
    ),
  );
}

/** Sends test alerts to the webhooks of projects. One test of a webhook is in progress at a time. */
export class WebhookTester {
  readonly #slots = new TestSlots();

  constructor(
    private readonly postWebhook: PostWebhook,
    private readonly publicUrl: () => string,
  ) {}

  /** Composes the JSON that a webhook receives when it is tested. */
  compose(about: Omit<WebhookTest, 'webhook'>, id = newDigestId()): WebhookAlert {
    const content = testAlertContent({ ...about, rule: null }, this.publicUrl(), id);
    return { ...presentWebhookAlert({ digest: id, dateCreated: about.now }, content), type: 'test' };
  }

  /** Sends a test alert and returns its result. @throws Unavailable if too many tests are in progress */
  async test({ webhook, organization, project, now }: WebhookTest): Promise<WebhookTestResult> {
    const refused = 'A test of this webhook or too many other tests are in progress; try again later.';
    const end = this.#slots.begin(organization.id, project.id, new Unavailable(refused, 15));
    const began = performance.now();
    try {
      const id = newDigestId();
      const body = this.compose({ organization, project, now }, id);
      await this.postWebhook(signedRequest({ webhook, project, id, body, now }), new AbortController().signal);
      return { error: null, durationMs: Math.round(performance.now() - began) };
    } catch (error) {
      return { error: errorMessageOf(error), durationMs: Math.round(performance.now() - began) };
    } finally {
      end();
    }
  }
}
