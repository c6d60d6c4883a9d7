import { Conflict, Unavailable } from '../domain/errors';

/** Unique violation. */
const UNIQUE_VIOLATION = '23505';
/** Serialization failure, deadlock: the same transaction may succeed at another moment. */
const SERIALIZATION_FAILURES = ['40001', '40P01'];
/** Lock and statement timeouts, too many connections. */
const BUSY = ['55P03', '57014', '53300'];
/** A standby, or a server that was told so. */
const READ_ONLY = '25006';
/** Connections lost or refused, resources at an end, a server that stops or starts, one that knows us no more. */
const UNUSABLE = /^(08...|53...|57P..|58...|28...|25P03|3D000)$/;
const UNREACHABLE = /^E(CONN[A-Z]+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOENT|ACCES)$/;
/** What the driver says, without a code, of a connection that is gone or was not to be had in time. */
const CONNECTION_LOST = /^(Connection terminated|Query read timeout|timeout e|Client (has encountered|was closed))/;

/** The name of an error: PostgreSQL's SQLSTATE or the operating system's; else the empty text. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

function isConnectionError(error: unknown): boolean {
  return UNREACHABLE.test(codeOf(error)) || CONNECTION_LOST.test(messageOf(error));
}

/** Whether the transaction may succeed if it is tried again. */
export function isSerializationFailure(error: unknown): boolean {
  return SERIALIZATION_FAILURES.includes(codeOf((error as Error | null)?.cause));
}

/** The store's error for one of the driver's, which it keeps as its cause; an error of another origin as it is. */
export function translatePostgresError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === UNIQUE_VIOLATION) return withCause(new Conflict('The value is taken.'), error);
  if (SERIALIZATION_FAILURES.includes(code) || BUSY.includes(code))
    return withCause(new Unavailable('The database is busy.'), error);
  if (code === READ_ONLY) return withCause(new Unavailable('The database can only be read now.'), error);
  if (UNUSABLE.test(code)) return withCause(new Unavailable('The database cannot be used now.'), error);
  if (isConnectionError(error)) return withCause(new Unavailable('The database cannot be reached.'), error);
  return /^[0-9A-Z]{5}$/.test(code) ? withCause(new Error(`The database refuses: ${messageOf(error)}`), error) : error;
}

/** Where a database is and who asks for it; never with the password. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string | undefined;
  readonly user: string | undefined;
}

/** One sentence for a database that cannot be opened; errors that are no fault of the database as they are. */
export function explainPostgresOpenError(place: ServerAddress, error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = codeOf(cause);
  if (!/^[0-9A-Z]{5}$/.test(code) && !isConnectionError(cause) && !/SASL|SSL|certificate/.test(messageOf(cause)))
    return error;
  const server = `PostgreSQL on ${place.host}:${place.port}`;
  return withCause(new Error(`${openErrorText(server, place, code, messageOf(cause))}.`), cause);
}

function openErrorText(
  server: string,
  { host, port, database, user }: ServerAddress,
  code: string,
  message: string,
): string {
  if (code === '28P01') return `${server} refuses the password of the user ${user}`;
  if (/password must be a/.test(message))
    return `${server} asks for the password of the user ${user}, and the database URL has none`;
  if (code === '28000') return `${server} does not let the user ${user} in: ${message}`;
  if (code === '3D000') return `${server} has no database ${database}; make it with createdb, or name another one`;
  if (code === '42501')
    return `The user ${user} may not do what is needed in the database ${database} on ${host}:${port}: ${message}`;
  if (code === READ_ONLY)
    return `The database ${database} on ${host}:${port} can only be read, and its schema is to be changed`;
  if (code === '53300') return `${server} has no connection left: ${message}`;
  if (code === '57P03') return `${server} is not ready: ${message}`;
  if (code === '55P03') return `The database ${database} on ${host}:${port} is held by another process`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no host ${host} for the database ${database}`;
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return `No server listens on ${host}:${port} for the database ${database}`;
  if (isConnectionError({ code, message })) return `${server} does not answer`;
  return `The database ${database} on ${host}:${port} cannot be opened: ${message}`;
}

/** Node tells of several addresses of one host at once, without a message for all. */
function messageOf(error: unknown): string {
  return (error as { message?: string } | null)?.message || codeOf(error) || String(error);
}

function withCause<E extends Error>(failure: E, cause: unknown): E {
  failure.cause = cause;
  return failure;
}
