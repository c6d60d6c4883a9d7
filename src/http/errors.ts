import {
  BadRequest,
  Forbidden,
  InvalidFields,
  Moved,
  NotFound,
  RateLimited,
  ServiceError,
  TooLarge,
  Unauthenticated,
  Unavailable,
  UnsupportedMedia,
} from '../domain/errors';

/** The path is served, but not with this method. */
export class MethodNotAllowed extends ServiceError {
  constructor(
    method: string,
    /** Methods that are, comma-separated. */
    readonly allowed: string,
  ) {
    super(`Method "${method}" not allowed; use ${allowed}.`);
  }
}

/** How a failure reads on the wire. */
export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** What of the request a failure's presentation depends on. */
export interface ErrorContext {
  /** Path in its one served form and query, for the address a moved project answers at. */
  readonly url: string;
  readonly requestId: string;
  /** Whether an SDK asks: it authenticates in another way, and is told the causes of a bad body. */
  readonly isIngest: boolean;
}

/**
 * The one table from failures to statuses and bodies (decisions.md D12, D17). What is not a `Failure` is a fault of ours: its
 * cause stays in the log.
 */
export function errorReply(failure: unknown, { url, requestId, isIngest }: ErrorContext): ErrorReply {
  if (failure instanceof Moved) return movedReply(failure, url);
  if (failure instanceof InvalidFields) return reply(400, failure.fields);
  if (failure instanceof BadRequest) {
    return isIngest ? ingestErrorReply(failure) : reply(400, detail(failure));
  }
  if (failure instanceof Unauthenticated) {
    return reply(401, detail(failure), { 'WWW-Authenticate': isIngest ? 'Sentry' : 'Bearer' });
  }
  if (failure instanceof Forbidden) return reply(403, forbiddenBody(failure));
  if (failure instanceof NotFound) return reply(404, detail(failure));
  if (failure instanceof MethodNotAllowed) return reply(405, detail(failure), { Allow: failure.allowed });
  if (failure instanceof TooLarge) return reply(413, detail(failure));
  if (failure instanceof UnsupportedMedia) return reply(415, detail(failure));
  if (failure instanceof RateLimited) return rateLimitReply(failure);
  if (failure instanceof Unavailable) {
    return reply(503, detail(failure), { 'Retry-After': String(Math.ceil(failure.retryAfter)) });
  }
  return reply(500, { detail: `Internal error. The service's log has the cause under request ${requestId}.` });
}

function reply(status: number, body: object, headers: Record<string, string> = {}): ErrorReply {
  return { status, headers, body };
}

function detail({ message }: ServiceError): object {
  return { detail: message };
}

/** Header values are Latin-1 without control characters; other text would make node refuse the reply. */
function ingestErrorReply({ message, causes }: BadRequest): ErrorReply {
  const body = causes.length === 0 ? { detail: message } : { detail: message, causes };
  return reply(400, body, { 'X-Sentry-Error': message.replace(/[^\x20-\x7e]/g, '?') });
}

function rateLimitReply(failure: RateLimited): ErrorReply {
  const seconds = String(Math.ceil(failure.retryAfter));
  return reply(429, detail(failure), { 'Retry-After': seconds, 'X-Sentry-Rate-Limits': `${seconds}:${failure.limit}` });
}

function forbiddenBody({ message, requiredScopes }: Forbidden): object {
  return requiredScopes.length === 0 ? { detail: message } : { detail: message, requiredScopes };
}

/** The same relative address with the project's new slug, which is the part that follows the organization's. */
function movedReply({ newSlug, message }: Moved, url: string): ErrorReply {
  const location = url.replace(/^(\/api\/0\/projects\/[^/]+\/)[^/?]+/, `$1${newSlug}`);
  const extra = { url: location, slug: newSlug };
  return reply(302, { slug: newSlug, detail: { code: 'resource-moved', message, extra } }, { Location: location });
}
