import http from 'node:http';
import https from 'node:https';
import { createGuard, type Reach } from '../outbound/guard';

/** A request to a webhook. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the certificate of the server must be valid. */
  readonly verifiesCertificate: boolean;
}

/** Posts to a webhook; settles once it has answered with success. @throws Error with one sentence */
export type Poster = (post: Post, signal: AbortSignal) => Promise<void>;

/** Of an answer no more is read: nothing in it matters. */
const ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 15_000;
const PRIVATE =
  'The host of the webhook is in a private network, where webhooks may be only if the service runs with WEBHOOK_ALLOW_PRIVATE=on.';

/**
 * Makes requests that reach no private network: every address of the host is looked at, and the connection goes to one of those
 * that were looked at. No redirect is followed, no connection kept, no proxy asked.
 */
export function createPoster(reach: Reach): Poster {
  const { check, lookup } = createGuard(reach, PRIVATE);
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
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length) > ANSWER_BYTES && finish());
      answer.on('end', finish);
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
