import {
  BadRequest,
  Forbidden,
  InvalidFields,
  InvalidForm,
  Moved,
  NotFound,
  OAuthRefusal,
  RateLimited,
  ServiceError,
  TooLarge,
  TooLate,
  Unauthenticated,
  Unavailable,
  UnsupportedMedia,
} from '../domain/errors';

/** The path exists, but not with this method. */
export class MethodNotAllowed extends ServiceError {
  constructor(
    method: string,
    /** The methods of the path, separated by commas. */
    readonly allowed: string,
  ) {
    super(`Method "${method}" not allowed; use ${allowed}.`);
  }
}

/** The request has an expectation that the service does not support. */
export class ExpectationFailed extends ServiceError {
  constructor(expectation: string) {
    super(`Expectation "${expectation}" is not supported; send "100-continue" or no Expect header.`);
  }
}

/** The URL and the headers of the request are too long. */
export class HeadTooLarge extends ServiceError {}

/** The body of the request arrives too slowly. The connection is closed after the reply. */
export class BodyTimeout extends BadRequest {}

/** The response to an error. */
export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** The properties of a request that the response to an error depends on. */
export interface ErrorContext {
  /** The canonical path with the query string; the new address of a moved project is made from it. */
  readonly url: string;
  readonly requestId: string;
  /** True if an SDK sent the request: it authenticates in another way, and receives the causes of an invalid body. */
  readonly isIngest: boolean;
  /** The error code of invalid requests of OAuth; undefined for other requests. */
  readonly oauthError?: string | undefined;
  /** The value of `WWW-Authenticate`, if it is another one than for most operations. */
  readonly challenge?: string | undefined;
}

/**
 * Maps errors to statuses and bodies (openapi/DECISIONS.md D12, D17). Anything but a `ServiceError` is a defect of the
 * service: the response does not reveal its cause, which is in the log.
 */
export function errorReply(error: unknown, context: ErrorContext): ErrorReply {
  const { url, requestId, isIngest, oauthError, challenge = 'Bearer' } = context;
  if (error instanceof OAuthRefusal) return oauthReply(error.code, error.message);
  if (error instanceof Moved) return movedReply(error, url);
  if (error instanceof InvalidFields)
    return oauthError === undefined ? reply(400, error.fields) : oauthReply(oauthError, fieldsText(error));
  if (error instanceof InvalidForm) return reply(400, { errors: error.errors });
  if (error instanceof BodyTimeout) return reply(408, detail(error), { Connection: 'close' });
  if (error instanceof BadRequest) {
    if (oauthError !== undefined) return oauthReply(oauthError, error.message);
    return isIngest ? ingestErrorReply(error) : reply(400, detail(error));
  }
  if (error instanceof Unauthenticated) {
    return reply(401, detail(error), { 'WWW-Authenticate': isIngest ? 'Sentry' : challenge });
  }
  if (error instanceof Forbidden) return reply(403, forbiddenBody(error));
  if (error instanceof NotFound) return reply(404, detail(error));
  if (error instanceof MethodNotAllowed) return reply(405, detail(error), { Allow: error.allowed });
  if (error instanceof TooLate) return reply(409, detail(error));
  if (error instanceof TooLarge) return reply(413, detail(error));
  if (error instanceof UnsupportedMedia) return reply(415, detail(error));
  if (error instanceof ExpectationFailed) return reply(417, detail(error));
  if (error instanceof HeadTooLarge) return reply(431, detail(error));
  if (error instanceof RateLimited) return rateLimitReply(error);
  if (error instanceof Unavailable) {
    return reply(503, detail(error), { 'Retry-After': String(Math.ceil(error.retryAfter)) });
  }
  return reply(500, { detail: `Internal error. The service's log has the cause under request ${requestId}.` });
}

function reply(status: number, body: object, headers: Record<string, string> = {}): ErrorReply {
  return { status, headers, body };
}

/** The description is printable ASCII without quotes and backslashes (RFC 6749, section 5.2). */
function oauthReply(code: string, message: string): ErrorReply {
  const description = message.replaceAll('"', "'").replace(/[^ -~]|\\/g, '?');
  return reply(400, { error: code, error_description: description });
}

function fieldsText({ fields }: InvalidFields): string {
  return Object.entries(fields)
    .map(([name, messages]) => `${name}: ${messages.join(' ')}`)
    .join(' ');
}

function detail({ message }: ServiceError): object {
  return { detail: message };
}

/** Header values are Latin-1 without control characters: Node throws for other text. */
function ingestErrorReply({ message, causes }: BadRequest): ErrorReply {
  const body = causes.length === 0 ? { detail: message } : { detail: message, causes };
  return reply(400, body, { 'X-Sentry-Error': message.replace(/[^\x20-\x7e]/g, '?') });
}

function rateLimitReply(error: RateLimited): ErrorReply {
  const limits = error.limits === null ? {} : { 'X-Sentry-Rate-Limits': error.limits };
  return reply(429, detail(error), { 'Retry-After': String(Math.ceil(error.retryAfter)), ...limits });
}

function forbiddenBody({ message, requiredScopes }: Forbidden): object {
  return requiredScopes.length === 0 ? { detail: message } : { detail: message, requiredScopes };
}

/** Redirects to the same path with the new slug of the project, which follows the slug of the organization. */
function movedReply({ newSlug, message }: Moved, url: string): ErrorReply {
  const location = encodeTarget(url.replace(/^(\/api\/0\/projects\/[^/]+\/)[^/?]+/, `$1${newSlug}`));
  const extra = { url: location, slug: newSlug };
  return reply(302, { slug: newSlug, detail: { code: 'resource-moved', message, extra } }, { Location: location });
}

/**
 * Percent-encodes characters that the path and query of a URI may not contain (RFC 3986, sections 3.3 and 3.4): a `%`
 * without two digits, and characters such as `<`, `"` and bytes outside of ASCII. A query decodes to the same text
 * before and after.
 * @param target as Node.js has it: each byte is one character
 */
function encodeTarget(target: string): string {
  return target.replace(
    /%(?![0-9A-Fa-f]{2})|[^-A-Za-z0-9._~!$&'()*+,;=:@/?%]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
