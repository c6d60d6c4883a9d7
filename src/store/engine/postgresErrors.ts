import { Conflict, DatabaseBusy, Unavailable } from '../../domain/errors';
import { DAMAGED_DATABASE, REPAIR_SECONDS } from './sql';

const UNIQUE_VIOLATION = '23505';
const CONNECTION_FAILURE = '08006';
/** Serialization failure and deadlock: the transaction may succeed if it is repeated. */
const SERIALIZATION_FAILURES = ['40001', '40P01'];
const LOCK_TIMEOUT = '55P03';
/** Lock timeout, too many connections: the work did not begin, or waited in vain. */
const BUSY = [LOCK_TIMEOUT, '53300'];
/** The statement itself takes too long, and would again. */
const STATEMENT_TIMEOUT = '57014';
const DISK_FULL = '53100';
const MISSING_PRIVILEGE = '42501';
/** Pages or indexes that cannot be read. */
const DAMAGED = /^XX00[12]$/;
/** A standby, or a database that is set to read-only. */
const READ_ONLY = '25006';
/** An earlier statement of the transaction has failed. */
const IN_FAILED_TRANSACTION = '25P02';
/**
 * Lost or refused connections, exhausted resources, a server that starts or stops, a rejected login, a dropped
 * database.
 */
const UNUSABLE = /^(08...|53...|57P..|58...|28...|25P03|3D000)$/;
const UNREACHABLE = /^E(CONN[A-Z]+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOENT|ACCES)$/;
/** Messages of driver errors that have no code: the connection is lost, or none was available in time. */
const CONNECTION_LOST = /^(Connection terminated|Query read timeout|timeout e|Client (has encountered|was closed))/;

/** Messages of Citus that have the code of an internal error: what a machine has refused, and that it is gone. */
const INTERNAL = 'XX000';
const DUPLICATE = /^duplicate key value violates unique constraint/;
const MACHINE_LOST =
  /^(failure on connection|connection (to the remote node|not open)|could not (establish|send|receive|connect))/;

/** Returns PostgreSQL's SQLSTATE or the operating system's name of an error, or the empty text. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === INTERNAL && DUPLICATE.test(messageOf(error))) return UNIQUE_VIOLATION;
  if (code === INTERNAL && MACHINE_LOST.test(messageOf(error))) return CONNECTION_FAILURE;
  return typeof code === 'string' ? code : '';
}

function isConnectionError(error: unknown): boolean {
  return UNREACHABLE.test(codeOf(error)) || CONNECTION_LOST.test(messageOf(error));
}

/**
 * Returns true if the connection of a statement is lost, or its result did not arrive in time. The connection still
 * works if the severity is ERROR: then the coordinator of a cluster has lost its own connection to another machine.
 * @param error the store's error, like the parameters of the next functions: its cause is the driver's error
 */
export function isConnectionLost(error: unknown): boolean {
  const cause = (error as Error | null)?.cause as { severity?: unknown } | null | undefined;
  return isConnectionError(cause) || (/^(08|57P0)/.test(codeOf(cause)) && cause?.severity !== 'ERROR');
}

/** Returns true if the transaction may succeed if it is repeated. */
export function isSerializationFailure(error: unknown): boolean {
  return SERIALIZATION_FAILURES.includes(codeOf((error as Error | null)?.cause));
}

/** Returns true if the transaction inserted a key that already exists. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf((error as Error | null)?.cause) === UNIQUE_VIOLATION;
}

/** Returns true if the statement failed only because an earlier one of its transaction had failed. */
export function isAfterFailure(error: unknown): boolean {
  return codeOf((error as Error | null)?.cause) === IN_FAILED_TRANSACTION;
}

/** Returns true if the error comes from a server, or from the connection to it. */
export function isOfServer(error: unknown): boolean {
  const cause = (error as Error | null)?.cause;
  return isConnectionError(cause) || /^[0-9A-Z]{5}$/.test(codeOf(cause));
}

/** Returns true if no session can be opened at present: the server, or the way to it, is down or full. */
export function isUnreachable(error: unknown): boolean {
  const cause = (error as Error | null)?.cause;
  return isConnectionError(cause) || /^(08|53|57P)/.test(codeOf(cause));
}

/** Returns true if the transaction waited too long for a lock of another one. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf((error as Error | null)?.cause) === LOCK_TIMEOUT;
}

/** Returns true if the statement took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return codeOf((error as Error | null)?.cause) === STATEMENT_TIMEOUT;
}

/** Returns true if the user may not run the statement. */
export function isMissingPrivilege(error: unknown): boolean {
  return codeOf((error as Error | null)?.cause) === MISSING_PRIVILEGE;
}

/** Converts the driver's error to the store's, with the original as its cause. Returns other errors unchanged. */
export function translatePostgresError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === UNIQUE_VIOLATION) return withCause(new Conflict('The value is taken.'), error);
  if (SERIALIZATION_FAILURES.includes(code) || BUSY.includes(code)) return withCause(new DatabaseBusy(), error);
  if (code === STATEMENT_TIMEOUT) return withCause(new Unavailable('The database is busy.'), error);
  if (code === DISK_FULL)
    return withCause(new Unavailable("The disk of the database's server is full.", REPAIR_SECONDS), error);
  if (DAMAGED.test(code)) return withCause(new Unavailable(DAMAGED_DATABASE, REPAIR_SECONDS), error);
  if (code === READ_ONLY) return withCause(new Unavailable('The database can only be read now.'), error);
  if (UNUSABLE.test(code)) return withCause(new Unavailable('The database cannot be used now.'), error);
  if (isConnectionError(error)) return withCause(new Unavailable('The database cannot be reached.'), error);
  return /^[0-9A-Z]{5}$/.test(code)
    ? withCause(new Error(`The database rejected the statement: ${messageOf(error)}`), error)
    : error;
}

/** Host, database and user of a URL, without the password. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string | undefined;
  readonly user: string | undefined;
}

/**
 * Explains in one sentence why a database cannot be opened. Returns errors that do not come from the database
 * unchanged.
 */
export function explainPostgresOpenError(address: ServerAddress, error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = codeOf(cause);
  if (!/^[0-9A-Z]{5}$/.test(code) && !isConnectionError(cause) && !/SASL|SSL|certificate/.test(messageOf(cause)))
    return error;
  const server = `PostgreSQL on ${address.host}:${address.port}`;
  const message = `${openErrorText(server, address, code, messageOf(cause))}.`;
  return withCause(BUSY.includes(code) ? new DatabaseBusy(message) : new Error(message), cause);
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
  if (code === MISSING_PRIVILEGE)
    return `The user ${user} may not do what is needed in the database ${database} on ${host}:${port}: ${message}`;
  if (code === READ_ONLY)
    return `The database ${database} on ${host}:${port} can only be read, and its schema is to be changed`;
  if (code === '53300') return `${server} has no connection left: ${message}`;
  if (code === '57P03') return `${server} is not ready: ${message}`;
  if (code === LOCK_TIMEOUT) return `The database ${database} on ${host}:${port} is held by another process`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no host ${host} for the database ${database}`;
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return `No server listens on ${host}:${port} for the database ${database}`;
  if (isConnectionError({ code, message })) return `${server} does not answer`;
  return `The database ${database} on ${host}:${port} cannot be opened: ${message}`;
}

/** Returns the message of an error. Node's error for a host with several addresses has none, only a code. */
function messageOf(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: string; code?: unknown };
  return message || (typeof code === 'string' ? code : String(error));
}

function withCause<E extends Error>(error: E, cause: unknown): E {
  error.cause = cause;
  return error;
}
