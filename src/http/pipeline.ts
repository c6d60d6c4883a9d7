import { isIP } from 'node:net';
import type {
  AnyOperation,
  IngestServices,
  OperationContext,
  OperationId,
  OperationReply,
  Operations,
  PublicServices,
  Services,
  SignInServices,
} from '../api/operation';
import type { Caller, SessionCaller } from '../domain/access';
import { auditOf } from '../domain/audit';
import { BadRequest, Forbidden, InvalidFields, Unauthenticated } from '../domain/errors';
import { isObject } from '../domain/event';
import type { DsnClient } from '../ingest/authorizeDsn';
import type { Read, Write } from '../store/stores';
import {
  authenticateSession,
  authenticateToken,
  AuthenticationFailures,
  authorize,
  CredentialUses,
  keyFromAuthorization,
  keyFromQuery,
  keyFromSentryHeader,
  readSessionCookie,
  requireCsrfToken,
  requireSameOrigin,
  sentTimeFromSentryHeader,
  singlePublicKey,
} from './authentication';
import { type BodyWatch, hasBody, parseJsonBody, readBody } from './bodies';
import { acceptsDsn, type ContractOperation, type ErrorObject, isForSessionsOnly } from './contract';
import { describeErrors, mergeFieldErrors, surrogateErrors, withoutInvalidFields } from './fieldErrors';
import type { MemoryBudget } from './memoryBudget';
import { parseQuery } from './queryString';
import { type RequestContext, routeOf } from './requestContext';

export interface PipelineOptions {
  readonly operations: Operations;
  /** What the contexts of handlers contain, beside what belongs to the request. */
  readonly services: Services & IngestServices & PublicServices & SignInServices;
  readonly write: Write;
  /** Called before a large body is read. @throws Unavailable if the disk has too little space left to store it */
  readonly requireDiskSpace: (use: 'events' | 'uploads') => void;
  readonly publicUrl: () => string;
  readonly bodies: BodyReading;
  /** Seconds that a request may take once its body was read. */
  readonly requestTimeout: number;
  /** Returns `read` and `write` with a deadline, which is a time of `performance.now()`. */
  readonly withDeadline: (deadline: number) => { readonly read: Read; readonly write: Write };
  /** The error that decides about a value against the schema at a pointer into the contract. */
  readonly decidingError: (pointer: string, value: unknown) => ErrorObject | null;
  /** Replaces what a handler receives of a request. Tests record by it which declared inputs a handler reads. */
  readonly inspectInput?: InspectInput | undefined;
}

/** What reading the bodies of all requests has in common. */
interface BodyReading {
  readonly budget: MemoryBudget;
  readonly watch: BodyWatch;
}

/** @param part where the input is in the request */
export type InspectInput = <T extends object>(operationId: string, part: 'path' | 'query' | 'body', input: T) => T;

/** The steps of a request around the validation by its schemas, in the order in which they run. Each may throw the error that ends it. */
export interface Pipeline {
  /** Finds the caller whose token or session the request carries. @throws Unauthenticated, RateLimited or Forbidden */
  authenticate(context: RequestContext): Promise<Caller>;
  /** Finds the subject and reads body and query, once the request is authenticated or names the key of a DSN. */
  prepare(context: RequestContext): Promise<void>;
  /** @throws BadRequest, InvalidFields for errors of the schemas together with those that schemas cannot express */
  rejectInvalidFields(context: RequestContext, errors: readonly ErrorObject[]): Promise<void>;
  handle(context: RequestContext): Promise<OperationReply<OperationId>>;
}

/** For bodies up to this length all errors are returned. Larger ones are lists of commits and of chunks. */
const MAX_BYTES_FOR_ALL_ERRORS = 16 * 1024;

