import type { operations, webhooks } from '../../generated/api';
import type { ImageType } from '../domain/attachment';
import type { AdjacentPage } from '../domain/page';
import type { Json } from '../presenters/format';

/* Types of operations and their requests, as the contract declares them. */

/**
 * The id of an operation of the contract. The contract's webhooks are requests that the service sends: they have no
 * handler.
 */
export type OperationId = Exclude<keyof operations, keyof webhooks>;

/** An operation that only reads. A test requires that exactly these are GET operations in the contract. */
export type ReadOperationId = Extract<OperationId, `get${string}` | `list${string}`>;

/** The type of a member; undefined if there is none. */
type MemberOf<T, K extends PropertyKey> = T extends { [P in K]?: infer V } ? Exclude<V, undefined> : undefined;
type ContentOf<T> = MemberOf<T, 'content'>;

/** Path parameters, decoded. */
export type ParamsOf<Id extends OperationId> = MemberOf<operations[Id]['parameters'], 'path'>;

/** Query parameters, parsed to the types that the contract gives them. */
export type QueryOf<Id extends OperationId> = [MemberOf<operations[Id]['parameters'], 'query'>] extends [never]
  ? object
  : MemberOf<operations[Id]['parameters'], 'query'>;

type RequestContent<Id extends OperationId> = ContentOf<MemberOf<operations[Id], 'requestBody'>>;

/** The request body: bytes if the contract declares text or a form, otherwise the JSON value that it describes. */
export type BodyOf<Id extends OperationId> = [RequestContent<Id>] extends [never]
  ? undefined
  : RequestContent<Id> extends
        | { 'text/plain': unknown }
        | { 'multipart/form-data': unknown }
        | { 'application/x-www-form-urlencoded': unknown }
        | { 'application/reports+json': unknown }
        | { 'application/x-protobuf': unknown }
    ? Uint8Array
    : MemberOf<RequestContent<Id>, 'application/json'>;

/* The replies of operations. */

/** A JSON text and its entity tag. */
export interface TaggedJson {
  readonly text: string;
  readonly etag: string;
}

/** A compression of bodies, as the header `Content-Encoding` names it. */
export type ReplyEncoding = 'br' | 'gzip';

/** A page of HTML, ready to be sent. */
export interface HtmlPage {
  readonly plain: Buffer;
  readonly compressed: Readonly<Record<ReplyEncoding, Buffer>>;
  /** Its Content-Security-Policy. */
  readonly policy: string;
  /** Weak, because the compressed forms share it. */
  readonly etag: string;
}

/** A file that pages of the console or the documentation load, ready to be sent. Its name changes with its content. */
export interface StaticFile {
  readonly type: 'text/javascript' | 'text/css' | 'image/svg+xml';
  readonly plain: Buffer;
  readonly compressed: Readonly<Record<ReplyEncoding, Buffer>>;
}

/** The page of the console, and the files that it loads. */
export interface ConsoleFiles {
  readonly page: HtmlPage;
  /** The same page for people who are no members: it does not load the session in advance. */
  readonly confirmAddressPage: HtmlPage;
  readonly findFile: (name: string) => StaticFile | null;
}

/** The pages of the documentation, and the files that they load. */
export interface Docs {
  /** The page that it opens with. */
  readonly start: HtmlPage;
  /** Finds a page by the rest of its path, such as `guides/search`. */
  readonly findPage: (path: string) => HtmlPage | null;
  readonly findFile: (name: string) => StaticFile | null;
}

/** A file that is sent piece by piece as the client reads it. */
export interface FileContent {
  /** Length in bytes. */
  readonly size: number;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** The name under which browsers save it; absent for a file that browsers do not ask for. */
  readonly name?: string;
  /** The media type of an image that browsers show; null or absent for any other file. */
  readonly type?: ImageType | null;
}

type FileOf<Response> =
  ContentOf<Response> extends { 'application/octet-stream': unknown } ? { file: FileContent } : never;

/** The message in protobuf that answers a request in protobuf. */
type ProtobufOf<Response> =
  ContentOf<Response> extends { 'application/x-protobuf': unknown } ? { protobuf: Uint8Array } : never;

/** The text that some callers receive in place of JSON. */
type TextOf<Response> = ContentOf<Response> extends { 'text/plain': infer Text } ? { body: Text } : never;

type ReplyBody<Response> = [ContentOf<Response>] extends [never]
  ? { body?: never }
  : ContentOf<Response> extends { 'application/json': infer Body }
    ? { body: Body } | { json: Json<Body> } | FileOf<Response> | ProtobufOf<Response> | TextOf<Response>
    : ContentOf<Response> extends { 'text/plain': infer Text }
      ? { body: Text }
      : ContentOf<Response> extends { 'text/html': unknown }
        ? { html: HtmlPage }
        : ContentOf<Response> extends { 'text/javascript': unknown }
          ? { asset: StaticFile } | { script: string }
          : never;

type SuccessStatus = 200 | 201 | 202 | 204 | 208;

/** The cookie of a new session. */
export interface SessionCookie {
  readonly secret: string;
  readonly maxAgeSeconds: number;
}

type CookieOf<Response> = Response extends { headers: { 'Set-Cookie': unknown } }
  ? {
      /** Null makes the browser delete the cookie. */
      cookie: SessionCookie | null;
    }
  : unknown;

type TagOf<Response> = 'Content-Encoding' extends keyof MemberOf<Response, 'headers'> ? unknown : { etag: string };

type SuccessReplies<Responses> = {
  [Status in keyof Responses & SuccessStatus]: {
    status: Status;
    /** The adjacent pages of a list, for the `Link` header. */
    links?: { previous: AdjacentPage; next: AdjacentPage };
    /** Number of issues in a list, or of issues that a bulk operation found by a search, for the header `X-Hits`. */
    hits?: number | undefined;
    /** The header `X-Sentry-Rate-Limits`: categories of data that an SDK must not send for a while; null for none. */
    rateLimits?: string | null;
  } & ReplyBody<Responses[Status]> &
    CookieOf<Responses[Status]> &
    // A caller that already has the body receives 304. The entity tag of a compressed body is computed when it is sent.
    (304 extends keyof Responses ? TagOf<Responses[Status]> : unknown);
}[keyof Responses & SuccessStatus];

/** A successful reply: one of the statuses that the contract declares, with its body. Errors are thrown. */
export type OperationReply<Id extends OperationId> = Id extends OperationId
  ? SuccessReplies<operations[Id]['responses']>
  : never;
