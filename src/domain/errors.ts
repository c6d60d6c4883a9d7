/** Field name → what is wrong with it, one sentence each (decisions.md D9). */
export type FieldErrors = Record<string, string[]>;

/** What a request can end as, beside success; `http/failures.ts` gives each its status. The message is sent to the caller. */
export abstract class ServiceError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** No, wrong, expired or revoked credentials. */
export class Unauthenticated extends ServiceError {}

/** Known caller, but not allowed; `requiredScopes` tells which scopes would do, where scopes are the reason. */
export class Forbidden extends ServiceError {
  constructor(
    message = 'You do not have permission to perform this action.',
    readonly requiredScopes: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Absent, or not visible to this caller, which reads the same (decisions.md D19). */
export class NotFound extends ServiceError {
  constructor(message = 'The requested resource does not exist') {
    super(message);
  }
}

/** The project answers under another slug now (decisions.md D12). */
export class Moved extends ServiceError {
  constructor(readonly newSlug: string) {
    super('Resource has been moved');
  }
}

/** A path, query or body that is wrong as a whole; `causes` are details for the developer. */
export class BadRequest extends ServiceError {
  constructor(
    message: string,
    readonly causes: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Body fields that are wrong, each with its sentences. */
export class InvalidFields extends ServiceError {
  constructor(readonly fields: FieldErrors) {
    super('Invalid fields: ' + Object.keys(fields).join(', '));
  }
}

/** A body, or a part of it, above its limit. */
export class TooLarge extends ServiceError {}

/** A media type or content encoding that is not understood. */
export class UnsupportedMedia extends ServiceError {}

/** The service cannot do it now, but may soon; `retryAfter` in seconds. */
export class Unavailable extends ServiceError {
  constructor(
    message: string,
    readonly retryAfter = 1,
  ) {
    super(message);
  }
}

/** More than is allowed; `retryAfter` in seconds, `limit` what it is that is limited, as clients are told (reference/ingest.md §1.7). */
export class RateLimited extends ServiceError {
  constructor(
    message: string,
    readonly retryAfter: number,
    readonly limit: string,
  ) {
    super(message);
  }
}

/** A value that must be unique is taken. Thrown by the store; operations turn it into a field's sentence. */
export class Conflict extends ServiceError {}