/** Creates the steps of every request (openapi/DECISIONS.md D18): token, scope, subject, body and query, handler. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const failures = new AuthenticationFailures();
  const uses = new CredentialUses(options.write);
  const inspect: InspectInput = options.inspectInput ?? ((_id, _part, input) => input);
  const services = { reading: options.services, writing: { ...options.services, write: options.write } };
  return {
    authenticate: (context) => (context.caller ??= authenticateCaller(options.services.read, uses, failures, context)),

    async prepare(context) {
      const { operation } = routeOf(context);
      if (options.operations[operation.operationId as OperationId].isSignIn === true)
        requireSameOrigin(context.request.headers, options.publicUrl());
      if (acceptsDsn(operation)) context.dsnClient = readDsnClient(context);
      context.operation = await findSubject(context, options, services, uses, inspect);
      if (operation.receivesBytes) options.requireDiskSpace(acceptsDsn(operation) ? 'events' : 'uploads');
      await readRequestBody(context, operation, options.bodies);
      validateLargeBody(context, operation, options);
      context.query = parseQuery(context.queryPairs, operation.queryParameters, rejectsUnknownParameters(operation));
    },

    rejectInvalidFields,

    async handle(requestContext) {
      const { operation, query, body, bytes, request, caller } = requestContext;
      if (operation === undefined) throw new Error('the request was not prepared');
      const { definition, context } = operation;
      context['query'] = inspect(definition.id, 'query', query);
      context['body'] = bytes ?? inspect(definition.id, 'body', body);
      context['contentType'] = request.headers['content-type'] ?? '';
      context['userAgent'] = request.headers['user-agent'] ?? '';
      if (caller !== undefined) context['holdReply'] = (held: number) => requestContext.holdReply(held);
      if (definition.access !== 'dsn' && definition.takesLong !== true) limitTime(context, options);
      return definition.handle(context);
    },
  };
}

/** Has all that a handler reads and writes end in time. Ingestion has its own limits: its writes are shared by many requests. */
function limitTime(context: OperationContext, { requestTimeout, withDeadline }: PipelineOptions): void {
  const { read, write } = withDeadline(performance.now() + requestTimeout * 1000);
  context['read'] = read;
  if (context['write'] !== undefined) context['write'] = write;
}

/** What the contexts of handlers contain. Only those of writing operations have `write`. */
interface OperationServices {
  readonly reading: PipelineOptions['services'];
  readonly writing: PipelineOptions['services'] & Pick<PipelineOptions, 'write'>;
}

/** SDKs add parameters of their own, and health checks have some against caches. */
function rejectsUnknownParameters(operation: ContractOperation): boolean {
  const { method, security, queryParameters } = operation;
  return !acceptsDsn(operation) && (security.length > 0 || method !== 'get' || queryParameters.length > 0);
}

/** Authenticates by the token, or by the session if the request has no header `Authorization`, and checks the scopes. */
async function authenticateCaller(
  read: Read,
  uses: CredentialUses,
  failures: AuthenticationFailures,
  context: RequestContext,
): Promise<Caller> {
  const { request, now } = context;
  const { operation } = routeOf(context);
  const { authorization, cookie } = request.headers;
  const secret = authorization === undefined ? readSessionCookie(cookie) : undefined;
  if (authorization !== undefined && isForSessionsOnly(operation))
    throw new Forbidden('This operation is about a session; send its cookie, and no header Authorization.');
  const authenticated =
    secret === undefined
      ? authenticateToken(read, uses, authorization, now)
      : authenticateSession(read, uses, secret, now);
  const caller = await authenticated.catch((error: unknown) => {
    if (error instanceof Unauthenticated) failures.record(parseIpAddress(request.ip) ?? undefined, now);
    throw error;
  });
  const accepted = operation.security.flatMap((requirement) => requirement['bearer'] ?? []);
  if (caller.session !== null && operation.method !== 'get')
    requireCsrfToken(caller, request.get('x-csrf-token'), accepted);
  authorize(caller, accepted);
  return caller;
}

/** Finds the session of a request that needs none. */
async function findSession(
  read: Read,
  uses: CredentialUses,
  { request, now }: RequestContext,
): Promise<SessionCaller | null> {
  const { authorization, cookie } = request.headers;
  const secret = authorization === undefined ? readSessionCookie(cookie) : undefined;
  if (secret === undefined) return null;
  return authenticateSession(read, uses, secret, now).catch((error: unknown) => {
    if (error instanceof Unauthenticated) return null;
    throw error;
  });
}

/**
 * The operation with its context, which has the subject that the path names. Each request has one context, to which the steps add
 * members: a copy of so many members takes microseconds (src/DECISIONS.md, "Copies of objects").
 */
async function findSubject(
  context: RequestContext,
  { operations, publicUrl }: PipelineOptions,
  services: OperationServices,
  uses: CredentialUses,
  inspect: InspectInput,
): Promise<NonNullable<RequestContext['operation']>> {
  const { operation, params } = routeOf(context);
  const definition: AnyOperation = operations[operation.operationId as OperationId];
  const operationContext: OperationContext = {};
  Object.assign(operationContext, operation.method === 'get' ? services.reading : services.writing);
  operationContext['params'] = inspect(definition.id, 'path', params);
  operationContext['now'] = context.now;
  operationContext['publicUrl'] = publicUrl();
  const caller = await context.caller;
  // Of a client with a DSN, the address is in `dsnClient`.
  const ipAddress = context.dsnClient === undefined ? parseIpAddress(context.request.ip) : context.dsnClient.ipAddress;
  operationContext['caller'] = caller;
  operationContext['ipAddress'] = ipAddress;
  if (caller !== undefined && operation.method !== 'get')
    operationContext['audit'] = auditOf(caller, ipAddress, context.now);
  operationContext['dsnClient'] = context.dsnClient;
  if (definition.access === 'public')
    operationContext['findSession'] = () => findSession(services.reading.read, uses, context);
  if (definition.subject !== undefined) Object.assign(operationContext, await definition.subject(operationContext));
  return { definition, context: operationContext };
}

