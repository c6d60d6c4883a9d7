import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { LRUCache } from 'lru-cache';
import { type CompressionFormat, inflate, InflatedTooLargeError, InflationRatioError } from '../../compression/inflate';
import type { FetchedMap, FetchFailure, FetchFailureReason } from '../../domain/artifact';
import { atMost } from '../../domain/lazy';
import {
  type NetworkAccess,
  type NetworkGuard,
  PrivateHostError,
  createNetworkGuard,
  withDeadline,
} from '../../net/privateNetworkGuard';
import { sha1Of } from '../../compression/eventBody';
import { decodeUtf8 } from '../resolve/sourceText';
import { decodeInline, isInline, joinUrl, referenceInHeaders, referenceInText } from '../resolve/urls';
import { readEmbeddedDebugId } from '../upload/artifactBundle';

/** The error of a file that could not be fetched, with its reason. */
export class FetchError extends Error {
  /** @param isHostFailure true if other requests to the host can be expected to fail, too */
  constructor(
    readonly reason: FetchFailureReason,
    details: string,
    readonly url: URL,
    readonly isHostFailure = false,
  ) {
    super(details);
  }

  /** The failure in its stored form. */
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
    throw new FetchError('other', 'The server answered with a content encoding that was not requested.', url);
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
    if (error instanceof InflationRatioError) throw new FetchError('other', error.message, url);
    throw error instanceof InflatedTooLargeError ? tooLarge() : error;
  }
}

const TIMEOUT_MS = 10_000;
/** Size of a minified file or a source map. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const PRIVATE_HOST_MESSAGE = 'The host is in a private network, which is allowed only with SCRAPING_ALLOW_PRIVATE=on.';

/** A request for a file on behalf of a project. */
export interface FileRequest {
  readonly projectId: string;
  readonly url: string;
  /** True if the certificate of the server must be valid. */
  readonly verifiesCertificate: boolean;
  /** Headers for a URL: the URL of the request, or the target of a redirect. */
  readonly headersFor: (url: URL) => Readonly<Record<string, string>>;
}

/** A fetched file. */
interface FetchedFile {
  /** The URL after redirects. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Fetches a file. @throws FetchError, or the reason of the signal */
export type FetchFile = (request: FileRequest, signal: AbortSignal) => Promise<FetchedFile>;

export interface FetchOptions extends NetworkAccess {
  /** Milliseconds. */
  readonly timeout?: number;
  readonly maxBytes?: number;
}

/**
 * Returns a function that fetches files, and never from private networks: the addresses of a host are checked when the
 * connection is made, also after a redirect. Uses no proxy, no cookies, and a new connection for each request.
 */
export function createFetchFile({ timeout = TIMEOUT_MS, maxBytes = MAX_BYTES, ...access }: FetchOptions): FetchFile {
  const guard = createNetworkGuard(access, PRIVATE_HOST_MESSAGE);
  return (request, signal) =>
    withDeadline(signal, timeout, async (limited) => {
      let url = new URL(request.url);
      try {
        for (let redirects = 0; ; redirects += 1) {
          const response = await get(url, request, guard, limited);
          const target = redirectOf(response, url);
          if (target === null) return await readFile(response, url, maxBytes);
          response.destroy();
          if (redirects === MAX_REDIRECTS) {
            throw new FetchError('other', `The server redirects more than ${MAX_REDIRECTS} times.`, url);
          }
          url = target;
        }
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (!limited.aborted) throw toFetchError(error, url);
        const message = `The server did not send the file within ${timeout / 1000} seconds.`;
        throw new FetchError('timeout', message, url, true);
      }
    });
}

function get(
  url: URL,
  { verifiesCertificate, headersFor }: FileRequest,
  { check, lookup }: NetworkGuard,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  check(url);
  const ownHeaders = { Accept: '*/*', 'Accept-Encoding': ACCEPTED_ENCODINGS, 'User-Agent': 'Culprit' };
  const options = {
    headers: { ...headersFor(url), ...ownHeaders },
    rejectUnauthorized: verifiesCertificate,
    agent: false,
    lookup,
    signal,
  } as const;
  return new Promise((resolve, reject) => {
    (url.protocol === 'https:' ? https : http).get(url, options, resolve).on('error', reject);
  });
}

/**
 * Returns the target of a redirect. Null if the response is not one.
 * @throws FetchError if the target is not a web URL
 */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): URL | null {
  if (!REDIRECTS.includes(statusCode) || location === undefined) return null;
  const target = URL.canParse(location, url.href) ? new URL(location, url) : null;
  if (target !== null && /^https?:$/.test(target.protocol) && target.username + target.password === '') return target;
  throw new FetchError('invalid_host', 'The server redirects to a location that is not an http or https URL.', url);
}

