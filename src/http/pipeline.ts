import { isIP } from 'node:net';
import type { AlertCapabilities, HtmlPage, OperationId, Operations, Reply, Steps } from '../api/operation';
import type { Caller } from '../domain/access';
import { BadRequest, InvalidFields } from '../domain/errors';
import { isObject } from '../domain/event';
import type { IngestService } from '../ingest/authorizeDsn';
import type { SourceMapCache } from '../sourcemaps/resolve/sourceMapCache';
import type { Read, Write } from '../store/stores';
import {
  authenticate,
  authorize,
  keyFromAuthorization,
  keyFromQuery,
  keyFromSentryHeader,
  singlePublicKey,
} from './authentication';
import { BodyBudget, hasBody, parseJsonBody, readBody } from './bodies';
import { acceptsDsn, type ContractOperation, type ErrorObject } from './contract';
import { describeErrors, mergeFieldErrors, unstorableTextErrors, withoutInvalidFields } from './fieldErrors';
import type { PipelineSteps } from './openapiBackend';
import { parseQuery } from './queryString';
import type { RequestContext } from './requestContext';

/** What the stages are given to work with. */
export interface PipelineOptions {
  readonly operations: Operations;
  readonly read: Read;
  readonly write: Write;
  readonly ingest: IngestService;
  readonly sourceMaps: SourceMapCache;
  /** Refuses what would be stored of a large body while there is too little room for it. @throws Unavailable */
  readonly requireDiskSpace: () => void;
  /** @throws Unavailable unless the database takes writes */
  readonly requireWritable: () => Promise<void>;
  /** The first fault of a value against the schema at a pointer into the contract. */
  readonly firstError: (pointer: string, value: unknown) => ErrorObject | null;
  /** The contract as text. */
  readonly contract: string;
  /** The documentation page; null if there is none. */
  readonly docs: HtmlPage | null;
  readonly publicUrl: () => string;
  readonly alerts: AlertCapabilities;
  readonly fetchesJavaScript: boolean;
}

/** Any operation, once the contract's security has told what it is handed. */
type AnyHandler = (ask: object) => Promise<Steps<OperationId>>;

/** What the bodies of all requests may take together: twice the largest of them. */
const BODY_MEMORY_BYTES = 256 * 1024 * 1024;

/** What is read, inflated, of an envelope that only its own first line can let in. */
const MAX_KEYLESS_BYTES = 4 * 1024 * 1024;

/** Bodies up to this are told all that is wrong with them; none that is right comes near it but lists of commits and chunks. */
const MAX_BYTES_FOR_ALL_ERRORS = 16 * 1024;

const DSN_SCHEMES = ['dsnQuery', 'dsnHeader', 'dsnAuthorization'] as const;

/** The steps of every request (decisions.md D18): token, scope, subject, body and query, then the operation itself. */
export function createPipeline(parts: PipelineOptions): PipelineSteps<RequestContext, Reply<OperationId>> {
  const budget = new BodyBudget(BODY_MEMORY_BYTES);
  return {
    schemes: {
      bearer: (exchange) => (exchange.caller ??= authenticateBearer(parts.read, exchange)),
      dsnQuery: async ({ search }) => keyFromQuery(search) ?? undefined,
      dsnHeader: async ({ request }) => keyFromSentryHeader(request.get('x-sentry-auth')) ?? undefined,
      dsnAuthorization: async ({ request }) => keyFromAuthorization(request.get('authorization')) ?? undefined,
    },

    async prepare(exchange, found) {
      const { operation, params } = requireMatch(exchange);
      if (acceptsDsn(operation)) exchange.dsnClient = dsnClientOf(exchange, found);
      const ask = {
        params,
        read: parts.read,
        write: parts.write,
        ingest: parts.ingest,
        sourceMaps: parts.sourceMaps,
        contract: parts.contract,
        docs: parts.docs,
        requireWritable: parts.requireWritable,
        now: exchange.now,
        publicUrl: parts.publicUrl(),
        alerts: parts.alerts,
        fetchesJavaScript: parts.fetchesJavaScript,
        caller: await exchange.caller,
        dsnClient: exchange.dsnClient,
      };
      const locate = parts.operations[operation.operationId as OperationId] as AnyHandler;
      exchange.steps = await locate(ask);
      if (operation.receivesBytes) parts.requireDiskSpace();
      await readRequestBody(exchange, operation, budget);
      validateLargeBody(exchange, operation, parts);
      exchange.query = parseQuery(
        exchange.search,
        operation.queryParameters,
        'bearer' in (operation.security[0] ?? {}),
      );
    },

    check: rejectInvalidFields,

    async perform({ steps, query, body, bytes, request }) {
      if (steps === undefined) throw new Error('the request was not prepared');
      const contentType = request.get('content-type') ?? '';
      return steps.handle({ query, body: bytes ?? body, contentType } as Parameters<typeof steps.handle>[0]);
    },
  };
}

