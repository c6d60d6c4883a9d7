import { randomUUID } from 'node:crypto';
import http from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from '../log';
import type { OperationId, Reply } from '../operations/operation';
import { bindContract } from './contract';
import { CORS_HEADERS, PREFLIGHT_HEADERS } from './cors';
import { readOperations, type ContractOperation } from './document';
import type { Exchange } from './exchange';
import { presentFailure } from './failures';
import { linkHeader } from './links';
import { Replies } from './replies';
import { Routes } from './routes';
import { createStages, takesDsn, type DoorParts } from './stages';
import { readTarget } from './target';

/** URLs up to 64 KB (decisions.md D5), with room for other headers. */
const MAX_HEADER_BYTES = 96 * 1024;
/** Of the lists that are not checked whole, one in this many is. */
const SAMPLE = 256;

const SECURITY_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

export interface ServerOptions extends Omit<DoorParts, 'contract' | 'conform'> {
  readonly document: object;
  readonly log: Logger;
  readonly checksEveryReply: boolean;
}

/** The HTTP server of the contract, not listening yet. */
export async function createServer(options: ServerOptions): Promise<http.Server> {
  const door = await openDoor(options);
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', 'loopback');
  app.use((request: Request, response: Response) => door(request, response));
  return withOwnClasses(app);
}

/** A reply whose body was typed by its handler; here only its kind counts. */
type AnyReply = { status: number; page?: Reply<OperationId>['page'] } & ({ json: string } | { body?: unknown });

type Door = (request: Request, response: Response) => Promise<void>;

async function openDoor(options: ServerOptions): Promise<Door> {
  const { document, log } = options;
  const operations = readOperations(document);
  const routes = new Routes(operations);
  const replies = new Replies(document);
  replies.warm(operations);
  const conform: DoorParts['conform'] = (schema, value) => replies.check(`#/components/schemas/${schema}`, value);
  const stages = createStages({ ...options, conform, contract: JSON.stringify(document) });
  const dispatch = await bindContract(document, operations, routes, stages);
  const sender = new Sender(replies, options);

  return async (request, response) => {
    const exchange = openExchange(request, response);
    if (request.method === 'OPTIONS' && isPreflight(routes, exchange)) return sender.preflight(response);
    try {
      sender.reply(exchange, await dispatch(exchange));
    } catch (failure) {
      sender.failure(exchange, failure);
    }
    log.debug({ request: exchange.id, method: request.method, url: request.url, status: response.statusCode }, 'answered');
  };
}

function openExchange(request: Request, response: Response): Exchange {
  const { path, search } = readTarget(request.url);
  return { id: randomUUID(), request, response, method: request.method, path, search, now: Date.now(), query: {}, body: {} };
}

function isPreflight(routes: Routes, { path }: Exchange): boolean {
  try {
    return takesDsn(routes.match('POST', path).operation);
  } catch {
    return false;
  }
}

/** Checks replies against the contract and puts them on the wire. */
class Sender {
  #lists = 0;

  constructor(
    readonly replies: Replies,
    readonly options: Pick<ServerOptions, 'log' | 'checksEveryReply' | 'publicUrl'>,
  ) {}

  preflight(response: Response): void {
    response.writeHead(204, PREFLIGHT_HEADERS).end();
  }