async function readFile(response: IncomingMessage, url: URL, maxBytes: number): Promise<FetchedFile> {
  try {
    checkResponse(response, url);
    const bytes = await readResponseBody(response, url, maxBytes);
    if (isHtml(bytes)) throw htmlError(url);
    return { url: url.href, headers: singleHeaders(response), bytes };
  } finally {
    response.destroy();
  }
}

function checkResponse({ statusCode = 0, headers }: IncomingMessage, url: URL): void {
  const details = `The server answered with status ${statusCode}.`;
  if ([404, 410].includes(statusCode)) throw new FetchError('not_found', details, url);
  if ([401, 403, 407].includes(statusCode)) throw new FetchError('permission_denied', details, url);
  if (statusCode !== 200) throw new FetchError('download_error', details, url, statusCode === 429 || statusCode > 499);
  if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '')) throw htmlError(url);
}

/**
 * Returns the error of a page in place of a file: single-page applications serve their page with status 200 for every
 * URL that they do not know.
 */
function htmlError(url: URL): FetchError {
  return new FetchError('other', 'The server answered with an HTML page instead of the file.', url);
}

/**
 * Returns true if a file is an HTML page: neither scripts nor source maps begin with `<`. `\s` matches a byte order
 * mark, too.
 */
function isHtml(bytes: Buffer): boolean {
  return /^\s*<(?!!--)/.test(bytes.toString('utf8', 0, 1024));
}

function singleHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function toFetchError(error: unknown, url: URL): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof PrivateHostError) return new FetchError('invalid_host', error.message, url);
  const { message, code } = error as NodeJS.ErrnoException;
  const reason = (message || String(code)).replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 200);
  return new FetchError('download_error', `The file could not be downloaded: ${reason}`, url, true);
}

/** Time for which a project's requests to a failed host are refused. */
const BACKOFF_MS = 5 * 60 * 1000;
const MAX_FAILED_HOSTS = 10_000;

interface FailedHost {
  readonly retryAt: number;
  readonly error: FetchError;
}

/**
 * Refuses requests to hosts that failed a moment ago, with the reason of that failure. Only for the project whose
 * request failed, since nobody may keep other projects from a host, and only for the host that was requested: a
 * redirect can lead to any.
 * @param clock milliseconds since any moment; the time of day could be set back
 */
export function withHostBackoff(fetchFile: FetchFile, clock: () => number = () => performance.now()): FetchFile {
  const failedHosts = new LRUCache<string, FailedHost>(atMost(MAX_FAILED_HOSTS));
  return async (request, signal) => {
    const url = new URL(request.url);
    const key = `${request.projectId} ${url.host} ${request.verifiesCertificate}`;
    const failed = failedHosts.get(key);
    if (failed !== undefined && failed.retryAt > clock()) {
      const { reason, message } = failed.error;
      throw new FetchError(
        reason,
        `The host failed a moment ago and is not asked again for five minutes: ${message}`,
        url,
      );
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

/** A source map with its content. */
export interface FetchedSourceMap {
  readonly map: FetchedMap;
  readonly bytes: Uint8Array;
}

/** Fetches a minified file, and the source map that it refers to. @throws FetchError, or the reason of the signal */
export async function fetchSourceMap(
  fetchFile: FetchFile,
  request: FileRequest,
  signal: AbortSignal,
): Promise<FetchedSourceMap> {
  const file = await fetchFile(request, signal);
  const debugId = readEmbeddedDebugId('minified_source', file.bytes);
  const { url, bytes } = await followReference(file, fetchFile, request, signal);
  return { map: { url, sha1: sha1Of(bytes), size: bytes.length, debugId }, bytes };
}

async function followReference(
  file: FetchedFile,
  fetchFile: FetchFile,
  request: FileRequest,
  signal: AbortSignal,
): Promise<{ url: string; bytes: Uint8Array }> {
  const fileUrl = new URL(file.url);
  const reference = referenceInHeaders(file.headers) ?? referenceInText(decodeUtf8(file.bytes));
  if (reference === null) throw new FetchError('other', 'The fetched file has no reference to a source map.', fileUrl);
  if (isInline(reference)) {
    const bytes = decodeInline(reference);
    if (bytes === null) {
      throw new FetchError('other', 'The source map in the fetched file cannot be decoded.', fileUrl);
    }
    return { url: file.url, bytes };
  }
  const url = joinUrl(file.url, reference);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url) || hasCredentials(new URL(url))) {
    throw new FetchError(
      'invalid_host',
      'The fetched file refers to a source map that is not at an http or https URL.',
      fileUrl,
    );
  }
  const { href } = new URL(url);
  const { bytes } = await fetchFile({ ...request, url: href }, signal);
  return { url: href, bytes };
}

function hasCredentials({ username, password }: URL): boolean {
  return username + password !== '';
}
