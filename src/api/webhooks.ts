import { randomBytes } from 'node:crypto';
import { isPrivateHost } from '../domain/addresses';

/** Returns the errors of the URL of a webhook. @param allowsPrivate true if webhooks may be in private networks */
export function webhookUrlErrors(url: string, allowsPrivate: boolean): string[] {
  if (!URL.canParse(url))
    return ['Not a URL such as https://hooks.example.com/culprit, without credentials and fragment.'];
  if (allowsPrivate || !isPrivateHost(new URL(url).hostname)) return [];
  return [
    'The host is in a private network, where webhooks may be only if the service runs with WEBHOOK_ALLOW_PRIVATE=on.',
  ];
}

/** Generates the secret with which requests to a webhook are signed. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
