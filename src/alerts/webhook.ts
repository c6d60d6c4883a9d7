import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
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
import { Unavailable } from '../domain/errors';
import type { Organization } from '../domain/organization';
import { type Project, securityTokenHeaders } from '../domain/project';
import { withDeadline } from '../net/deadline';
import { createNetworkGuard, type NetworkAccess } from '../net/privateNetworkGuard';
import type { Read, Writers } from '../store/stores';
import {
  type AlertContent,
  type DeliveryChannel,
  errorMessageOf,
  MAX_COUNTED_ALERTS,
  newDelivery,
  newDigestId,
  readAlertContent,
} from './channel';

type WebhookAlert = components['schemas']['WebhookAlert'];

/** The body of a webhook's request. */
export function presentWebhookAlert({ digest, dateCreated }: Delivery, content: AlertContent): WebhookAlert {
  const {
    organization,
    project,
    alerts: [alert],
    more,
  } = content;
  const { issue } = alert;
  return {
    id: digest,
    type: alert.reason === 'new' ? 'issue.new' : 'issue.regression',
    timestamp: new Date(dateCreated).toISOString(),
    more,
    organization: { id: organization.id, slug: organization.slug, name: organization.name },
    project: { id: project.id, slug: project.slug, name: project.name },
    issue: {
      ...{ id: issue.id, shortId: alert.shortId, title: issue.title, culprit: issue.culprit },
      ...{ level: issue.level, platform: issue.platform, url: alert.url },
      firstSeen: new Date(issue.firstSeen).toISOString(),
      lastSeen: new Date(issue.lastSeen).toISOString(),
      timesSeen: issue.timesSeen,
    },
    event: {
      id: alert.eventId,
      tags: alert.tags.map(({ key, value }) => ({ key, value })),
    },
  };
}

/**
 * The headers that authenticate a webhook's request, as the Standard Webhooks specification defines them: an HMAC-SHA256 of id,
 * time and body.
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
  /** Whether the certificate of the server must be valid. */
  readonly verifiesCertificate: boolean;
}

/** Sends a request. @throws Error with one sentence if the status of the response is not 2xx */
export type PostWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<void>;

/** Bytes of a response that are read. They are ignored. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const TIMEOUT_MS = 15_000;
const PRIVATE_HOST_MESSAGE =
  'The host of the webhook is in a private network, which is allowed only with WEBHOOK_ALLOW_PRIVATE=on.';

/**
 * Returns a function that sends requests, and never into private networks: the addresses of a host are checked when the
 * connection is made. Uses no proxy, follows no redirects, and opens a new connection for each request.
 */
export function createWebhookPoster(access: NetworkAccess): PostWebhook {
  const { check, lookup } = createNetworkGuard(access, PRIVATE_HOST_MESSAGE);
  return async ({ url, headers, body, verifiesCertificate }, signal) => {
    const target = new URL(url);
    check(target);
    const options = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      rejectUnauthorized: verifiesCertificate,
      agent: false,
      lookup,
    } as const;
    const status = await withDeadline(signal, TIMEOUT_MS, (limited) =>
      request(target, { ...options, signal: limited }, body).catch((error: unknown) => {
        throw limited.aborted && !signal.aborted
          ? new Error(`The webhook did not answer within ${TIMEOUT_MS / 1000} seconds.`)
          : error;
      }),
    );
    if (status < 200 || status > 299) throw new Error(`The webhook answered with status ${status}.`);
  };
}

