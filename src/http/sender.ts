import type { Response } from 'express';
import type { Logger } from '../log';
import type { HtmlPage, OperationId, Reply } from '../operations/operation';
import { CORS_HEADERS, PREFLIGHT_HEADERS } from './cors';
import { takesDsn, type ContractOperation } from './document';
import type { Exchange } from './exchange';
import { presentFailure } from './failures';
import { isLeftUnread, linger } from './linger';
import { linkHeader } from './links';
import { chooseForm } from './htmlPage';
import type { Replies } from './replies';

/** Stored texts were checked when they were written; one reply in this many is checked again. */
const SAMPLE = 256;

const SECURITY_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

/** A reply whose body was typed by its handler; here only its kind counts. */
type AnyReply = { status: number; page?: Reply<OperationId>['page'] } & (
  { json: string } | { bytes: Uint8Array } | { html: HtmlPage } | { body?: unknown }
);
type PageReply = Extract<AnyReply, { html: HtmlPage }>;

/** What goes on the wire below the headers of every reply. */
interface Content {
  readonly type: string;
  readonly data: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SenderOptions {
  readonly log: Logger;
  readonly checksEveryReply: boolean;
  readonly publicUrl: () => string;
}

/** Checks replies against the contract and puts them on the wire. */
export class Sender {
  #stored = 0;

  constructor(
    readonly replies: Replies,
    readonly options: SenderOptions,
  ) {}

  preflight(response: Response): void {
    response.writeHead(204, PREFLIGHT_HEADERS).end();
  }

  reply(exchange: Exchange, reply: AnyReply): void {
    const operation = exchange.match?.operation;
    if (operation === undefined) throw new Error('a reply without an operation');
    const content = 'html' in reply ? this.#renderPage(exchange, operation, reply) : this.#render(operation, reply);
    const link = reply.page === undefined ? {} : { Link: this.#link(exchange, reply.page) };
    this.#send(exchange, reply.status, content, takesDsn(operation) ? { ...CORS_HEADERS, ...link } : link);
  }

  /** @param isIngest whether SDKs send to the path: what they are told, browsers may read */
  failure(exchange: Exchange, failure: unknown, isIngest: boolean): void {
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
  #declaredFailure(exchange: Exchange, failure: unknown, isIngest: boolean) {
    const operation = exchange.match?.operation;
    const url = exchange.path + (exchange.search === '' ? '' : `?${exchange.search}`);
    const asked = { url, requestId: exchange.id, isIngest };
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

  /** The policy of other replies forbids everything; a page has its own. */
  #renderPage({ request }: Exchange, operation: ContractOperation, { status, html }: PageReply): Content {
    this.replies.declared(operation, status, 'text/html');
    const { encoding, bytes } = chooseForm(html, request.get('accept-encoding'));
    const encoded = encoding === null ? {} : { 'Content-Encoding': encoding };
    const headers = { 'Content-Security-Policy': html.policy, Vary: 'Accept-Encoding', ...encoded };
    return { type: 'text/html; charset=utf-8', data: bytes, headers };
  }

  #render(operation: ContractOperation, reply: Exclude<AnyReply, PageReply>): Content | null {
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
    this.#stored = (this.#stored + 1) % SAMPLE;
    return this.#stored === 1;
  }

  #link({ path, search }: Exchange, page: NonNullable<Reply<OperationId>['page']>): string {
    return linkHeader(page, this.options.publicUrl() + path, search);
  }

  #send(
    { request, response }: Exchange,
    status: number,
    content: Content | null,
    headers: Readonly<Record<string, string>>,
  ): void {
    if (response.headersSent || response.destroyed) return;
    const data = content?.data ?? '';
    const described = content === null ? {} : { 'Content-Type': content.type, ...content.headers };
    const measured = status === 204 ? {} : { 'Content-Length': Buffer.byteLength(data) };
    const isLast = isLeftUnread(request);
    const closing = isLast ? { Connection: 'close' } : {};
    response.writeHead(status, { ...SECURITY_HEADERS, ...headers, ...described, ...measured, ...closing });
    if (isLast) linger(request, response, data);
    else response.end(data);
  }
}