function requireMatch({ match }: RequestContext): NonNullable<RequestContext['match']> {
  if (match === undefined) throw new Error('the request was not routed');
  return match;
}

async function authenticateBearer(read: Read, exchange: RequestContext): Promise<Caller> {
  const caller = await authenticate(read, exchange.request.get('authorization'), exchange.now);
  const { security } = requireMatch(exchange).operation;
  authorize(
    caller,
    security.flatMap((requirement) => requirement['bearer'] ?? []),
  );
  return caller;
}

function dsnClientOf(exchange: RequestContext, found: Readonly<Record<string, unknown>>) {
  const keys = DSN_SCHEMES.map((scheme) => found[scheme]).map((key) => (typeof key === 'string' ? key : null));
  const { request } = exchange;
  return {
    publicKey: singlePublicKey(keys),
    ipAddress: parseIpAddress(request.ip),
    origin: request.get('origin') ?? request.get('referer') ?? null,
  };
}

/** An IP address without its port; null for anything else that a proxy may have forwarded. */
function parseIpAddress(text: string | undefined): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+)(?::\d+)?)$/.exec(text ?? '') ?? [];
  return [text, bracketed, plain].find((candidate) => candidate !== undefined && isIP(candidate) !== 0) ?? null;
}

async function readRequestBody(
  exchange: RequestContext,
  operation: ContractOperation,
  budget: BodyBudget,
): Promise<void> {
  const { maxBodyBytes, maxWireBytes, receivesBytes: takesBytes, trimmedFields } = operation;
  if (maxBodyBytes === undefined) return void rejectBodyOnDelete(exchange);
  const limit = exchange.dsnClient?.publicKey === null ? Math.min(maxBodyBytes, MAX_KEYLESS_BYTES) : maxBodyBytes;
  const wireLimit = Math.min(limit, maxWireBytes ?? limit);
  const { bytes, reservation: share } = await readBody(exchange.request, exchange.response, {
    limit,
    wireLimit,
    budget,
  });
  exchange.reservation = share;
  if (takesBytes) {
    exchange.bytes = bytes;
    return;
  }
  exchange.size = bytes.length;
  exchange.body = parseJsonBody(bytes, exchange.request.get('content-type'));
  exchange.steps?.permit?.(Object.keys(exchange.body));
  for (const path of trimmedFields) trimField(exchange.body, path);
}

function trimField(object: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (typeof value === 'string' && rest.length === 0) object[name] = value.trim();
  else if (isObject(value) && rest.length > 0) trimField(value, rest);
}

/** What a removal is to remove stands in its query; a caller who puts it elsewhere must not be read as naming nothing (decisions.md D5). */
function rejectBodyOnDelete({ method, request }: RequestContext): void {
  if (method === 'DELETE' && hasBody(request))
    throw new BadRequest('This operation takes no body; name what it needs in the path and the query.');
}

/** All faults of a large body could be more than anybody reads, and more than a stack holds: of such a one the first is told. */
function validateLargeBody(
  { body, size }: RequestContext,
  { bodySchema }: ContractOperation,
  { firstError }: PipelineOptions,
): void {
  if (bodySchema === undefined || size === undefined || size <= MAX_BYTES_FOR_ALL_ERRORS) return;
  const error = firstError(bodySchema, body);
  if (error !== null)
    throw new InvalidFields(describeErrors([{ ...error, instancePath: `/requestBody${error.instancePath}` }]).fields);
}

/** Tells every fault at once: the contract's, and what the operation finds in the fields that the contract lets pass. */
async function rejectInvalidFields({ steps, body }: RequestContext, errors: readonly ErrorObject[]): Promise<void> {
  const { query, fields } = describeErrors(errors);
  const [sentence] = query;
  if (sentence !== undefined) throw new BadRequest(sentence);
  const unstorable = unstorableTextErrors(body);
  const sound = withoutInvalidFields(body, errors, Object.keys(unstorable));
  const all = mergeFieldErrors({ ...fields, ...unstorable }, (await steps?.refuse?.(sound)) ?? {});
  if (Object.keys(all).length > 0) throw new InvalidFields(all);
}
