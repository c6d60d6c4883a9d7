import { isIP } from 'node:net';
import { BadRequest, InvalidFields } from '../domain/errors';
import { isObject } from '../domain/json';
import type { Caller } from '../domain/access';
import type { Accept } from '../operations/accept';
import type { Traffic } from '../operations/traffic';
import type { AlertMeans, HtmlPage, OperationId, Operations, Reply, Steps } from '../operations/operation';
import type { Read, Write } from '../store/stores';
import { authenticate, authorize } from './authenticate';
import { announcesBody, parseJsonBody, readBody } from './body';
import { BodyBudget } from './budget';
import type { Stages } from './contract';
import { takesDsn, type ContractOperation } from './document';
import { agreedKey, keyFromAuthorization, keyFromQuery, keyFromSentryHeader } from './dsn';
import type { Exchange } from './exchange';
import { explain, joinFields, soundPart, unstorableTexts } from './fieldErrors';
import { readQuery } from './query';
import type { ErrorObject } from './schemas';

/** What the stages are given to work with. */
export interface DoorParts {
  readonly operations: Operations;
  readonly read: Read;
  readonly write: Write;
  readonly accept: Accept;
  readonly traffic: Traffic;
  /** Refuses what would be stored of a large body while there is too little room for it. @throws Unavailable */
  readonly requireRoom: () => void;
  /** @throws Unavailable unless the database takes writes */
  readonly requireWritable: () => Promise<void>;
  /** The first fault of a value against the schema at a pointer into the contract. */
  readonly firstError: (pointer: string, value: unknown) => ErrorObject | null;
  /** The contract as text. */
  readonly contract: string;
  /** The documentation page; null if there is none. */
  readonly docs: HtmlPage | null;
  readonly publicUrl: () => string;
  readonly alerts: AlertMeans;
  readonly scrapes: boolean;
}

/** Any operation, once the contract's security has told what it is handed. */
type AnyOperation = (ask: object) => Promise<Steps<OperationId>>;

/** What the bodies of all requests may take together: twice the largest of them. */
const BODIES_BYTES = 256 * 1024 * 1024;

/** What is read, inflated, of an envelope that only its own first line can let in. */
const MAX_KEYLESS_BYTES = 4 * 1024 * 1024;

/** Bodies up to this are told all that is wrong with them; none that is right comes near it but lists of commits and chunks. */
const MAX_EXPLAINED_BYTES = 16 * 1024;

const DSN_SCHEMES = ['dsnQuery', 'dsnHeader', 'dsnAuthorization'] as const;

/** The steps of every request (decisions.md D18): token, scope, subject, body and query, then the operation itself. */
export function createStages(parts: DoorParts): Stages<Exchange, Reply<OperationId>> {
  const budget = new BodyBudget(BODIES_BYTES);
  return {
    schemes: {
      bearer: (exchange) => (exchange.caller ??= identify(parts.read, exchange)),
      dsnQuery: async ({ search }) => keyFromQuery(search) ?? undefined,
      dsnHeader: async ({ request }) => keyFromSentryHeader(request.get('x-sentry-auth')) ?? undefined,
      dsnAuthorization: async ({ request }) => keyFromAuthorization(request.get('authorization')) ?? undefined,
    },

    async prepare(exchange, found) {
      const { operation, params } = matchOf(exchange);
      if (takesDsn(operation)) exchange.sender = senderOf(exchange, found);
      const ask = {
        params,
        read: parts.read,
        write: parts.write,
        accept: parts.accept,
        traffic: parts.traffic,
        contract: parts.contract,
        docs: parts.docs,
        requireWritable: parts.requireWritable,
        now: exchange.now,
        publicUrl: parts.publicUrl(),
        alerts: parts.alerts,
        scrapes: parts.scrapes,
        caller: await exchange.caller,
        sender: exchange.sender,
      };
      const locate = parts.operations[operation.operationId as OperationId] as AnyOperation;
      exchange.steps = await locate(ask);
      if (operation.takesBytes) parts.requireRoom();
      await takeBody(exchange, operation, budget);
      checkLarge(exchange, operation, parts);
      exchange.query = readQuery(exchange.search, operation.queryParameters, 'bearer' in (operation.security[0] ?? {}));
    },

    check: refuse,

    async perform({ steps, query, body, bytes, request }) {
      if (steps === undefined) throw new Error('the request was not prepared');
      const contentType = request.get('content-type') ?? '';
      return steps.handle({ query, body: bytes ?? body, contentType } as Parameters<typeof steps.handle>[0]);
    },
  };
}

