import { WEBHOOK_RECIPIENT } from '../domain/alert';
import { tokenHeader } from '../domain/securityToken';
import type { Read } from '../store/stores';
import { type Channel, deliveryOf, newDigest, readContent } from './channel';
import { presentAlert } from './payload';
import type { Poster } from './post';
import { signedHeaders } from './signature';

/** How many deliveries of a project one transaction makes. */
const BATCH = 200;

/** One request for each alert, at once, to the webhook of its project. */
export function webhookChannel(read: Read, post: Poster, publicUrl: () => string): Channel {
  return {
    name: 'webhook',
    isDue: () => true,

    async bundle({ alerts, webhooks }, waiting, now) {
      const { id } = waiting.project;
      if (!(await webhooks.find(id))?.isEnabled) {
        await alerts.forgetWaiting(id, 'webhook');
        return;
      }
      const bundles = (await alerts.oldestWaiting(id, 'webhook', BATCH)).map((eventId) => ({
        eventId,
        digest: newDigest(),
      }));
      await alerts.bundle(id, 'webhook', bundles);
      const one = { channel: 'webhook', recipient: WEBHOOK_RECIPIENT, alertCount: 1 } as const;
      await alerts.insertDeliveries(bundles.map(({ digest }) => deliveryOf(waiting, { digest, ...one }, now)));
    },

    async deliver(delivery, now, signal) {
      const webhook = await read(({ webhooks }) => webhooks.find(delivery.projectId));
      const content = await readContent(read, delivery, publicUrl());
      if (!webhook?.isEnabled || content === undefined) return false;
      const body = JSON.stringify(presentAlert(delivery, content));
      const signed = signedHeaders(webhook.secret, delivery.digest, now, body);
      const headers = {
        ...tokenHeader(content.project),
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
