import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type {
  FileContent,
  HtmlPage,
  OperationId,
  OperationReply,
  ReplyEncoding,
  SessionCookie,
  StaticFile,
} from '../api/contractTypes';
import { ServiceError } from '../domain/errors';
import { MAX_HITS } from '../domain/issueSearch';
import { challengeFor } from '../domain/oauth';
import { otlpFormOf } from '../domain/otlp';
import type { AdjacentPage } from '../domain/page';
import { SESSION_COOKIE } from '../domain/session';
import type { ErrorLog } from '../log';
import { type BodyWatch, drainAndClose, dropBody, hasBody, mustCloseConnection } from './bodyWatch';
import {
  compress,
  entityTag,
  isUnchanged,
  MIN_COMPRESSED_BYTES,
  negotiateEncoding,
  revalidationHeaders,
} from './replyForm';
import type { Connections } from './connections';
import type { ContractOperation, ContractSchemas } from './contract';
import { encodeOtlpStatus, type ErrorReply, errorReply, type OtlpStatus } from './errors';
import { type HandledRequest, type RequestContext, routeOf } from './requestContext';

type Headers = Readonly<Record<string, string>>;

/** Headers of every response of the operations that browsers send events to, errors included. */
const CORS_HEADERS: Headers = Object.freeze({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
});

/** Headers of the response to a preflight request of a browser. */
const PREFLIGHT_HEADERS: Headers = Object.freeze({
  ...CORS_HEADERS,
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers':
    'x-sentry-auth, x-requested-with, x-forwarded-for, origin, referer, accept, content-type, authentication, authorization, content-encoding, transfer-encoding, sentry-trace, baggage',
  'Access-Control-Max-Age': '3600',
});

/**
 * Creates the `Link` header of a list (openapi/DECISIONS.md D16).
 * @param address absolute URL of the list without its query string
 * @param search the query string of the request, as sent
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

/** Returns true if the client has closed its connection. */
function isGone(response: ServerResponse): boolean {
  return response.destroyed;
}

/** Minimum length of long texts. Node.js sends a shorter one together with the head, as one text. */
const LONG_TEXT = 16 * 1024;

/**
 * Number of replies made of stored text of which one is checked against the contract. The text was checked already when
 * it was stored.
 */
const CHECKED_SAMPLE = 256;