function matchOf({ match }: Exchange): NonNullable<Exchange['match']> {
  if (match === undefined) throw new Error('the request was not routed');
  return match;
}

async function identify(read: Read, exchange: Exchange): Promise<Caller> {
  const caller = await authenticate(read, exchange.request.get('authorization'), exchange.now);
  const { security } = matchOf(exchange).operation;
  authorize(
    caller,
    security.flatMap((requirement) => requirement['bearer'] ?? []),
  );
  return caller;
}

function senderOf(exchange: Exchange, found: Readonly<Record<string, unknown>>) {
  const keys = DSN_SCHEMES.map((scheme) => found[scheme]).map((key) => (typeof key === 'string' ? key : null));
  const { request } = exchange;
  return {
    publicKey: agreedKey(keys),
    ipAddress: readAddress(request.ip),
    origin: request.get('origin') ?? request.get('referer') ?? null,
  };
}

/** An IP address without its port; null for anything else that a proxy may have forwarded. */
function readAddress(text: string | undefined): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+)(?::\d+)?)$/.exec(text ?? '') ?? [];
  return [text, bracketed, plain].find((candidate) => candidate !== undefined && isIP(candidate) !== 0) ?? null;
}

async function takeBody(exchange: Exchange, operation: ContractOperation, budget: BodyBudget): Promise<void> {
  const { maxBodyBytes, maxWireBytes, takesBytes, trimmedFields } = operation;
  if (maxBodyBytes === undefined) return void refuseBody(exchange);
  const limit = exchange.sender?.publicKey === null ? Math.min(maxBodyBytes, MAX_KEYLESS_BYTES) : maxBodyBytes;
  const wireLimit = Math.min(limit, maxWireBytes ?? limit);
  const { bytes, share } = await readBody(exchange.request, exchange.response, { limit, wireLimit, budget });
  exchange.share = share;
  if (takesBytes) {
    exchange.bytes = bytes;
    return;
  }
  exchange.size = bytes.length;
  exchange.body = parseJsonBody(bytes, exchange.request.get('content-type'));
  exchange.steps?.permit?.(Object.keys(exchange.body));
  for (const path of trimmedFields) trim(exchange.body, path);
}

function trim(object: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (typeof value === 'string' && rest.length === 0) object[name] = value.trim();
  else if (isObject(value) && rest.length > 0) trim(value, rest);
}

/** What a removal is to remove stands in its query; a caller who puts it elsewhere must not be read as naming nothing (decisions.md D5). */
function refuseBody({ method, request }: Exchange): void {
  if (method === 'DELETE' && announcesBody(request))
    throw new BadRequest('This operation takes no body; name what it needs in the path and the query.');
}

/** All faults of a large body could be more than anybody reads, and more than a stack holds: of such a one the first is told. */
function checkLarge({ body, size }: Exchange, { bodySchema }: ContractOperation, { firstError }: DoorParts): void {
  if (bodySchema === undefined || size === undefined || size <= MAX_EXPLAINED_BYTES) return;
  const error = firstError(bodySchema, body);
  if (error !== null)
    throw new InvalidFields(explain([{ ...error, instancePath: `/requestBody${error.instancePath}` }]).fields);
}

/** Tells every fault at once: the contract's, and what the operation finds in the fields that the contract lets pass. */
async function refuse({ steps, body }: Exchange, errors: readonly ErrorObject[]): Promise<void> {
  const { query, fields } = explain(errors);
  const [sentence] = query;
  if (sentence !== undefined) throw new BadRequest(sentence);
  const unstorable = unstorableTexts(body);
  const sound = soundPart(body, errors, Object.keys(unstorable));
  const all = joinFields({ ...fields, ...unstorable }, (await steps?.refuse?.(sound)) ?? {});
  if (Object.keys(all).length > 0) throw new InvalidFields(all);
}
