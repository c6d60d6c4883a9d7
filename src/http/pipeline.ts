import { isIP } from 'node:net';
import type { OperationId, OperationReply } from '../api/contractTypes';
import type { AllServices, AnyOperation, OperationContext, Operations } from '../api/operation';
import type { Request } from 'express';
import type { Caller, SessionCaller } from '../domain/access';
import { auditOf } from '../domain/audit';
import { BadRequest, Forbidden, InvalidFields, Unauthenticated } from '../domain/errors';
import { isObject } from '../domain/event';
import type { DsnClient } from '../ingest/authorizeDsn';
import type { RequestReads } from '../store/engine/sql';
import type { Read, Readers, Write } from '../store/stores';
import {
  authenticateSession,
  authenticateToken,
  AuthenticationFailures,
  authorize,
  CredentialUses,
  hasDsnToken,
  keyFromAuthorization,
  keyFromQuery,
  keyFromSentryHeader,
  readSessionCookie,
  requireCsrfToken,
  requireSameOrigin,
  sentTimeFromSentryHeader,
  singlePublicKey,
} from './authentication';
import { parseJsonBody, readBody, readBodyStart } from './bodies';
import { type BodyWatch, hasBody } from './bodyWatch';
import type { ContractOperation, ErrorObject } from './contract';
import { describeErrors, mergeFieldErrors, surrogateErrors, withoutInvalidFields } from './errors';
import type { MemoryBudget } from './memoryBudget';
import type { OperationHandler } from './openapiBackend';
import { type FetchHere, isFromHere } from './connections';
import { parseQuery } from './queryString';
import { type RequestContext, routeOf } from './requestContext';
import type { ResponseWriter } from './responseWriter';

export interface PipelineOptions {
  readonly operations: Operations;
  /** The contents of the contexts of handlers, except for the parts that belong to the request. */
  readonly services: AllServices;
  readonly write: Write;
  /** Called before a large body is read. @throws Unavailable if the disk has too little space left to store it */
  readonly requireDiskSpace: (use: 'events' | 'uploads') => void;
  readonly publicUrl: () => string;
  readonly bodies: BodyReading;
  /** Seconds that a request may take once its body was read. */
  readonly requestTimeout: number;
  /** Returns the reads of a request that changes nothing. */
  readonly openReads: () => RequestReads<Readers>;
  /** Returns the error of a value against the schema at a pointer into the contract; null if the value matches. */
  readonly decidingError: (pointer: string, value: unknown) => ErrorObject | null;
  /** Sends requests of handlers to the service itself. */
  readonly fetchHere: FetchHere;
  /** Checks replies against the contract and writes them. */
  readonly writer: Pick<ResponseWriter, 'writeReply'>;
  /** Replaces the inputs that a handler receives. Tests use it to record which declared inputs a handler reads. */
  readonly inspectInput?: InspectInput | undefined;
}

/** State that the readers of all request bodies share. */
interface BodyReading {
  readonly budget: MemoryBudget;
  readonly watch: BodyWatch;
}

/** Returns the input that a handler receives. @param part the part of the request that has the input */
export type InspectInput = <T extends object>(operationId: string, part: 'path' | 'query' | 'body', input: T) => T;

/**
 * The operations of a session whose member must set a second factor up: those for it, and those that show members
 * nothing but what is theirs.
 */
const WITHOUT_FACTOR: ReadonlySet<string> = new Set<OperationId>([
  ...(['createSecondFactor', 'createRecoveryCodes', 'getCurrentSession', 'endSession'] as const),
  ...(['getCurrentMember', 'getService', 'listTokens'] as const),
]);

/** Maximum length of bodies whose errors are all returned. Larger bodies are lists of commits and of chunks. */
const MAX_BYTES_FOR_ALL_ERRORS = 16 * 1024;

/**
 * Creates the handler of every request of an operation. It takes the steps of openapi/DECISIONS.md D18, each of which
 * may throw the error that ends the request.
 */