  reply(exchange: Exchange, reply: Reply<OperationId>): void {
    const operation = exchange.match?.operation;
    if (operation === undefined) throw new Error('a reply without an operation');
    const text = this.#render(operation, reply);
    const link = reply.page === undefined ? {} : { Link: this.#link(exchange, reply.page) };
    this.#send(exchange, reply.status, text, link);
  }

  failure(exchange: Exchange, failure: unknown): void {
    const presented = this.#declaredFailure(exchange, failure);
    const cause = failure instanceof Error ? failure.cause : undefined;
    if (presented.status >= 500) this.options.log.error({ request: exchange.id, err: failure, cause }, 'request failed');
    const text = { type: 'application/json', text: JSON.stringify(presented.body) };
    this.#send(exchange, presented.status, text, presented.headers);
  }

  /** A failure the operation does not declare is a fault of ours, whatever it says. */
  #declaredFailure(exchange: Exchange, failure: unknown) {
    const operation = exchange.match?.operation;
    const asked = { url: exchange.request.url, requestId: exchange.id, isIngest: operation !== undefined && takesDsn(operation) };
    const presented = presentFailure(failure, asked);
    if (operation === undefined) return presented;
    try {
      const pointer = this.replies.declared(operation, presented.status, 'application/json');
      if (pointer !== null) this.replies.check(pointer, presented.body);
      return presented;
    } catch (fault) {
      this.options.log.error({ request: exchange.id, err: fault, cause: failure }, 'undeclared failure');
      return presentFailure(fault, asked);
    }
  }

  #render(operation: ContractOperation, reply: AnyReply): { type: string; text: string } | null {
    if ('json' in reply) {
      const pointer = this.replies.declared(operation, reply.status, 'application/json');
      if (pointer !== null && this.#isChecked(reply)) this.replies.check(pointer, JSON.parse(reply.json));
      return { type: 'application/json', text: reply.json };
    }
    const { body } = reply;
    const type = body === undefined ? null : typeof body === 'string' ? 'text/plain' : 'application/json';
    const pointer = this.replies.declared(operation, reply.status, type);
    if (type === null) return null;
    if (pointer !== null && this.#isChecked(reply)) this.replies.check(pointer, body);
    return typeof body === 'string'
      ? { type: 'text/plain; charset=utf-8', text: body }
      : { type: 'application/json', text: JSON.stringify(body) };
  }

  #isChecked(reply: AnyReply): boolean {
    if (this.options.checksEveryReply || reply.page === undefined) return true;
    this.#lists = (this.#lists + 1) % SAMPLE;
    return this.#lists === 1;
  }

  #link({ path, search }: Exchange, page: NonNullable<Reply<OperationId>['page']>): string {
    return linkHeader(page, this.options.publicUrl() + path, search);
  }

  #send(
    { match, response }: Exchange,
    status: number,
    content: { type: string; text: string } | null,
    headers: Readonly<Record<string, string>>,
  ): void {
    if (response.headersSent || response.destroyed) return;
    const cors = match !== undefined && takesDsn(match.operation) ? CORS_HEADERS : {};
    const text = content?.text ?? '';
    const described = content === null ? {} : { 'Content-Type': content.type };
    response.writeHead(status, {
      ...SECURITY_HEADERS,
      ...cors,
      ...headers,
      ...described,
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  }
}

/**
 * Express changes the prototype of each request and response, which makes node's own code slow on them. Classes that carry
 * Express's members from the start need no change.
 */
function withOwnClasses(app: Express): http.Server {
  class IncomingMessage extends http.IncomingMessage {}
  class ServerResponse<T extends http.IncomingMessage> extends http.ServerResponse<T> {}
  graft(IncomingMessage.prototype, app.request, http.IncomingMessage.prototype);
  graft(ServerResponse.prototype, app.response, http.ServerResponse.prototype);
  Object.assign(app, { request: IncomingMessage.prototype, response: ServerResponse.prototype });
  return http.createServer({ IncomingMessage, ServerResponse, maxHeaderSize: MAX_HEADER_BYTES }, app);
}

/** Copies the members along the prototype chain from `source` up to, not including, `end`. */
function graft(target: object, source: object, end: object): void {
  for (let link: object | null = source; link !== null && link !== end; link = Object.getPrototypeOf(link) as object | null) {
    for (const key of Reflect.ownKeys(link)) {
      const member = Object.getOwnPropertyDescriptor(link, key);
      if (key !== 'constructor' && member !== undefined && !Object.hasOwn(target, key)) Object.defineProperty(target, key, member);
    }
  }
}
