import { lookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, isPrivateHost } from '../domain/addresses';

/** A request to a webhook. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts to a webhook; settles once it has answered with success. @throws Error with one sentence */
export type Poster = (post: Post, signal: AbortSignal) => Promise<void>;

/** Of an answer no more is read: nothing in it matters. */
const ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 15_000;
const PRIVATE = 'The host of the webhook is in a private network, where webhooks may not be.';

/**
 * Makes requests that reach no private network: every address of the host is looked at, and the connection goes to one of those
 * that were looked at. No redirect is followed, no connection kept, no proxy asked.
 */
export function createPoster({ allowsPrivate }: { allowsPrivate: boolean }): Poster {
  const find = allowsPrivate ? lookup : (lookupPublic as LookupFunction);
  return async ({ url, headers, body }, signal) => {
    const target = new URL(url);
    if (!allowsPrivate && isPrivateHost(target.hostname)) throw new Error(PRIVATE);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = { method: 'POST', headers: { ...headers, ...length }, agent: false, lookup: find as LookupFunction, signal: limit };
    const status = await request(target, options, body).catch((error: unknown) => {
      throw limit.aborted && !signal.aborted ? new Error(`The webhook did not answer within ${TIMEOUT_MS / 1000} seconds.`) : error;
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

/** Like `lookup`, but one private address among those of a name makes all of them unusable. */
const lookupPublic = (hostname: string, options: { all?: boolean; family?: number | string; hints?: number }, done: (...results: never[]) => void) => {
  const answer = done as unknown as (error: Error | null, address?: string | LookupAddress[], family?: number) => void;
  const { family, hints } = options;
  lookup(hostname, { all: true, ...(typeof family === 'number' && { family }), ...(hints !== undefined && { hints }) }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) answer(error ?? new Error(`The host ${hostname} has no address.`));
    else if (addresses.some(({ address }) => isPrivateAddress(address))) answer(new Error(PRIVATE));
    else if (options.all) answer(null, addresses);
    else answer(null, first.address, first.family);
  });
};