export function createPipeline(options: PipelineOptions): OperationHandler {
  const { operations, services, write, writer, publicUrl } = options;
  const writingServices = { ...services, write };
  const failures = new AuthenticationFailures();
  const uses = new CredentialUses(write);
  const inspect: InspectInput = options.inspectInput ?? ((_id, _part, input) => input);

  return async (context, findErrors) => {
    const { request, now } = context;
    const { operation, params } = routeOf(context);
    const definition: AnyOperation = operations[operation.operationId as OperationId];
    const { id, access } = definition;

    // The caller: the token or session with its scopes, or the key of a DSN.
    if (definition.isSignIn === true) requireSameOrigin(request.headers, publicUrl());
    const isDsnClient = access === 'dsn' || (operation.acceptsDsn && hasDsnToken(request.headers.authorization));
    if (isDsnClient) context.dsnClient = readDsnClient(context);
    else if (access === 'token' || access === 'session')
      context.caller = await authenticateCaller(services.read, uses, failures, context);
    const { caller, dsnClient } = context;

    // The subject of the path.
    const isReading = operation.method === 'get';
    // For a client with a DSN, the address is in `dsnClient`.
    const ipAddress = dsnClient === undefined ? parseIpAddress(request.ip) : dsnClient.ipAddress;
    const handlerContext = Object.assign({}, isReading ? services : writingServices) as OperationContext;
    handlerContext.params = inspect(id, 'path', params);
    handlerContext.now = now;
    handlerContext.publicUrl = publicUrl();
    handlerContext.caller = caller;
    handlerContext.ipAddress = ipAddress;
    handlerContext.dsnClient = dsnClient;
    if (!isReading && caller !== undefined) handlerContext.audit = auditOf(caller, ipAddress, now, agentOf(request));
    if (access === 'public') handlerContext.findSession = () => findSession(services.read, uses, context);
    if (definition.subject !== undefined) {
      const foundSubject = await definition.subject(handlerContext);
      Object.assign(handlerContext, foundSubject, { foundSubject });
    }
    context.hasSubject = true;
    if (handlerContext.client !== undefined) context.projectOfKey = handlerContext.client.project.id;

    // The body and the query.
    if (operation.receivesBytes) options.requireDiskSpace(access === 'dsn' ? 'events' : 'uploads');
    const body = await readRequestBody(context, definition, handlerContext, options.bodies);
    if (body.size > MAX_BYTES_FOR_ALL_ERRORS) validateLargeBody(body.json, operation, options);
    const query = parseQuery(context.queryPairs, operation.queryParameters, operation.rejectsUnknownParameters);
    const errors = findErrors({ path: params, query, requestBody: body.json });
    await rejectInvalidFields(definition, handlerContext, body, errors);

    handlerContext.query = inspect(id, 'query', query);
    handlerContext.body = body.bytes ?? inspect(id, 'body', body.json);
    handlerContext.contentType = request.headers['content-type'] ?? '';
    handlerContext.userAgent = request.headers['user-agent'] ?? '';
    handlerContext.header = (name) => request.get(name) ?? '';
    if (caller !== undefined) {
      handlerContext.holdReply = (held) => context.holdReply(held);
      handlerContext.fetchHere = (sent) => options.fetchHere(sent, request);
    }
    const reads = isReading && caller !== undefined ? options.openReads() : undefined;
    if (access !== 'dsn' && definition.takesLong !== true) limitTime(handlerContext, reads, options);
    await writer.writeReply(context, await handle(definition, handlerContext, reads));
  };
}

/**
 * Gives all reads and writes of a handler a deadline. Ingestion has its own limits: its writes are shared by many
 * requests.
 */
function limitTime(
  context: OperationContext,
  reads: RequestReads<Readers> | undefined,
  { requestTimeout, services, write }: PipelineOptions,
): void {
  const deadline = performance.now() + requestTimeout * 1000;
  const { read } = reads ?? services;
  context.read = (work) => read(work, deadline);
  if (context.write !== undefined) context.write = (work, scope) => write(work, scope, deadline);
}

/**
 * Runs the handler. A standby may lack rows of a subject that was found on the primary: a handler that fails because of
 * them runs again, on the primary.
 */
async function handle(
  definition: AnyOperation,
  context: OperationContext,
  reads: RequestReads<Readers> | undefined,
): Promise<OperationReply<OperationId>> {
  try {
    return await definition.handle(context);
  } catch (error) {
    if (reads?.leaveStandby() !== true) throw error;
    return definition.handle(context);
  }
}

/**
 * Authenticates by the token, or by the session if the request has no header `Authorization`, and checks the scopes.
 */
async function authenticateCaller(
  read: Read,
  uses: CredentialUses,
  failures: AuthenticationFailures,
  context: RequestContext,
): Promise<Caller> {
  const { request, now } = context;
  const { operation } = routeOf(context);
  const { authorization } = request.headers;
  const secret = sessionSecretOf(request);
  if (authorization !== undefined && operation.access === 'session')
    throw new Forbidden('This operation is about a session; send its cookie, and no header Authorization.');
  const authenticated =
    secret === undefined
      ? authenticateToken(read, uses, authorization, now, operation.acceptsPrograms || isFromHere(request.socket))
      : authenticateSession(read, uses, secret, now);
  const caller = await authenticated.catch((error: unknown) => {
    if (error instanceof Unauthenticated) failures.record(parseIpAddress(request.ip) ?? undefined, now);
    throw error;
  });
  const { acceptedScopes } = operation;
  if (caller.session !== null && operation.method !== 'get')
    requireCsrfToken(caller, request.get('x-csrf-token'), acceptedScopes);
  if (caller.session !== null && caller.lacksSecondFactor && !WITHOUT_FACTOR.has(operation.operationId))
    throw new Forbidden(
      'Your organization requires a second factor; set it up on the page of your account, or with createSecondFactor and createRecoveryCodes.',
      acceptedScopes,
    );
  authorize(caller, acceptedScopes);
  return caller;
}

/** Returns the secret of a request's session; undefined if it has none, or authenticates by `Authorization`. */
function sessionSecretOf({ headers: { authorization, cookie } }: Request): string | undefined {
  return authorization === undefined ? readSessionCookie(cookie) : undefined;
}

