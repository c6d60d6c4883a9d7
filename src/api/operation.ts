import type { operations, webhooks } from '../../generated/api';
import type { Caller } from '../domain/access';
import type { FieldErrors } from '../domain/errors';
import { type AdjacentPage, decodeCursor, DEFAULT_PAGE_SIZE, type PageRequest } from '../domain/page';
import type { IngestRequest } from '../ingest/authorizeDsn';
import type { Json } from '../presenters/format';
import type { SourceMapCache } from '../sourcemaps/resolve/sourceMapCache';
import type { Read, Write } from '../store/stores';

/** The name of an operation of the contract; those that the service asks of others are none. */
export type OperationId = Exclude<keyof operations, keyof webhooks>;

type SuccessStatus = 200 | 201 | 202 | 204 | 208;
type MemberOf<T, K extends PropertyKey> = T extends { [P in K]?: infer V } ? Exclude<V, undefined> : undefined;
type ContentOf<T> = MemberOf<T, 'content'>;

/** Path parameters, decoded. */
type ParamsOf<Id extends OperationId> = MemberOf<operations[Id]['parameters'], 'path'>;

/** Query parameters, read as the types the contract gives them. */
type QueryOf<Id extends OperationId> =
  MemberOf<operations[Id]['parameters'], 'query'> extends object
    ? MemberOf<operations[Id]['parameters'], 'query'>
    : object;

type RequestContent<Id extends OperationId> = ContentOf<MemberOf<operations[Id], 'requestBody'>>;

/** The body: bytes where the contract takes raw bytes or a form, else the JSON value it describes. */
type BodyOf<Id extends OperationId> =
  RequestContent<Id> extends { 'application/octet-stream': unknown } | { 'multipart/form-data': unknown }
    ? Uint8Array
    : MemberOf<RequestContent<Id>, 'application/json'>;

/** A page of HTML, ready to be sent. */
export interface HtmlPage {
  readonly plain: Buffer;
  /** Compressed forms by the names HTTP has for them, the best first. */
  readonly compressed: ReadonlyMap<string, Buffer>;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

type BytesOf<Answer> =
  ContentOf<Answer> extends { 'application/octet-stream': unknown } ? { bytes: Uint8Array } : never;

type ReplyBody<Answer> = [ContentOf<Answer>] extends [never]
  ? { body?: never }
  : ContentOf<Answer> extends { 'application/json': infer Body }
    ? { body: Body } | { json: Json<Body> } | BytesOf<Answer>
    : ContentOf<Answer> extends { 'text/plain': infer Text }
      ? { body: Text }
      : ContentOf<Answer> extends { 'text/html': unknown }
        ? { html: HtmlPage }
        : never;

type SuccessReplies<Responses> = {
  [Status in keyof Responses & SuccessStatus]: {
    status: Status;
    /** What the `Link` header tells of a list. */
    page?: { previous: AdjacentPage; next: AdjacentPage };
  } & ReplyBody<Responses[Status]>;
}[keyof Responses & SuccessStatus];

/** A successful answer: one of the statuses the contract declares, with its body. Failures are thrown. */
export type Reply<Id extends OperationId> = Id extends OperationId
  ? SuccessReplies<operations[Id]['responses']>
  : never;

/** What every operation may know before the body is read. */
export interface OperationContext<Id extends OperationId> {
  readonly params: ParamsOf<Id>;
  readonly read: Read;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
  /** What the service can do for alerts. */
  readonly alerts: AlertCapabilities;
  /** Whether this service fetches files for which nothing is uploaded. */
  readonly fetchesJavaScript: boolean;
  readonly sourceMaps: SourceMapCache;
}

/** What the environment of the service says of alerts. */
export interface AlertCapabilities {
  /** Whether there is a server for mails. */
  readonly sendsMail: boolean;
  /** Whether webhooks may be in private networks. */
  readonly allowsPrivateWebhooks: boolean;
}

/** What remains to be done once the request's subject is found. */
export interface Steps<Id extends OperationId> {
  /** Refuses by the names of the body's fields alone, before their values are looked at. @throws Forbidden */
  permit?(fields: readonly string[]): void;
  /** Field errors that the contract cannot express; told together with those it can. */
  refuse?(body: Partial<Exclude<BodyOf<Id>, undefined>>): Promise<FieldErrors>;
  /** `contentType` is what the request's header says; of use where the body is bytes. */
  handle(input: { query: QueryOf<Id>; body: BodyOf<Id>; contentType: string }): Promise<Reply<Id>>;
}

/** Answers a caller and changes nothing: finds the subject first, so that a missing one is told before a bad body. */
export type Query<Id extends OperationId> = (
  ask: OperationContext<Id> & { readonly caller: Caller },
) => Promise<Steps<Id>>;

/** Like a query, but may also write. */
export type Command<Id extends OperationId> = (
  ask: OperationContext<Id> & { readonly caller: Caller; readonly write: Write },
) => Promise<Steps<Id>>;

/** Takes events in. */
export type Intake<Id extends OperationId> = (context: OperationContext<Id> & IngestRequest) => Promise<Steps<Id>>;

/** Answers anybody. */
export type Open<Id extends OperationId> = (
  ask: OperationContext<Id> & {
    /** The contract as text. */
    readonly contract: string;
    /** The documentation page; null if there is none. */
    readonly docs: HtmlPage | null;
    /** @throws Unavailable unless the database takes writes */
    readonly requireWritable: () => Promise<void>;
  },
) => Promise<Steps<Id>>;

/** A handler for each operation of the contract: a missing, surplus or mistyped one does not compile. */
export type Operations = {
  readonly [Id in OperationId]: Query<Id> | Command<Id> | Intake<Id> | Open<Id>;
};

/** Keys of lists by slug. */
export const SLUG_CURSOR = [/^[a-z0-9_-]+$/];

/**
 * The page a list's query asks for.
 * @param key one expression per part of the list's cursor
 * @throws BadRequest for a cursor of another form
 */
export function readPageRequest(
  query: { cursor?: string | undefined; per_page?: number | undefined },
  key: readonly RegExp[],
): PageRequest {
  return { cursor: decodeCursor(query.cursor, key), size: query.per_page ?? DEFAULT_PAGE_SIZE };
}