/** Headers of every reply. Some replies have other values of them. */
export const SECURITY_HEADERS: Headers = Object.freeze({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

/** Headers of bodies that never change (RFC 8246). */
const IMMUTABLE_HEADERS: Headers = Object.freeze({ 'Cache-Control': 'public, max-age=31536000, immutable' });

type PageLinks = NonNullable<OperationReply<OperationId>['links']>;

/** A reply without the type of its body, which the handler's own type has checked. */
type HandlerReply = {
  status: number;
  links?: PageLinks;
  hits?: number | undefined;
  rateLimits?: string | null;
  etag?: string;
  cookie?: SessionCookie | null;
} & (
  | { json: string }
  | { script: string }
  | { protobuf: Uint8Array }
  | { file: FileContent }
  | { html: HtmlPage }
  | { asset: StaticFile }
  | { body?: unknown }
);
type HtmlReply = Extract<HandlerReply, { html: HtmlPage }>;
type AssetReply = Extract<HandlerReply, { asset: StaticFile }>;
type ScriptReply = Extract<HandlerReply, { script: string }>;
type ProtobufReply = Extract<HandlerReply, { protobuf: Uint8Array }>;
type FileReply = Extract<HandlerReply, { file: FileContent }>;

/** The body of a response, with the headers that describe it. */
interface ResponseContent {
  readonly type: string;
  readonly data: string | Uint8Array;
  readonly headers?: Headers;
  /** True if the data is the same object in all replies, which then take no memory for it. */
  readonly isShared?: boolean;
}

/** Selects the form of a page or a file that the client accepts, with the headers that describe it. */
function formFor(request: Request, { plain, compressed }: HtmlPage | StaticFile): { data: Buffer; headers: Headers } {
  const encoding = negotiateEncoding(request);
  if (encoding === null) return { data: plain, headers: { Vary: 'Accept-Encoding' } };
  return { data: compressed[encoding], headers: { Vary: 'Accept-Encoding', 'Content-Encoding': encoding } };
}

/**
 * Returns the headers of a file that strangers named and wrote. Browsers save it; an image they show, but never as a
 * page of this origin.
 */
function namedFileHeaders({ name, type }: FileContent): Headers {
  if (name === undefined) return {};
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_').replace(/ +/g, ' ');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const extended = plain === name ? '' : `; filename*=UTF-8''${encoded}`;
  return {
    'Content-Disposition': `${type ? 'inline' : 'attachment'}; filename="${plain}"${extended}`,
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  };
}

const PROTOBUF = 'application/x-protobuf';

/** Returns true if errors of an operation have the form of OpenTelemetry. */
function isOtlp(operation: ContractOperation | undefined): boolean {
  return operation?.responses.get(500)?.has(PROTOBUF) === true;
}

/** Memory that the reply of a file holds: a piece of it, and the bytes that the socket has not sent yet. */
const FILE_REPLY_BYTES = 2 * 1024 * 1024;

export interface ResponseWriterOptions {
  readonly errors: Pick<ErrorLog, 'write'>;
  /** Called once the reply to a request is handed to its connection. */
  readonly onReply: (handled: HandledRequest) => void;
  /** True if all replies made of stored text are checked, not only a sample. */
  readonly checksEveryReply: boolean;
  readonly publicUrl: () => string;
  readonly connections: Connections;
  readonly bodyWatch: BodyWatch;
  /** Maximum number of seconds for which a client may read nothing of its reply. */
  readonly writeTimeout: number;
}

/** Checks replies against the contract and writes them to the response. */
export class ResponseWriter {
  #storedReplies = 0;
  /** Encoded texts by entity tag. Only the contract and the pages of the service have a tag. */
  readonly #encoded = new Map<string, Uint8Array>();

  constructor(
    readonly schemas: ContractSchemas,
    readonly options: ResponseWriterOptions,
  ) {}

  writePreflight(context: RequestContext): void {
    const { request, response } = context;
    const closes = this.options.connections.isLastReply(request.socket);
    response.writeHead(204, closes ? { ...PREFLIGHT_HEADERS, Connection: 'close' } : PREFLIGHT_HEADERS).end();
    this.#report(context, 204);
  }

  /**
   * Writes a reply. A reply that is longer than memory should hold is written piece by piece, as the client reads it.
   * @throws Unavailable if there is no memory left for it
   */
  writeReply(context: RequestContext, reply: HandlerReply): void | Promise<void> {
    const { operation } = routeOf(context);
    if ('file' in reply) return this.#writeFile(context, operation, reply);
    if ('asset' in reply) return this.#writeAsset(context, operation, reply);
    const content = this.#contentOf(context, operation, reply);
    if (reply.etag !== undefined) return this.#writeTagged(context, reply, content, reply.etag);
    const cors = operation.access === 'dsn' ? CORS_HEADERS : null;
    const list = this.#listHeaders(context, reply);
    const cookie = reply.cookie === undefined ? null : { 'Set-Cookie': this.#cookieHeader(reply.cookie) };
    if (operation.isConditional && content !== null)
      return this.#writeConditional(context, reply.status, content, list);
    const limits = reply.rateLimits ? { 'X-Sentry-Rate-Limits': reply.rateLimits } : null;
    const sent = this.#contentOrHeader(context, reply.status, content);
    this.#write(context, reply.status, sent, cors, list, cookie, limits);
  }

  /**
   * Moves the JSON of a reply into a header if the client accepts only a script, and the contract declares one beside
   * the JSON: as a body, the page would run it. The texts of these replies are ASCII, as a header must be.
   */
  #contentOrHeader(
    { request, route }: RequestContext,
    status: number,
    content: ResponseContent | null,
  ): ResponseContent | null {
    const types = route?.operation.responses.get(status);
    if (content === null || types === undefined || types.size < 2) return content;
    const isOffered = types.has('text/javascript') && content.type === 'application/json';
    if (!isOffered || !/\btext\/javascript\b/i.test(request.get('accept') ?? '')) return content;
    const headers = {
      'X-Sentry-Context': String(content.data),
      'Access-Control-Expose-Headers': `${CORS_HEADERS['Access-Control-Expose-Headers']}, x-sentry-context`,
    };
    return { type: 'text/javascript; charset=utf-8', data: '', headers };
  }

  #contentOf(
    context: RequestContext,
    operation: ContractOperation,
    reply: Exclude<HandlerReply, FileReply | AssetReply>,
  ): ResponseContent | null {
    if ('html' in reply) return this.#renderPage(context, operation, reply);
    if ('protobuf' in reply) {
      this.schemas.requireDeclared(operation, reply.status, PROTOBUF);
      return { type: PROTOBUF, data: reply.protobuf };
    }
    if (!('script' in reply)) return this.#render(operation, reply);
    const type = 'text/javascript';
    this.schemas.requireDeclared(operation, reply.status, type);
    return { type: `${type}; charset=utf-8`, data: reply.script };
  }

  #listHeaders({ path, search }: RequestContext, { links, hits }: HandlerReply): Headers | null {
    const total = hits === undefined ? null : { 'X-Hits': String(hits), 'X-Max-Hits': String(MAX_HITS) };
    return links === undefined ? total : { Link: linkHeader(links, this.options.publicUrl() + path, search), ...total };
  }

  /**
   * Writes a reply that holds no secrets: 304 if the client has it already; compressed, if it is long enough and the
   * client accepts that.
   */
  #writeConditional(
    context: RequestContext,
    status: number,
    content: ResponseContent,
    list: Headers | null,
  ): void | Promise<void> {
    const body = Buffer.from(content.data);
    // Weak, because the compressed forms share it.
    const etag = `W/${entityTag(Object.values(list ?? {}).join('\n'), body)}`;
    const headers = { ETag: etag, Vary: 'Accept-Encoding' };
    if (this.#isNotModified(context, etag)) return this.#write(context, 304, null, headers);
    const encoding = body.length < MIN_COMPRESSED_BYTES ? null : negotiateEncoding(context.request);
    if (encoding === null) return this.#write(context, status, content, headers, list);
    return this.#writeCompressed(context, status, { ...content, data: body }, encoding, { ...headers, ...list });
  }

  /** Returns true if the client has the body with this tag already. @throws Error unless 304 is declared */
  #isNotModified(context: RequestContext, etag: string): boolean {
    if (!isUnchanged(context.request.get('if-none-match'), etag)) return false;
    this.schemas.requireDeclared(routeOf(context).operation, 304, null);
    return true;
  }

  /** @throws Unavailable if there is no memory left for the content */
  async #writeCompressed(
    context: RequestContext,
    status: number,
    content: ResponseContent & { readonly data: Buffer },
    encoding: ReplyEncoding,
    headers: Headers,
  ): Promise<void> {
    if (content.data.length >= LONG_TEXT) context.holdReply(content.data.length);
    const data = await compress(content.data, encoding);
    this.#write(context, status, { ...content, data }, headers, { 'Content-Encoding': encoding });
  }

  /**
   * Writes a file. Its first piece is read before the head of the response is written, so that an error is a response.
   */
  async #writeFile(context: RequestContext, operation: ContractOperation, { status, file }: FileReply): Promise<void> {
    const type = file.type ?? 'application/octet-stream';
    this.schemas.requireDeclared(operation, status, type);
    const head = { type, data: '', headers: { 'Content-Length': String(file.size), ...namedFileHeaders(file) } };
    if (context.method === 'HEAD') {
      this.#write(context, status, head);
      return;
    }
    const pieces = file.pieces[Symbol.asyncIterator]();
    let next = await pieces.next();
    context.holdReply(FILE_REPLY_BYTES);
    const { request, response } = context;
    if (isGone(response)) return;
    response.writeHead(status, this.#headersOf(context, head));
    let left = file.size;
    try {
      for (; next.done !== true && !isGone(response); next = await pieces.next()) {
        left -= next.value.length;
        if (!response.write(next.value)) await this.#untilRead(request, response);
      }
      if (left !== 0 && !isGone(response)) throw new Error(`the file has ${left} bytes less than its size`);
      response.end();
      this.#limitWriting(request);
      this.#report(context, status);
    } catch (error) {
      // The status is sent already: the client notices the error because the body ends early.
      this.options.errors.write('sending a file failed', error, { request: context.id });
      response.destroy();
    }
  }

  /** Waits until the client has read the written data, or is gone. */
  #untilRead({ socket }: Request, response: Response): Promise<void> {
    this.#limitWriting({ socket });
    return new Promise((resolve) => {
      const settle = (): void => {
        response.off('drain', settle).off('close', settle);
        socket.off('close', settle);
        resolve();
      };
      response.on('drain', settle).on('close', settle);
      socket.on('close', settle);
    });
  }

  /** Closes the connection of a client that reads nothing. Node.js starts the time again whenever a part was sent. */
  #limitWriting({ socket }: Pick<Request, 'socket'>): void {
    if (socket.writableLength > 0) socket.setTimeout(this.options.writeTimeout * 1000);
  }

  /**
   * Writes a reply that clients may store, or 304 if the client has it already. The headers of a 304 replace the stored
   * ones, so it has the same security policy.
   */
  #writeTagged(context: RequestContext, { status }: HandlerReply, content: ResponseContent | null, etag: string): void {
    const headers = revalidationHeaders(etag);
    if (!this.#isNotModified(context, etag)) {
      const shared = content && { ...content, data: this.#encodeOnce(etag, content.data), isShared: true };
      return this.#write(context, status, shared, headers);
    }
    const { 'Content-Encoding': _, ...others } = content?.headers ?? {};
    this.#write(context, 304, null, { ...headers, ...others });
  }

  /** Encodes a text that has a tag once for all replies. */
  #encodeOnce(etag: string, data: string | Uint8Array): Uint8Array {
    if (typeof data !== 'string') return data;
    let encoded = this.#encoded.get(etag);
    if (encoded === undefined) this.#encoded.set(etag, (encoded = Buffer.from(data)));
    return encoded;
  }

  /**
   * Writes the response to an error.
   * @param isIngest true if SDKs send to the path: pages of other origins may then read the error
   */
  writeError(context: RequestContext, error: unknown, isIngest: boolean): void {
    const { status, headers, body } = this.#declaredError(context, error, isIngest);
    const cause = error instanceof Error ? error.cause : undefined;
    if (status >= 500) this.options.errors.write('request failed', error, { request: context.id, cause });
    context.reason = error instanceof ServiceError ? error.message : 'Internal error.';
    const json = { type: 'application/json', data: JSON.stringify(body) };
    const isProtobuf =
      isOtlp(context.route?.operation) && otlpFormOf(context.request.get('content-type') ?? '') === 'protobuf';
    const content = isProtobuf ? { type: PROTOBUF, data: encodeOtlpStatus(body as OtlpStatus) } : json;
    const sent = this.#contentOrHeader(context, status, content);
    this.#write(context, status, sent, isIngest ? { ...CORS_HEADERS, ...headers } : headers);
  }

  /** Replaces an error whose status the operation does not declare by 500: it is a defect of the service. */
  #declaredError(context: RequestContext, error: unknown, isIngest: boolean): ErrorReply {
    const { route, path, search, id } = context;
    const errorContext = {
      url: path + (search === '' ? '' : `?${search}`),
      ...{ requestId: id, isIngest, oauthError: route?.operation.oauthError, isOtlp: isOtlp(route?.operation) },
      challenge: route?.operation.acceptsPrograms === true ? this.#programChallenge(context) : undefined,
    };
    const reply = errorReply(error, errorContext);
    if (route === undefined) return reply;
    try {
      const pointer = this.schemas.schemaPointer(route.operation, reply.status, 'application/json');
      if (pointer !== null) this.schemas.check(pointer, reply.body);
      return reply;
    } catch (undeclared) {
      this.options.errors.write('undeclared error', undeclared, { request: id, cause: error });
      return errorReply(undeclared, errorContext);
    }
  }

  /** Returns the challenge that names where programs obtain a token, and with which scopes. */
  #programChallenge({ queryPairs }: RequestContext): string {
    const isWriting = queryPairs.some(([name, value]) => name === 'write' && value === 'true');
    return challengeFor(this.options.publicUrl(), isWriting);
  }

  /** Renders a page with a security policy of its own: the policy of other replies forbids everything. */
  #renderPage({ request }: RequestContext, operation: ContractOperation, { status, html }: HtmlReply): ResponseContent {
    this.schemas.requireDeclared(operation, status, 'text/html');
    const { data, headers } = formFor(request, html);
    const all = { 'Content-Security-Policy': html.policy, ...headers };
    return { type: 'text/html; charset=utf-8', data, headers: all, isShared: true };
  }

  /** Writes a file of the console. Browsers keep it for good: a file with other content has another name. */
  #writeAsset(context: RequestContext, operation: ContractOperation, { status, asset }: AssetReply): void {
    this.schemas.requireDeclared(operation, status, asset.type);
    const type = asset.type === 'image/svg+xml' ? asset.type : `${asset.type}; charset=utf-8`;
    this.#write(context, status, { type, ...formFor(context.request, asset), isShared: true }, IMMUTABLE_HEADERS);
  }

  /** Serializes the body of a reply, and checks it against the contract. Returns null if the reply has no body. */
  #render(
    operation: ContractOperation,
    reply: Exclude<HandlerReply, HtmlReply | FileReply | AssetReply | ScriptReply | ProtobufReply>,
  ): ResponseContent | null {
    if ('json' in reply) {
      const pointer = this.schemas.schemaPointer(operation, reply.status, 'application/json');
      if (pointer !== null && this.#isSampled()) this.schemas.check(pointer, JSON.parse(reply.json));
      return { type: 'application/json', data: reply.json };
    }
    const { body } = reply;
    const type = body === undefined ? null : typeof body === 'string' ? 'text/plain' : 'application/json';
    const pointer = this.schemas.schemaPointer(operation, reply.status, type);
    if (type === null) return null;
    if (pointer !== null) this.schemas.check(pointer, body);
    return typeof body === 'string'
      ? { type: 'text/plain; charset=utf-8', data: body }
      : { type: 'application/json', data: JSON.stringify(body) };
  }

  /** Returns true if this reply made of stored text must be checked. */
  #isSampled(): boolean {
    if (this.options.checksEveryReply) return true;
    this.#storedReplies = (this.#storedReplies + 1) % CHECKED_SAMPLE;
    return this.#storedReplies === 1;
  }

  /**
   * Composes the header that has the browser keep or delete the cookie of a session. Scripts of pages cannot read it.
   */
  #cookieHeader(cookie: SessionCookie | null): string {
    const { secret, maxAgeSeconds } = cookie ?? { secret: '', maxAgeSeconds: 0 };
    const secure = this.options.publicUrl().startsWith('https:') ? '; Secure' : '';
    return `${SESSION_COOKIE}=${secret}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
  }

  /** @throws Unavailable if there is no memory left for the content */
  #write(
    context: RequestContext,
    status: number,
    content: ResponseContent | null,
    ...headers: readonly (Headers | null)[]
  ): void {
    const { request, response } = context;
    if (response.headersSent || response.destroyed) return;
    let data = content?.data ?? '';
    if (data.length >= LONG_TEXT && context.method !== 'HEAD') {
      // As a string, it would be walked through twice: to count its bytes, and to encode it.
      if (typeof data === 'string') data = Buffer.from(data);
      if (content?.isShared !== true) context.holdReply(data.length);
    }
    const all = this.#headersOf(context, content, ...headers);
    if (status !== 204 && status !== 304) all['Content-Length'] ??= Buffer.byteLength(data);
    response.writeHead(status, all);
    const isUnread = !request.readableEnded && hasBody(request);
    if (isUnread && all['Connection'] === 'close') drainAndClose(request, response, data);
    else {
      response.end(data);
      if (isUnread) dropBody(request, this.options.bodyWatch);
    }
    this.#limitWriting(request);
    this.#report(context, status);
  }

  #report(context: RequestContext, status: number): void {
    const { reason, startedAt } = context;
    this.options.onReply({ context, status, milliseconds: performance.now() - startedAt, reason });
  }

  #headersOf(
    { request, route }: RequestContext,
    content: ResponseContent | null,
    ...headers: readonly (Headers | null)[]
  ): OutgoingHttpHeaders {
    const all: OutgoingHttpHeaders = {};
    Object.assign(all, SECURITY_HEADERS, ...headers);
    if (route !== undefined) Object.assign(all, route.operation.deprecationHeaders);
    if (content !== null) Object.assign(all, { 'Content-Type': content.type }, content.headers);
    if (mustCloseConnection(request) || this.options.connections.isLastReply(request.socket))
      all['Connection'] = 'close';
    return all;
  }
}
