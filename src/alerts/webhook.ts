import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { components } from '../../generated/api';
import { type Delivery, WEBHOOK_RECIPIENT } from '../domain/alert';
import { securityTokenHeaders } from '../domain/project';
import { createNetworkGuard, type NetworkAccess } from '../net/privateNetworkGuard';
import type { Read } from '../store/stores';
import { type AlertContent, type DeliveryChannel, newDelivery, newDigestId, readAlertContent } from './channel';

/** What a webhook is told of one alert. */
export function presentWebhookAlert(
  { digest, dateCreated }: Delivery,
  content: AlertContent,
): components['schemas']['WebhookAlert'] {
  const {
    organization,
    project,
    alerts: [alert],
  } = content;
  const { issue } = alert;
  return {
    id: digest,
    type: alert.reason === 'new' ? 'issue.new' : 'issue.regression',
    timestamp: new Date(dateCreated).toISOString(),
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
 * The headers that prove where a webhook's request comes from, as the Standard Webhooks specification has them: an HMAC-SHA256 over
 * id, time and body.
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

/** Posts to a webhook; settles once it has answered with success. @throws Error with one sentence */
export type PostWebhook = (post: WebhookRequest, signal: AbortSignal) => Promise<void>;

/** Of an answer no more is read: nothing in it matters. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const TIMEOUT_MS = 15_000;
const PRIVATE_HOST_MESSAGE =
  'The host of the webhook is in a private network, where webhooks may be only if the service runs with WEBHOOK_ALLOW_PRIVATE=on.';

/**
 * Makes requests that reach no private network: every address of the host is looked at, and the connection goes to one of those
 * that were looked at. No redirect is followed, no connection kept, no proxy asked.
 */
export function createWebhookPoster(reach: NetworkAccess): PostWebhook {
  const { check, lookup } = createNetworkGuard(reach, PRIVATE_HOST_MESSAGE);
  return async ({ url, headers, body, verifiesCertificate }, signal) => {
    const target = new URL(url);
    check(target);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = {
      method: 'POST',
      headers: { ...headers, ...length },
      rejectUnauthorized: verifiesCertificate,
      agent: false,
      lookup,
      signal: limit,
    } as const;
    const status = await request(target, options, body).catch((error: unknown) => {
      throw limit.aborted && !signal.aborted
        ? new Error(`The webhook did not answer within ${TIMEOUT_MS / 1000} seconds.`)
        : error;
    });
    if (status < 200 || status > 299) throw new Error(`The webhook answered with status ${status}.`);
  };
}

function request(target: URL, options: https.RequestOptions, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = (target.protocol === 'https:' ? https : http).request(target, options, (answer) => {
      let bytes = 0;
      const finish = () => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      };
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length) > MAX_RESPONSE_BYTES && finish());
      answer.on('end', finish);
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** How many deliveries of a project one transaction makes. */
const DELIVERIES_PER_TRANSACTION = 200;

/** One request for each alert, at once, to the webhook of its project. */
export function createWebhookChannel(read: Read, post: PostWebhook, publicUrl: () => string): DeliveryChannel {
  return {
    name: 'webhook',
    isDue: () => true,

    async createDeliveries({ alerts, webhooks }, waiting, now) {
      const { id } = waiting.project;
      if (!(await webhooks.find(id))?.isEnabled) {
        await alerts.deletePending(id, 'webhook');
        return;
      }
      const bundles = (await alerts.findOldestPending(id, 'webhook', DELIVERIES_PER_TRANSACTION)).map((eventId) => ({
        eventId,
        digest: newDigestId(),
      }));
      await alerts.assignDigests(id, 'webhook', bundles);
      const one = { channel: 'webhook', recipient: WEBHOOK_RECIPIENT, alertCount: 1 } as const;
      await alerts.insertDeliveries(bundles.map(({ digest }) => newDelivery(waiting, { digest, ...one }, now)));
    },

    async deliver(delivery, now, signal) {
      const webhook = await read(({ webhooks }) => webhooks.find(delivery.projectId));
      const content = await readAlertContent(read, delivery, publicUrl());
      if (!webhook?.isEnabled || content === undefined) return false;
      const body = JSON.stringify(presentWebhookAlert(delivery, content));
      const signed = signatureHeaders(webhook.secret, delivery.digest, now, body);
      const headers = {
        ...securityTokenHeaders(content.project),
        ...signed,
        'Content-Type': 'application/json',
        'User-Agent': 'Culprit',
      };
      await post({ url: webhook.url, headers, body, verifiesCertificate: content.project.settings.verifySSL }, signal);
      return true;
    },

    close: () => undefined,
  };
}
