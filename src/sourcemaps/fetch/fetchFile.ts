import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { LRUCache } from 'lru-cache';
import { type CompressionFormat, inflate, InflatedTooLargeError } from '../../compression/inflate';
import type { FetchFailure, FetchFailureReason } from '../../domain/fetchAttempt';
import {
  createNetworkGuard,
  type NetworkAccess,
  type NetworkGuard,
  PrivateHostError,
} from '../../net/privateNetworkGuard';

/** Why a file could not be fetched. */
export class FetchError extends Error {
  /** @param isHostFailure whether other files of the host would fail alike */
  constructor(
    readonly reason: FetchFailureReason,
    details: string,
    readonly url: URL,
    readonly isHostFailure = false,
  ) {
    super(details);
  }

  /** What is remembered of it. */
  get failure(): FetchFailure {
    return { url: this.url.href, reason: this.reason, details: this.message };
  }
}

/** Formats by content coding; null is uncompressed. */
const CONTENT_CODINGS: ReadonlyMap<string, CompressionFormat | null> = new Map<string, CompressionFormat | null>([
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
]);

/** The value of `Accept-Encoding`: content codings of `CONTENT_CODINGS`. */
const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Reads and inflates a response body. @throws FetchError if it has more than `limit` bytes, compressed or inflated */
async function readResponseBody(response: IncomingMessage, url: URL, limit: number): Promise<Buffer> {
  const format = CONTENT_CODINGS.get((response.headers['content-encoding'] ?? '').trim().toLowerCase());
  if (format === undefined) {
    throw new FetchError('other', 'The server answered in an encoding that was not asked for.', url);
  }
  const tooLarge = () => new FetchError('other', `The file is larger than ${limit} bytes.`, url);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks, length);
  if (format === null) return body;
  try {
    return await inflate(body, { format, limit });
  } catch (error) {
    throw error instanceof InflatedTooLargeError ? tooLarge() : error;
  }
}

const TIMEOUT_MS = 10_000;
/** As much as a minified file or a source map may have. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const PRIVATE_HOST_MESSAGE =
  'The host is in a private network, from where files are fetched only if the service runs with SCRAPING_ALLOW_PRIVATE=on.';

/** A file to be fetched, on behalf of a project. */
export interface FileRequest {
  readonly projectId: string;
  readonly url: string;
  /** Whether the certificate of a server must be valid. */
  readonly verifiesCertificate: boolean;
  /** Headers for one address; a redirect may lead to another. */
  headersFor(url: URL): Readonly<Record<string, string>>;
}

