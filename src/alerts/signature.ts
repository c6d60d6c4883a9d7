import { createHmac } from 'node:crypto';

/**
 * The headers that prove where a webhook's request comes from, as the Standard Webhooks specification has them: an HMAC-SHA256 over
 * id, time and body.
 * @param secret `whsec_` and the key in Base64
 * @param now milliseconds since 1970, UTC
 */
export function signedHeaders(secret: string, id: string, now: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'Webhook-Id': id, 'Webhook-Timestamp': timestamp, 'Webhook-Signature': `v1,${signature}` };
}
