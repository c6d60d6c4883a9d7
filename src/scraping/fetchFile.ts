import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { createGuard, type Guard, PrivateHost, type Reach } from '../outbound/guard';
import { ACCEPTED_ENCODINGS, readAnswer } from './answer';
import { ScrapingError } from './failure';

const TIMEOUT_MS = 10_000;
/** As much as a minified file or a source map may have. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const PRIVATE =
  'The host is in a private network, from where files are fetched only if the service runs with SCRAPING_ALLOW_PRIVATE=on.';

/** A file to be fetched, on behalf of a project. */
export interface WantedFetch {
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
export type FetchFile = (wanted: WantedFetch, signal: AbortSignal) => Promise<FetchedFile>;

/** What a fetcher may be given in place of its own. */
export interface FetchLimits extends Reach {
  readonly timeout?: number;
  readonly maxBytes?: number;
}

/**
 * Makes requests that reach no private network: each address of each host is looked at, also where a redirect leads, and the
 * connection goes to one of those that were looked at. No connection is kept, no proxy asked, no cookie sent.
 */
export function createFetchFile({ timeout = TIMEOUT_MS, maxBytes = MAX_BYTES, ...reach }: FetchLimits): FetchFile {
  const guard = createGuard(reach, PRIVATE);
  return async (wanted, signal) => {
    const late = AbortSignal.timeout(timeout);
    const limit = AbortSignal.any([signal, late]);
    let url = new URL(wanted.url);
    try {
      for (let redirects = 0; ; redirects += 1) {
        const answer = await request(url, wanted, guard, limit);
        const target = redirectOf(answer, url);
        if (target === null) return await takeFile(answer, url, maxBytes);
        answer.destroy();
        if (redirects === MAX_REDIRECTS)
          throw new ScrapingError('other', `The server redirects more than ${MAX_REDIRECTS} times.`, url);
        url = target;
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw late.aborted
        ? new ScrapingError('timeout', `The server did not send the file within ${timeout / 1000} seconds.`, url, true)
        : explain(error, url);
    }
  };
}

function request(
  url: URL,
  { verifiesCertificate, headersFor }: WantedFetch,
  { check, lookup }: Guard,
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
  throw new ScrapingError(
    'invalid_host',
    'The server redirects to something that is no address of a file on the web.',
    url,
  );
}

async function takeFile(answer: IncomingMessage, url: URL, maxBytes: number): Promise<FetchedFile> {
  try {
    const fault = faultOf(answer, url);
    if (fault !== null) throw fault;
    const bytes = await readAnswer(answer, url, maxBytes);
    if (isPage(bytes)) throw htmlError(url);
    return { url: url.href, headers: plainHeaders(answer), bytes };
  } finally {
    answer.destroy();
  }
}

function faultOf({ statusCode = 0, headers }: IncomingMessage, url: URL): ScrapingError | null {
  const details = `The server answered with status ${statusCode}.`;
  if ([404, 410].includes(statusCode)) return new ScrapingError('not_found', details, url);
  if ([401, 403, 407].includes(statusCode)) return new ScrapingError('permission_denied', details, url);
  if (statusCode !== 200)
    return new ScrapingError('download_error', details, url, statusCode === 429 || statusCode > 499);
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '') ? htmlError(url) : null;
}

/** Applications of one page answer with that page whatever they are asked for, as if all were well. */
function htmlError(url: URL): ScrapingError {
  return new ScrapingError('other', 'The server answered with a page of HTML in place of the file.', url);
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
function explain(error: unknown, url: URL): ScrapingError {
  if (error instanceof ScrapingError) return error;
  if (error instanceof PrivateHost) return new ScrapingError('invalid_host', error.message, url);
  const { message, code } = error as NodeJS.ErrnoException;
  return new ScrapingError(
    'download_error',
    `The file could not be downloaded: ${(message || String(code)).replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 200)}`,
    url,
    true,
  );
}
