import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Response } from 'express';
import type { HtmlPage, OperationId, Reply } from '../api/operation';
import type { AdjacentPage } from '../domain/page';
import type { Logger } from '../log';
import { hasBody } from './bodies';
import { acceptsDsn, type ContractOperation, type ContractSchemas } from './contract';
import { errorReply } from './errors';
import { negotiateEncoding } from './htmlPage';
import type { RequestContext } from './requestContext';

/** On every answer of the operations that browsers send events to, failures included (reference/ingest.md §1.8). */
export const CORS_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
});

/** What a browser is told before it sends an event in a way that needs permission. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  ...CORS_HEADERS,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers':
    'x-sentry-auth, x-requested-with, x-forwarded-for, origin, referer, accept, content-type, authentication, authorization, content-encoding, transfer-encoding, sentry-trace, baggage',
  'Access-Control-Max-Age': '3600',
});

/**
 * The `Link` header of a list (decisions.md D16).
 * @param address absolute URL of the list without its query
 * @param search the request's query, as sent
 */
export function linkHeader(
  page: { previous: AdjacentPage; next: AdjacentPage },
  address: string,
  search: string,
): string {
  const others = new URLSearchParams(search);
  others.delete('cursor');
  const prefix = `${address}?${others.size === 0 ? '' : `${others.toString()}&`}cursor=`;
  const link = (rel: string, { cursor, exists }: AdjacentPage) =>
    `<${prefix}${encodeURIComponent(cursor)}>; rel="${rel}"; results="${exists}"; cursor="${cursor}"`;
  return `${link('previous', page.previous)}, ${link('next', page.next)}`;
}

/** Bodies up to this are read off after the answer, so that the connection can be used again. */
const KEEP_ALIVE_DRAIN_BYTES = 1024 * 1024;
/** What is read of others: many clients send all of the body before they look for an answer. */
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_TIMEOUT_MS = 5_000;

/** Whether so much of a refused request's body may still come that its connection has to end. */
export function mustCloseConnection(request: IncomingMessage): boolean {
  if (request.complete || !hasBody(request)) return false;
  const announced = Number(request.headers['content-length'] ?? Infinity);
  return announced > KEEP_ALIVE_DRAIN_BYTES || request.headers.expect !== undefined;
}

/**
 * Answers and closes the connection, but not at once: closed with bytes unread, it would be reset, and with it the answer on its
 * way to the client.
 */
export function drainAndClose(request: IncomingMessage, response: ServerResponse, data: string | Uint8Array): void {
  let left = MAX_DRAIN_BYTES;
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('end', end).off('close', end);
    response.end();
  };
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, DRAIN_TIMEOUT_MS).unref();
  response.flushHeaders();
  response.write(data);
  request.on('data', count).on('end', end).on('close', end).resume();
}

/** Stored texts were checked when they were written; one reply in this many is checked again. */
const CHECKED_SAMPLE = 256;

const SECURITY_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

/** A reply whose body was typed by its handler; here only its kind counts. */
type HandlerReply = { status: number; page?: Reply<OperationId>['page'] } & (
  { json: string } | { bytes: Uint8Array } | { html: HtmlPage } | { body?: unknown }
);
type HtmlReply = Extract<HandlerReply, { html: HtmlPage }>;

/** What goes on the wire below the headers of every reply. */
interface ResponseContent {
  readonly type: string;
  readonly data: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ResponseWriterOptions {
  readonly log: Logger;
  readonly checksEveryReply: boolean;
  readonly publicUrl: () => string;
}

/** Checks replies against the contract and puts them on the wire. */
export class ResponseWriter {
  #stored = 0;

  constructor(
    readonly replies: ContractSchemas,
    readonly options: ResponseWriterOptions,
  ) {}

  preflight(response: Response): void {
    response.writeHead(204, PREFLIGHT_HEADERS).end();
  }

