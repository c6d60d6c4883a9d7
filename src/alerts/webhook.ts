import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { components } from '../../generated/api';
import { type Delivery, WEBHOOK_RECIPIENT } from '../domain/alert';
import { securityTokenHeaders } from '../domain/project';
import { withDeadline } from '../net/deadline';
import { createNetworkGuard, type NetworkAccess } from '../net/privateNetworkGuard';
import type { Read } from '../store/stores';
import { type AlertContent, type DeliveryChannel, newDelivery, newDigestId, readAlertContent } from './channel';

/** The body of a webhook's request. */
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

/** Deliveries of a project that one transaction creates. */
const DELIVERIES_PER_TRANSACTION = 200;

/** Delivers each alert, without delay, with one request to the webhook of its project. */
export function createWebhookChannel(read: Read, postWebhook: PostWebhook, publicUrl: () => string): DeliveryChannel {
  return {
    name: 'webhook',
    isDue: () => true,

    async createDeliveries({ alerts, webhooks }, pending, now) {
      const { id } = pending.project;
      if (!(await webhooks.find(id))?.isEnabled) {
        await alerts.deletePending(id, 'webhook');
        return;
      }
      const eventIds = await alerts.findOldestPending(id, 'webhook', DELIVERIES_PER_TRANSACTION);
      const assigned = eventIds.map((eventId) => ({ eventId, digest: newDigestId() }));
      await alerts.assignDigests(id, 'webhook', assigned);
      const delivery = { channel: 'webhook', recipient: WEBHOOK_RECIPIENT, alertCount: 1 } as const;
      await alerts.insertDeliveries(assigned.map(({ digest }) => newDelivery(pending, { digest, ...delivery }, now)));
    },

    async deliver(delivery, now, signal) {
      const webhook = await read(({ webhooks }) => webhooks.find(delivery.projectId));
      const content = await readAlertContent(read, delivery, publicUrl());
      if (!webhook?.isEnabled || content === undefined) return false;
      const body = JSON.stringify(presentWebhookAlert(delivery, content));
      const signature = signatureHeaders(webhook.secret, delivery.digest, now, body);
      const headers = {
        ...securityTokenHeaders(content.project),
        ...signature,
        'Content-Type': 'application/json',
        'User-Agent': 'Culprit',
      };
      await postWebhook(
        { url: webhook.url, headers, body, verifiesCertificate: content.project.settings.verifySSL },
        signal,
      );
      return true;
    },

    close: () => undefined,
  };
}