/** Returns the name of the agent for which a server of tools sends the request; null for other requests. */
function agentOf({ headers: { 'user-agent': userAgent = '' } }: Request): string | null {
  return /^culprit-mcp \((.*)\)$/.exec(userAgent)?.[1] ?? null;
}

/** Finds the session of a request to a public operation; null if the request has none that is valid. */
async function findSession(
  read: Read,
  uses: CredentialUses,
  { request, now }: RequestContext,
): Promise<SessionCaller | null> {
  const secret = sessionSecretOf(request);
  if (secret === undefined) return null;
  return authenticateSession(read, uses, secret, now).catch((error: unknown) => {
    if (error instanceof Unauthenticated) return null;
    throw error;
  });
}

/**
 * Reads the client of a request with a DSN.
 * @throws BadRequest or Unauthenticated if a key is malformed, or differs from another one of the request
 */
function readDsnClient(context: RequestContext): DsnClient {
  const { request, queryPairs } = context;
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
    bodyBytes: Number(headers['content-length'] ?? 0),
    readBodyStart: () => (routeOf(context).operation.receivesBytes ? readBodyStart(request) : ''),
  };
}

/** Returns an IP address without its port; null for anything else that a proxy may have forwarded. */
function parseIpAddress(text: string | undefined): string | null {
  if (text === undefined || isIP(text) !== 0) return text ?? null;
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+)(?::\d+)?)$/.exec(text) ?? [];
  return [bracketed, plain].find((candidate) => candidate !== undefined && isIP(candidate) !== 0) ?? null;
}

/** The body of a request in the form that its operation needs. */
interface RequestBody {
  /** The body of an operation that receives bytes. */
  readonly bytes?: Buffer;
  /** The JSON body; empty if the operation has none or receives bytes. */
  readonly json: Record<string, unknown>;
  /** Length of the JSON body in bytes; 0 if there is none. */
  readonly size: number;
}

/** Reads the body of a request, and reserves memory for it until the request ends. */
async function readRequestBody(
  context: RequestContext,
  definition: AnyOperation,
  handlerContext: OperationContext,
  bodies: BodyReading,
): Promise<RequestBody> {
  const { request, response, method } = context;
  const { maxBodyBytes, maxWireBytes, receivesBytes, trimmedFields } = routeOf(context).operation;
  if (maxBodyBytes === undefined) {
    // Ids placed there would be ignored, and the request would then match the first 1000 issues (openapi/DECISIONS.md
    // D5).
    if (method === 'DELETE' && hasBody(request))
      throw new BadRequest('This operation accepts no body; send its parameters in the path and the query.');
    return { json: {}, size: 0 };
  }
  const wireLimit = Math.min(maxBodyBytes, maxWireBytes ?? maxBodyBytes);
  const createFilter = definition.filterBody?.bind(definition, handlerContext);
  const { bytes, reservation } = await readBody(request, response, {
    limit: maxBodyBytes,
    wireLimit,
    createFilter,
    holder: context.memoryHolder,
    ...bodies,
  }).catch((error: unknown) => {
    definition.refuseBody?.(handlerContext, error);
    throw error;
  });
  context.reservation = reservation;
  if (receivesBytes) return { bytes, json: {}, size: 0 };
  const json = parseJsonBody(bytes, request.get('content-type'));
  definition.authorizeFields?.(handlerContext, Object.keys(json));
  for (const path of trimmedFields) trimField(json, path);
  return { json, size: bytes.length };
}

function trimField(object: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (typeof value === 'string' && rest.length === 0) object[name] = value.trim();
  else if (isObject(value) && rest.length > 0) trimField(value, rest);
}

/**
 * Rejects a large body by its first error. A list of all its errors could be longer than anybody reads, and deeper than
 * the stack allows.
 */
function validateLargeBody(
  json: RequestBody['json'],
  { bodySchema }: ContractOperation,
  { decidingError }: PipelineOptions,
): void {
  if (bodySchema === undefined) return;
  const error = decidingError(bodySchema, json);
  if (error !== null)
    throw new InvalidFields(describeErrors([{ ...error, instancePath: `/requestBody${error.instancePath}` }]).fields);
}

/**
 * Reports every error at once: the errors of the schemas, and the errors that the operation finds in fields without a
 * schema.
 * @throws BadRequest, InvalidFields
 */
async function rejectInvalidFields(
  definition: AnyOperation,
  context: OperationContext,
  { json, size }: RequestBody,
  errors: readonly ErrorObject[],
): Promise<void> {
  // Without a JSON body, there are no fields.
  if (errors.length === 0 && size === 0 && definition.validate === undefined) return;
  const { query, fields } = describeErrors(errors);
  const [message] = query;
  if (message !== undefined) throw new BadRequest(message);
  const surrogates = surrogateErrors(json);
  const invalid = Object.keys(surrogates);
  const valid = errors.length + invalid.length === 0 ? json : withoutInvalidFields(json, errors, invalid);
  const further = await definition.validate?.({ ...context, body: valid });
  const all = mergeFieldErrors({ ...fields, ...surrogates }, further ?? {});
  if (Object.keys(all).length > 0) throw new InvalidFields(all);
}
