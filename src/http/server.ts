import { randomUUID } from 'node:crypto';
import http, { type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from '../log';
import { acceptsDsn, type ContractOperation, type ContractSchemas, readOperations } from './contract';
import { createOpenApiBackend } from './openapiBackend';
import { createPipeline, type PipelineOptions } from './pipeline';
import type { RequestContext } from './requestContext';
import { ResponseWriter } from './responseWriter';
import { parseTarget, Routes } from './routes';

/** URLs up to 64 KB (decisions.md D5), with room for other headers. */
const MAX_HEADER_BYTES = 96 * 1024;

/**
 * Express changes the prototype of each request and response, which makes node's own code slow on them. Classes that carry
 * Express's members from the start need no change.
 */
export function createNodeServer(app: Express): http.Server {
  class IncomingMessage extends http.IncomingMessage {}
  class ServerResponse<T extends http.IncomingMessage> extends http.ServerResponse<T> {}
  copyMembers(IncomingMessage.prototype, app.request, http.IncomingMessage.prototype);
  copyMembers(ServerResponse.prototype, app.response, http.ServerResponse.prototype);
  Object.assign(app, { request: IncomingMessage.prototype, response: ServerResponse.prototype });
  const server = http.createServer({ IncomingMessage, ServerResponse, maxHeaderSize: MAX_HEADER_BYTES }, app);
  // Whoever waits for leave to send a body gets it when the body is read, or is refused without.
  return server.on('clientError', rejectMalformedRequest).on('checkContinue', app);
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

/** What cannot be read as HTTP reaches no handler; it gets a sentence all the same. */
function rejectMalformedRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', `The URL and headers are longer than ${MAX_HEADER_BYTES} bytes.`]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time.']
        : ['400 Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

export interface ServerOptions extends Omit<PipelineOptions, 'contract' | 'firstError'> {
  readonly document: object;
  readonly replies: ContractSchemas;
  readonly log: Logger;
  readonly checksEveryReply: boolean;
  /** Addresses or networks, `loopback` or `uniquelocal`: whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
}

/** The HTTP server of the contract, not listening yet. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const door = await createRequestHandler(options);
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', options.trustedProxies);
  app.use((request: Request, response: Response) => door(request, response));
  return createNodeServer(app);
}

type RequestHandler = (request: Request, response: Response) => Promise<void>;

async function createRequestHandler(options: ServerOptions): Promise<RequestHandler> {
  const { document, replies, log } = options;
  const operations = readOperations(document);
  const routes = new Routes(operations);
  const stages = createPipeline({
    ...options,
    firstError: (pointer, value) => replies.firstError(pointer, value),
    contract: JSON.stringify(document),
  });
  const { dispatch, warm } = await createOpenApiBackend(document, operations, routes, stages);
  compileWhenIdle(operations, [(operation) => replies.compile(operation), warm]);
  const sender = new ResponseWriter(replies, options);

  return async (request, response) => {
    const exchange = createRequestContext(request, response);
    if (request.method === 'OPTIONS' && isIngestPath(routes, exchange)) return void sender.preflight(response);
    try {
      sender.reply(exchange, await dispatch(exchange));
    } catch (failure) {
      sender.failure(exchange, failure, isIngestPath(routes, exchange));
    } finally {
      exchange.reservation?.release();
    }
    log.debug(
      { request: exchange.id, method: request.method, url: request.url, status: response.statusCode },
      'answered',
    );
  };
}

/** Events come in bursts, and the first should not wait for a compiler. To compile the whole contract would take 20 MiB for good. */
function compileWhenIdle(
  operations: readonly ContractOperation[],
  warmers: readonly ((operation: ContractOperation) => void)[],
): void {
  const tasks = operations.filter(acceptsDsn).flatMap((operation) => warmers.map((warm) => () => warm(operation)));
  const next = () => {
    tasks.shift()?.();
    if (tasks.length > 0) setImmediate(next).unref();
  };
  setImmediate(next).unref();
}

function createRequestContext(request: Request, response: Response): RequestContext {
  const { path, search } = parseTarget(request.url);
  return {
    id: randomUUID(),
    request,
    response,
    method: request.method,
    path,
    search,
    now: Date.now(),
    query: {},
    body: {},
  };
}

/** Whether the path is one that SDKs send to, whatever the method. */
function isIngestPath(routes: Routes, { path, match }: RequestContext): boolean {
  if (match !== undefined) return acceptsDsn(match.operation);
  try {
    return acceptsDsn(routes.match('POST', path).operation);
  } catch {
    return false;
  }
}
