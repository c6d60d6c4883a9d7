/** Error messages by the name of the invalid field (openapi/DECISIONS.md D9). */
export type FieldErrors = Record<string, string[]>;

/**
 * An error that is sent to the caller of an operation, with its message; `src/http/errors.ts` gives each kind its
 * status.
 */
export abstract class ServiceError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** The credentials are missing, wrong, expired or revoked. */
export class Unauthenticated extends ServiceError {
  constructor(message = 'Authentication credentials were not provided.') {
    super(message);
  }
}

/** The caller may not do this. If a scope is missing, `requiredScopes` lists the scopes of which any one suffices. */
export class Forbidden extends ServiceError {
  constructor(
    message = 'You do not have permission to perform this action.',
    readonly requiredScopes: readonly string[] = [],
  ) {
    super(message);
  }
}

/** The resource does not exist, or the caller may not know that it exists (openapi/DECISIONS.md D19). */
export class NotFound extends ServiceError {
  constructor(message = 'The requested resource does not exist') {
    super(message);
  }
}

/** The project has another slug now (openapi/DECISIONS.md D12). */
export class Moved extends ServiceError {
  constructor(readonly newSlug: string) {
    super('Resource has been moved');
  }
}

/** The path, the query or the body is invalid as a whole; `causes` has details for the developer. */
export class BadRequest extends ServiceError {
  constructor(
    message: string,
    readonly causes: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Some fields of the body are invalid. */
export class InvalidFields extends ServiceError {
  constructor(readonly fields: FieldErrors) {
    super('Invalid fields: ' + Object.keys(fields).join(', '));
  }
}

/** A request of OAuth is wrong. `code` is its error code (RFC 6749, section 5.2). */
export class OAuthRefusal extends ServiceError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Some fields of a form are invalid, which the form shows itself. */
export class InvalidForm extends ServiceError {
  constructor(readonly errors: FieldErrors) {
    super('Invalid fields: ' + Object.keys(errors).join(', '));
  }
}

/** The time in which the target of the request could be changed is over. */
export class TooLate extends ServiceError {}

/** The body or a part of it exceeds its limit. */
export class TooLarge extends ServiceError {}

/** The bytes of the body do not match its content encoding. */
export class InvalidCompression extends BadRequest {}

/** The media type or the content encoding is not supported. */
export class UnsupportedMedia extends ServiceError {}

/** The service cannot do this now. The caller may retry after `retryAfter` seconds. */
export class Unavailable extends ServiceError {
  constructor(
    message: string,
    readonly retryAfter = 1,
  ) {
    super(message);
  }
}

/**
 * Other requests hold the locks or the connections of the database that the work needs. The work was not begun or was
 * rolled back, so it can be repeated.
 */
export class DatabaseBusy extends Unavailable {
  constructor(message = 'The database is busy.') {
    super(message);
  }
}

/**
 * The database has not the schema that the program expects: it is being migrated, or a newer program has migrated it.
 * The log says so, and has no error for each refusal.
 */
export class WrongSchema extends Unavailable {}

/** The work needs a server of a cluster that does not answer. Other work of the same batch may not need it. */
export class ServerMissing extends Unavailable {
  constructor() {
    super(
      'A server of the database does not answer: its projects, lists of all projects and changes of settings have to wait until it is back.',
    );
  }
}

/**
 * A rate limit is exceeded for `retryAfter` more seconds. `limits` is the value of the header `X-Sentry-Rate-Limits`;
 * null if no SDK sent the request.
 */
export class RateLimited extends ServiceError {
  constructor(
    message: string,
    readonly retryAfter: number,
    readonly limits: string | null,
  ) {
    super(message);
  }
}

/** A value that must be unique is in use. Thrown by the store; operations turn it into the error of a field. */
export class Conflict extends ServiceError {}