/** @throws BadRequest or Unauthenticated if a key is malformed, or differs from another one of the request */
function readDsnClient({ request, queryPairs }: RequestContext): DsnClient {
  const { headers } = request;
  return {
    publicKey: singlePublicKey(
      keyFromQuery(queryPairs),
      keyFromSentryHeader(request.get('x-sentry-auth')),
      keyFromAuthorization(headers.authorization),
    ),
    ipAddress: parseIpAddress(request.ip),
    sentAt: sentTimeFromSentryHeader(request.get('x-sentry-auth')),
    origin: headers.origin ?? request.get('referer') ?? null,
  };
}

/** An IP address without its port; null for anything else that a proxy may have forwarded. */
function parseIpAddress(text: string | undefined): string | null {
  if (text === undefined || isIP(text) !== 0) return text ?? null;
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+)(?::\d+)?)$/.exec(text) ?? [];
  return [bracketed, plain].find((candidate) => candidate !== undefined && isIP(candidate) !== 0) ?? null;
}

async function readRequestBody(
  context: RequestContext,
  operation: ContractOperation,
  bodies: BodyReading,
): Promise<void> {
  const { maxBodyBytes, maxWireBytes, receivesBytes, trimmedFields } = operation;
  if (maxBodyBytes === undefined) return void rejectBodyOnDelete(context);
  const { request, response, operation: { definition, context: operationContext = {} } = {} } = context;
  const wireLimit = Math.min(maxBodyBytes, maxWireBytes ?? maxBodyBytes);
  const createFilter = definition?.filterBody?.bind(definition, operationContext);
  const { bytes, reservation } = await readBody(request, response, {
    ...{ limit: maxBodyBytes, wireLimit, createFilter, holder: context.memoryHolder },
    ...bodies,
  }).catch((error: unknown) => {
    definition?.refuseBody?.(operationContext, error);
    throw error;
  });
  context.reservation = reservation;
  if (receivesBytes) {
    context.bytes = bytes;
    return;
  }
  context.bodySize = bytes.length;
  context.body = parseJsonBody(bytes, request.get('content-type'));
  definition?.authorizeFields?.(operationContext, Object.keys(context.body));
  for (const path of trimmedFields) trimField(context.body, path);
}

function trimField(object: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (typeof value === 'string' && rest.length === 0) object[name] = value.trim();
  else if (isObject(value) && rest.length > 0) trimField(value, rest);
}

/**
 * Rejects a body on DELETE: ids placed there would be ignored, and the request would then match the first 1000 issues
 * (openapi/DECISIONS.md D5).
 */
function rejectBodyOnDelete({ method, request }: RequestContext): void {
  if (method === 'DELETE' && hasBody(request))
    throw new BadRequest('This operation takes no body; name what it needs in the path and the query.');
}

/**
 * Rejects a large body by its first error. A list of all its errors could be longer than anybody reads, and deeper than the
 * stack allows.
 */
function validateLargeBody(
  { body, bodySize }: RequestContext,
  { bodySchema }: ContractOperation,
  { decidingError }: PipelineOptions,
): void {
  if (bodySchema === undefined || bodySize === undefined || bodySize <= MAX_BYTES_FOR_ALL_ERRORS) return;
  const error = decidingError(bodySchema, body);
  if (error !== null)
    throw new InvalidFields(describeErrors([{ ...error, instancePath: `/requestBody${error.instancePath}` }]).fields);
}

/** Reports every error at once: those of the schemas, and those that the operation finds in the fields without one. */
async function rejectInvalidFields(context: RequestContext, errors: readonly ErrorObject[]): Promise<void> {
  const { operation, body, bytes } = context;
  // Bytes have no fields.
  if (errors.length === 0 && bytes !== undefined && operation?.definition.validate === undefined) return;
  const { query, fields } = describeErrors(errors);
  const [message] = query;
  if (message !== undefined) throw new BadRequest(message);
  const surrogates = surrogateErrors(body);
  const valid = withoutInvalidFields(body, errors, Object.keys(surrogates));
  const further = await operation?.definition.validate?.({ ...operation.context, body: valid });
  const all = mergeFieldErrors({ ...fields, ...surrogates }, further ?? {});
  if (Object.keys(all).length > 0) throw new InvalidFields(all);
}