  reply(exchange: RequestContext, reply: HandlerReply): void {
    const operation = exchange.match?.operation;
    if (operation === undefined) throw new Error('a reply without an operation');
    const content = 'html' in reply ? this.#renderPage(exchange, operation, reply) : this.#render(operation, reply);
    const link = reply.page === undefined ? {} : { Link: this.#link(exchange, reply.page) };
    this.#send(exchange, reply.status, content, acceptsDsn(operation) ? { ...CORS_HEADERS, ...link } : link);
  }

  /** @param isIngest whether SDKs send to the path: what they are told, browsers may read */
  failure(exchange: RequestContext, failure: unknown, isIngest: boolean): void {
    const presented = this.#declaredFailure(exchange, failure, isIngest);
    const cause = failure instanceof Error ? failure.cause : undefined;
    if (presented.status >= 500)
      this.options.log.error({ request: exchange.id, err: failure, cause }, 'request failed');
    const content = { type: 'application/json', data: JSON.stringify(presented.body) };
    this.#send(
      exchange,
      presented.status,
      content,
      isIngest ? { ...CORS_HEADERS, ...presented.headers } : presented.headers,
    );
  }

  /** A failure the operation does not declare is a fault of ours, whatever it says. */
  #declaredFailure(exchange: RequestContext, failure: unknown, isIngest: boolean) {
    const operation = exchange.match?.operation;
    const url = exchange.path + (exchange.search === '' ? '' : `?${exchange.search}`);
    const asked = { url, requestId: exchange.id, isIngest };
    const presented = errorReply(failure, asked);
    if (operation === undefined) return presented;
    try {
      const pointer = this.replies.declared(operation, presented.status, 'application/json');
      if (pointer !== null) this.replies.check(pointer, presented.body);
      return presented;
    } catch (fault) {
      this.options.log.error({ request: exchange.id, err: fault, cause: failure }, 'undeclared failure');
      return errorReply(fault, asked);
    }
  }

  /** The policy of other replies forbids everything; a page has its own. */
  #renderPage({ request }: RequestContext, operation: ContractOperation, { status, html }: HtmlReply): ResponseContent {
    this.replies.declared(operation, status, 'text/html');
    const { encoding, bytes } = negotiateEncoding(html, request.get('accept-encoding'));
    const encoded = encoding === null ? {} : { 'Content-Encoding': encoding };
    const headers = { 'Content-Security-Policy': html.policy, Vary: 'Accept-Encoding', ...encoded };
    return { type: 'text/html; charset=utf-8', data: bytes, headers };
  }

  #render(operation: ContractOperation, reply: Exclude<HandlerReply, HtmlReply>): ResponseContent | null {
    if ('bytes' in reply) {
      this.replies.declared(operation, reply.status, 'application/octet-stream');
      return { type: 'application/octet-stream', data: reply.bytes };
    }
    if ('json' in reply) {
      const pointer = this.replies.declared(operation, reply.status, 'application/json');
      if (pointer !== null && this.#isDue()) this.replies.check(pointer, JSON.parse(reply.json));
      return { type: 'application/json', data: reply.json };
    }
    const { body } = reply;
    const type = body === undefined ? null : typeof body === 'string' ? 'text/plain' : 'application/json';
    const pointer = this.replies.declared(operation, reply.status, type);
    if (type === null) return null;
    if (pointer !== null) this.replies.check(pointer, body);
    return typeof body === 'string'
      ? { type: 'text/plain; charset=utf-8', data: body }
      : { type: 'application/json', data: JSON.stringify(body) };
  }

  /** Whether a stored text is to be read and checked once more. */
  #isDue(): boolean {
    if (this.options.checksEveryReply) return true;
    this.#stored = (this.#stored + 1) % CHECKED_SAMPLE;
    return this.#stored === 1;
  }

  #link({ path, search }: RequestContext, page: NonNullable<Reply<OperationId>['page']>): string {
    return linkHeader(page, this.options.publicUrl() + path, search);
  }

  #send(
    { request, response }: RequestContext,
    status: number,
    content: ResponseContent | null,
    headers: Readonly<Record<string, string>>,
  ): void {
    if (response.headersSent || response.destroyed) return;
    const data = content?.data ?? '';
    const described = content === null ? {} : { 'Content-Type': content.type, ...content.headers };
    const measured = status === 204 ? {} : { 'Content-Length': Buffer.byteLength(data) };
    const isLast = mustCloseConnection(request);
    const closing = isLast ? { Connection: 'close' } : {};
    response.writeHead(status, { ...SECURITY_HEADERS, ...headers, ...described, ...measured, ...closing });
    if (isLast) drainAndClose(request, response, data);
    else response.end(data);
  }
}