function request(target: URL, options: https.RequestOptions, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = (target.protocol === 'https:' ? https : http).request(target, options, (response) => {
      let bytes = 0;
      const finish = () => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_RESPONSE_BYTES) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** What a webhook's request is about, and with which key and id it is signed. */
interface SignedBody {
  readonly webhook: Pick<Webhook, 'url' | 'secret'>;
  readonly project: Project;
  readonly id: string;
  readonly body: WebhookAlert;
  readonly now: number;
}

function signedRequest({ webhook, project, id, body, now }: SignedBody): WebhookRequest {
  const text = JSON.stringify(body);
  const headers = {
    ...securityTokenHeaders(project),
    ...signatureHeaders(webhook.secret, id, now, text),
    'Content-Type': 'application/json',
    'User-Agent': 'Culprit',
  };
  return { url: webhook.url, headers, body: text, verifiesCertificate: project.settings.verifySSL };
}

/** A webhook that hangs occupies a slot for 15 seconds. Slots are for requests, which cost little while they wait. */
const SLOTS = { total: 32, perOrganization: 8, perProject: 2 };

/** What a webhook channel needs. */
export interface WebhookChannelOptions {
  readonly read: Read;
  readonly postWebhook: PostWebhook;
  readonly publicUrl: () => string;
  /** Whether members can be told by mail that a webhook is failing. */
  readonly sendsMail: boolean;
}

/**
 * Delivers alerts without delay, each with one request to the webhook of its project. At most ten deliveries of a project are waiting
 * or were created within a minute: the last of them counts the alerts that there are more, so that a flood of alerts is no flood of
 * requests.
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

    async createDeliveries({ alerts, webhooks }, { project, waiting, recent }, now) {
      const { id } = project;
      const webhook = await webhooks.find(id);
      if (!webhook?.isEnabled) {
        await alerts.deletePending(id, 'webhook', MAX_COUNTED_ALERTS);
        return;
      }
      const free = MAX_RECENT_DELIVERIES - Math.max(waiting, recent);
      const eventIds = await alerts.findOldestPending(id, 'webhook', free);
      const assigned = eventIds.map((eventId) => ({ eventId, digest: newDigestId() }));
      await alerts.assignDigests(id, 'webhook', assigned);
      const more = eventIds.length < free ? 0 : await alerts.deletePending(id, 'webhook', MAX_COUNTED_ALERTS);
      const dueAt = webhook.resumeAt ?? now;
      const deliveries = assigned.map(({ digest }, index) => {
        const alertCount = index === free - 1 ? 1 + more : 1;
        return newDelivery(
          project,
          { digest, channel: 'webhook', recipient: WEBHOOK_RECIPIENT, alertCount, dueAt },
          now,
        );
      });
      await alerts.insertDeliveries(deliveries);
    },

    async deliver(delivery, now, signal) {
      const webhook = await read(({ webhooks }) => webhooks.find(delivery.projectId));
      const content = await readAlertContent(read, delivery, { publicUrl: publicUrl(), listed: 1 });
      if (!webhook?.isEnabled || content === undefined) return false;
      const body = presentWebhookAlert(delivery, content);
      const { project } = content;
      await postWebhook(signedRequest({ webhook, project, id: delivery.digest, body, now }), signal);
      return true;
    },

    async recordResult(stores, delivery, now, error) {
      await recordWebhookResult(stores, delivery, { now, error, sendsMail });
    },

    close: () => undefined,
  };
}

/**
 * Stores the result of a request for the webhook. Opens or closes its circuit, and queues mails to members: once in an outage that
 * has lasted for a day, and when the webhook works again.
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
  if (health.resumeAt !== null) await alerts.pause(projectId, 'webhook', health.resumeAt);
  if (error === null && before.resumeAt !== null) await alerts.resume(projectId, 'webhook', now);
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

/** Tests of webhooks that run at the same time. Each keeps its caller waiting for up to 15 seconds. */
const MAX_TESTS = 8;

/** Sends test alerts to webhooks: one at a time to that of a project. */
export class WebhookTester {
  readonly #inProgress = new Set<string>();

  constructor(
    private readonly postWebhook: PostWebhook,
    private readonly publicUrl: () => string,
  ) {}

  /** Sends a test alert and returns what came of it. @throws Unavailable if too many tests are in progress */
  async test({ webhook, organization, project, now }: WebhookTest): Promise<WebhookTestResult> {
    if (this.#inProgress.has(project.id) || this.#inProgress.size >= MAX_TESTS) {
      throw new Unavailable('A test of this webhook, or too many others, are in progress; try again.', 15);
    }
    this.#inProgress.add(project.id);
    const began = performance.now();
    try {
      const id = newDigestId();
      const body = presentTestAlert(id, { organization, project }, { now, publicUrl: this.publicUrl() });
      await this.postWebhook(signedRequest({ webhook, project, id, body, now }), new AbortController().signal);
      return { error: null, durationMs: Math.round(performance.now() - began) };
    } catch (error) {
      return { error: errorMessageOf(error), durationMs: Math.round(performance.now() - began) };
    } finally {
      this.#inProgress.delete(project.id);
    }
  }
}

/** An alert about an issue that does not exist, so that a receiver can be tested with all fields of a real one. */
function presentTestAlert(
  id: string,
  { organization, project }: { readonly organization: Organization; readonly project: Project },
  { now, publicUrl }: { now: number; publicUrl: string },
): WebhookAlert {
  const time = new Date(now).toISOString();
  return {
    ...{ id, type: 'test', timestamp: time, more: 0 },
    organization: { id: organization.id, slug: organization.slug, name: organization.name },
    project: { id: project.id, slug: project.slug, name: project.name },
    issue: {
      ...{ id: '0', shortId: `${project.slug.toUpperCase()}-0`, title: 'Test alert of Culprit', culprit: null },
      ...{ level: 'info', platform: project.platform ?? 'other' },
      url: `${publicUrl}/api/0/organizations/${organization.slug}/issues/0/`,
      ...{ firstSeen: time, lastSeen: time, timesSeen: 1 },
    },
    event: { id, tags: [{ key: 'level', value: 'info' }] },
  };
}
