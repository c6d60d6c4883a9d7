import http, { type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { OperationId } from '../api/contractTypes';
import type { Operations } from '../api/operation';
import { Unavailable } from '../domain/errors';
import { Connections, connectionServerOptions, createFetchHere } from './connections';
import { BodyWatch } from './bodyWatch';
import { type ContractOperation, createServedContract } from './contract';
import { ExpectationFailed, HeadTooLarge } from './errors';
import { createOperationBackend, type LoadedContract, type OperationBackend } from './openapiBackend';
import { MemoryBudget } from './memoryBudget';
import { createPipeline, type PipelineOptions } from './pipeline';
import { RequestContext } from './requestContext';
import { ResponseWriter, type ResponseWriterOptions, SECURITY_HEADERS } from './responseWriter';
import { Routes } from './routes';

/** Maximum length of the URL and the headers. Allows URLs of 64 KB (openapi/DECISIONS.md D5) besides the headers. */
const MAX_HEADER_BYTES = 96 * 1024;
/** Node.js reads heads up to this length. The reply to one that is too long for the service depends on its method. */
const MAX_PARSED_HEADER_BYTES = 128 * 1024;
const HEAD_TOO_LARGE = `The URL and headers are longer than ${MAX_HEADER_BYTES} bytes.`;

/**
 * Creates the HTTP server of an Express application. Express would replace the prototype of each request and response,
 * which makes Node's own code slow on them; these classes have the members of Express already (src/DECISIONS.md,
 * "Request and response classes").
 */
export function createNodeServer(app: Express, headTimeout?: number): http.Server {
  class IncomingMessage extends http.IncomingMessage {}
  class ServerResponse<T extends http.IncomingMessage> extends http.ServerResponse<T> {}
  copyMembers(IncomingMessage.prototype, app.request, http.IncomingMessage.prototype);
  copyMembers(ServerResponse.prototype, app.response, http.ServerResponse.prototype);
  Object.assign(app, { request: IncomingMessage.prototype, response: ServerResponse.prototype });
  const options = {
    IncomingMessage,
    ServerResponse,
    maxHeaderSize: MAX_PARSED_HEADER_BYTES,
    ...connectionServerOptions(headTimeout),
  };
  const server = http.createServer(options, app);
  // `100 Continue` is sent when the body is read; a request that is rejected before does not receive it.
  return server.on('clientError', rejectMalformedRequest).on('checkContinue', app).on('checkExpectation', app);
}

/** Copies the members along the prototype chain from `source` up to, not including, `end`. */
function copyMembers(target: object, source: object, end: object): void {
  for (
    let link: object | null = source;
    link !== null && link !== end;
    link = Object.getPrototypeOf(link) as object | null
  ) {
    for (const key of Reflect.ownKeys(link)) {
      const member = Object.getOwnPropertyDescriptor(link, key);
      if (key !== 'constructor' && member !== undefined && !Object.hasOwn(target, key))
        Object.defineProperty(target, key, member);
    }
  }
}

/** The error by which Node.js reports a request that it could not read. */
interface ParseError extends NodeJS.ErrnoException {
  /** The last bytes that arrived. */
  readonly rawPacket?: Buffer;
}

/** Replies to requests that are not valid HTTP, for which Node calls no handler. */
function rejectMalformedRequest(error: ParseError, socket: Duplex): void {
  // A connection on which nothing ever arrived, such as one that a browser opens in advance, is closed without a reply.
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket instanceof Socket && socket.bytesRead === 0;
  if (!socket.writable || error.code === 'ECONNRESET' || isUnused) {
    socket.destroy();
    return;
  }
  const [status, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', HEAD_TOO_LARGE]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time.']
        : ['400 Bad Request', 'The request is not valid HTTP.'];
  const body = mayBeHead(error, socket) ? '' : JSON.stringify({ detail });
  const type = body === '' ? '' : 'Content-Type: application/json\r\n';
  const headers = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\n${type}Content-Length: ${body.length}\r\n${headers.join('')}Connection: close\r\n\r\n${body}`,
  );
}

/**
 * Returns true if the method may be HEAD, whose reply has no body. The method is unknown if it arrived before the last
 * bytes.
 */
function mayBeHead({ rawPacket }: ParseError, socket: Duplex): boolean {
  const start = rawPacket?.toString('latin1', 0, 16) ?? '';
  if (/^[A-Z]+ /.test(start)) return start.startsWith('HEAD ');
  return rawPacket === undefined || (socket instanceof Socket && socket.bytesRead > rawPacket.length);
}

/** Limits of connections, requests and replies. Times are in seconds, memory in bytes. */
export interface ServerLimits {
  readonly maxConnections: number;
  readonly keepAliveTimeout: number;
  /** Time for which idle connections stay open longer than replies say; 10 if it is omitted. */
  readonly keepAliveBuffer?: number;
  /** Maximum time until the head of a request has arrived; 20 if it is omitted. */
  readonly headTimeout?: number;
  /** Maximum time without progress of the body of a request. */
  readonly bodyTimeout: number;
  /** Maximum time for a request once its body was read. */
  readonly requestTimeout: number;
  /** Maximum time for which a client may read nothing of its reply. */
  readonly writeTimeout: number;
  /** Memory for the bodies of all requests together. */
  readonly bodyMemory: number;
  /** Memory for all replies together. */
  readonly replyMemory: number;
}

export interface ServerOptions
  extends
    Omit<PipelineOptions, 'services' | 'decidingError' | 'bodies' | 'requestTimeout' | 'writer' | 'fetchHere'>,
    Pick<ResponseWriterOptions, 'errors' | 'onReply'> {
  readonly contract: LoadedContract;
  readonly services: Omit<PipelineOptions['services'], 'contract'>;
  readonly checksEveryReply: boolean;
  /** Addresses or networks, `loopback` or `uniquelocal`: the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly limits: ServerLimits;
  /** Called with the memory that requests share. */
  readonly watchBudget?: (name: string, budget: Pick<MemoryBudget, 'limit' | 'allocated'>) => void;
}

const NO_BODY_MEMORY = 'Too many large requests are being read at the moment; send this one again later.';
const NO_REPLY_MEMORY = 'Too many large replies are being sent at the moment; repeat the request later.';

/** Creates the HTTP server of the contract. It does not listen yet. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { whole, operations, schemas } = options.contract;
  for (const operation of operations) checkAccess(operation, options.operations);
  const routes = new Routes(operations);
  const services = { ...options.services, contract: createServedContract(whole) };
  const decidingError = (pointer: string, value: unknown) => schemas.decidingError(pointer, value);
  const { limits } = options;
  const bodyWatch = new BodyWatch(limits.bodyTimeout);
  const bodies = { budget: new MemoryBudget(limits.bodyMemory, NO_BODY_MEMORY), watch: bodyWatch };
  const replies = new MemoryBudget(limits.replyMemory, NO_REPLY_MEMORY);
  options.watchBudget?.('bodies', bodies.budget);
  options.watchBudget?.('replies', replies);
  const app = createApplication(options);
  const server = createNodeServer(app, limits.headTimeout);
  const isTrusted = app.get('trust proxy fn') as (address: string, hops: number) => boolean;
  const connections = new Connections(server, {
    ...limits,
    isTrustedProxy: (address) => isTrusted(address, 0),
  });
  const writer = new ResponseWriter(schemas, { ...options, ...limits, connections, bodyWatch });
  const fetchHere = createFetchHere(server);
  const pipeline = createPipeline({ ...options, ...limits, services, decidingError, bodies, writer, fetchHere });
  const backend = await createOperationBackend(options.contract, routes, pipeline);
  compileWhenIdle(operations, [(operation) => schemas.compile(operation), (operation) => backend.compile(operation)]);
  addHandlers(app, { routes, backend, writer, connections, replies });
  return server;
}

/** @throws Error if the handler is defined for other callers than the contract, such as for DSNs instead of tokens */
function checkAccess(operation: ContractOperation, handlers: Operations): void {
  const { id, access } = handlers[operation.operationId as OperationId];
  if (access !== operation.access)
    throw new Error(`${id} is defined for access "${access}"; the contract has "${operation.access}"`);
}

function createApplication({ trustedProxies }: ServerOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies);
  return app;
}

interface RequestHandling {
  readonly routes: Routes;
  readonly backend: OperationBackend;
  readonly writer: ResponseWriter;
  readonly connections: Connections;
  readonly replies: MemoryBudget;
}

function addHandlers(app: Express, { routes, backend, writer, connections, replies }: RequestHandling): void {
  app.use(async (request: Request, response: Response) => {
    const { socket } = request;
    const context = new RequestContext(request, response, replies);
    response.locals['context'] = context;
    try {
      if (!connections.beginRequest(socket)) throw new Unavailable('Too many connections are open; try again later.');
      checkHead(request);
      if (request.method === 'OPTIONS' && isIngestPath(routes, context)) return void writer.writePreflight(context);
      await backend.handle(context);
    } finally {
      context.reservation?.release();
      connections.endRequest(socket);
    }
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const context = response.locals['context'] as RequestContext;
    writer.writeError(context, error, isIngestPath(routes, context));
  });
}

/**
 * Rejects a head that is too long, and an expectation other than `100-continue` (RFC 9110, section 10.1.1). HTTP/1.0
 * has no expectations.
 * @throws HeadTooLarge, ExpectationFailed
 */
function checkHead({ url, rawHeaders, headers: { expect }, httpVersion }: Request): void {
  let bytes = url.length;
  for (const text of rawHeaders) bytes += text.length;
  if (bytes > MAX_HEADER_BYTES) throw new HeadTooLarge(HEAD_TOO_LARGE);
  if (expect !== undefined && httpVersion !== '1.0' && !/^100-continue$/i.test(expect))
    throw new ExpectationFailed(expect);
}

/**
 * Compiles the validators of the operations that SDKs call while the process is idle (src/DECISIONS.md, "Validators").
 */
function compileWhenIdle(
  operations: readonly ContractOperation[],
  compilers: readonly ((operation: ContractOperation) => void)[],
): void {
  const tasks = operations
    .filter(({ access }) => access === 'dsn')
    .flatMap((operation) => compilers.map((compile) => () => compile(operation)));
  const next = () => {
    tasks.shift()?.();
    if (tasks.length > 0) setImmediate(next).unref();
  };
  setImmediate(next).unref();
}

/** Returns true if SDKs send requests to the path, with any method, and even if its project id cannot be decoded. */
function isIngestPath(routes: Routes, { path, route }: RequestContext): boolean {
  const operations = route === undefined ? routes.operationsAt(path) : [route.operation];
  return operations.some(({ access }) => access === 'dsn');
}