/** A file as it came. */
export interface FetchedFile {
  /** Where redirects led. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Fetches a file. @throws ScrapingError, or what the signal was aborted with */
export type FetchFile = (wanted: FileRequest, signal: AbortSignal) => Promise<FetchedFile>;

/** What a fetcher may be given in place of its own. */
export interface FetchOptions extends NetworkAccess {
  readonly timeout?: number;
  readonly maxBytes?: number;
}

/**
 * Makes requests that reach no private network: each address of each host is looked at, also where a redirect leads, and the
 * connection goes to one of those that were looked at. No connection is kept, no proxy asked, no cookie sent.
 */
export function createFetchFile({ timeout = TIMEOUT_MS, maxBytes = MAX_BYTES, ...reach }: FetchOptions): FetchFile {
  const guard = createNetworkGuard(reach, PRIVATE_HOST_MESSAGE);
  return async (wanted, signal) => {
    const late = AbortSignal.timeout(timeout);
    const limit = AbortSignal.any([signal, late]);
    let url = new URL(wanted.url);
    try {
      for (let redirects = 0; ; redirects += 1) {
        const answer = await request(url, wanted, guard, limit);
        const target = redirectOf(answer, url);
        if (target === null) return await readFile(answer, url, maxBytes);
        answer.destroy();
        if (redirects === MAX_REDIRECTS)
          throw new FetchError('other', `The server redirects more than ${MAX_REDIRECTS} times.`, url);
        url = target;
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw late.aborted
        ? new FetchError('timeout', `The server did not send the file within ${timeout / 1000} seconds.`, url, true)
        : toFetchError(error, url);
    }
  };
}

function request(
  url: URL,
  { verifiesCertificate, headersFor }: FileRequest,
  { check, lookup }: NetworkGuard,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  check(url);
  const own = { Accept: '*/*', 'Accept-Encoding': ACCEPTED_ENCODINGS, 'User-Agent': 'Culprit' };
  const options = {
    headers: { ...headersFor(url), ...own },
    rejectUnauthorized: verifiesCertificate,
    agent: false,
    lookup,
    signal,
  } as const;
  return new Promise((resolve, reject) => {
    (url.protocol === 'https:' ? https : http).get(url, options, resolve).on('error', reject);
  });
}

/** Where an answer sends us; null if it does not. @throws ScrapingError */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): URL | null {
  if (!REDIRECTS.includes(statusCode) || location === undefined) return null;
  const target = URL.canParse(location, url.href) ? new URL(location, url) : null;
  if (target !== null && /^https?:$/.test(target.protocol) && target.username + target.password === '') return target;
  throw new FetchError(
    'invalid_host',
    'The server redirects to something that is no address of a file on the web.',
    url,
  );
}

async function readFile(answer: IncomingMessage, url: URL, maxBytes: number): Promise<FetchedFile> {
  try {
    const fault = errorOfResponse(answer, url);
    if (fault !== null) throw fault;
    const bytes = await readResponseBody(answer, url, maxBytes);
    if (isPage(bytes)) throw htmlError(url);
    return { url: url.href, headers: plainHeaders(answer), bytes };
  } finally {
    answer.destroy();
  }
}

function errorOfResponse({ statusCode = 0, headers }: IncomingMessage, url: URL): FetchError | null {
  const details = `The server answered with status ${statusCode}.`;
  if ([404, 410].includes(statusCode)) return new FetchError('not_found', details, url);
  if ([401, 403, 407].includes(statusCode)) return new FetchError('permission_denied', details, url);
  if (statusCode !== 200) return new FetchError('download_error', details, url, statusCode === 429 || statusCode > 499);
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '') ? htmlError(url) : null;
}

/** Applications of one page answer with that page whatever they are asked for, as if all were well. */
function htmlError(url: URL): FetchError {
  return new FetchError('other', 'The server answered with a page of HTML in place of the file.', url);
}

/** Neither a script nor a source map begins like this; the byte order mark counts as white space. */
function isPage(bytes: Buffer): boolean {
  return /^\s*<(?!!--)/.test(bytes.toString('utf8', 0, 1024));
}

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** What went wrong with a connection, in the words of `ScrapingReason`. */
function toFetchError(error: unknown, url: URL): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof PrivateHostError) return new FetchError('invalid_host', error.message, url);
  const { message, code } = error as NodeJS.ErrnoException;
  return new FetchError(
    'download_error',
    `The file could not be downloaded: ${(message || String(code)).replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 200)}`,
    url,
    true,
  );
}

/** How long a project's requests to a failed host are refused. */
const BACKOFF_MS = 5 * 60 * 1000;
const MAX_FAILED_HOSTS = 10_000;

interface FailedHost {
  readonly retryAt: number;
  readonly error: FetchError;
}

/**
 * Refuses requests to hosts that failed a moment ago, with the reason of that failure. Only for the project whose request
 * failed, since nobody may keep other projects from a host, and only for the host that was requested: a redirect can lead to any.
 * @param clock milliseconds since 1970, UTC
 */
export function withHostBackoff(fetchFile: FetchFile, clock: () => number = Date.now): FetchFile {
  const failedHosts = new LRUCache<string, FailedHost>({ max: MAX_FAILED_HOSTS });
  return async (request, signal) => {
    const url = new URL(request.url);
    const key = `${request.projectId} ${url.host} ${request.verifiesCertificate}`;
    const failed = failedHosts.get(key);
    if (failed !== undefined && failed.retryAt > clock()) {
      const { reason, message } = failed.error;
      throw new FetchError(reason, `The host failed a moment ago, and is left alone for a while: ${message}`, url);
    }
    try {
      return await fetchFile(request, signal);
    } catch (error) {
      if (error instanceof FetchError && error.isHostFailure && error.url.host === url.host) {
        failedHosts.set(key, { retryAt: clock() + BACKOFF_MS, error });
      }
      throw error;
    }
  };
}
