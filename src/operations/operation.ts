import type { operations, webhooks } from '../../generated/api';
import type { Caller } from '../domain/access';
import type { FieldErrors } from '../domain/errors';
import type { Neighbour } from '../domain/page';
import type { Read, Write } from '../store/stores';
import type { Json } from '../views/json';
import type { Accept } from './accept';
import type { Traffic } from './traffic';

/** The name of an operation of the contract; those that the service asks of others are none. */
export type OperationId = Exclude<keyof operations, keyof webhooks>;

type Success = 200 | 201 | 202 | 204 | 208;
type Member<T, K extends PropertyKey> = T extends { [P in K]?: infer V } ? Exclude<V, undefined> : undefined;
type Content<T> = Member<T, 'content'>;

/** Path parameters, decoded. */
type ParamsOf<Id extends OperationId> = Member<operations[Id]['parameters'], 'path'>;

/** Query parameters, read as the types the contract gives them. */
type QueryOf<Id extends OperationId> =
  Member<operations[Id]['parameters'], 'query'> extends object ? Member<operations[Id]['parameters'], 'query'> : object;

type RequestContent<Id extends OperationId> = Content<Member<operations[Id], 'requestBody'>>;

/** The body: bytes where the contract takes raw bytes or a form, else the JSON value it describes. */
type BodyOf<Id extends OperationId> =
  RequestContent<Id> extends { 'application/octet-stream': unknown } | { 'multipart/form-data': unknown }
    ? Uint8Array
    : Member<RequestContent<Id>, 'application/json'>;

/** A page of HTML, ready to be sent. */
export interface HtmlPage {
  readonly plain: Buffer;
  /** Compressed forms by the names HTTP has for them, the best first. */
  readonly compressed: ReadonlyMap<string, Buffer>;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

type BytesOf<Answer> = Content<Answer> extends { 'application/octet-stream': unknown } ? { bytes: Uint8Array } : never;

type ReplyBody<Answer> = [Content<Answer>] extends [never]
  ? { body?: never }
  : Content<Answer> extends { 'application/json': infer Body }
    ? { body: Body } | { json: Json<Body> } | BytesOf<Answer>
    : Content<Answer> extends { 'text/plain': infer Text }
      ? { body: Text }
      : Content<Answer> extends { 'text/html': unknown }
        ? { html: HtmlPage }
        : never;

type Answers<Responses> = {
  [Status in keyof Responses & Success]: {
    status: Status;
    /** What the `Link` header tells of a list. */
    page?: { previous: Neighbour; next: Neighbour };
  } & ReplyBody<Responses[Status]>;
}[keyof Responses & Success];

/** A successful answer: one of the statuses the contract declares, with its body. Failures are thrown. */
export type Reply<Id extends OperationId> = Id extends OperationId ? Answers<operations[Id]['responses']> : never;

/** What every operation may know before the body is read. */
export interface Ask<Id extends OperationId> {
  readonly params: ParamsOf<Id>;
  readonly read: Read;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
  /** What the service can do for alerts. */
  readonly alerts: AlertMeans;
  /** Whether this service fetches files for which nothing is uploaded. */
  readonly scrapes: boolean;
}

/** What the environment of the service says of alerts. */
export interface AlertMeans {
  /** Whether there is a server for mails. */
  readonly tellsMembers: boolean;
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
export type Query<Id extends OperationId> = (ask: Ask<Id> & { readonly caller: Caller }) => Promise<Steps<Id>>;

/** Like a query, but may also write. */
export type Command<Id extends OperationId> = (
  ask: Ask<Id> & { readonly caller: Caller; readonly write: Write },
) => Promise<Steps<Id>>;

/** Who sends events: a key from the HTTP request, if it carried one, and where the request came from. */
export interface Sender {
  readonly publicKey: string | null;
  readonly ipAddress: string | null;
  /** What a browser says of the page: the header `Origin`, else `Referer`. */
  readonly origin: string | null;
}

/** Checks a value against a schema of the contract. @throws Error if it does not fit: a fault of ours. */
export type Conform = (schema: string, value: unknown) => void;

/** Takes events in. */
export type Intake<Id extends OperationId> = (
  ask: Ask<Id> & { readonly sender: Sender; readonly write: Write; readonly accept: Accept; readonly traffic: Traffic },
) => Promise<Steps<Id>>;

/** Answers anybody. */
export type Open<Id extends OperationId> = (
  ask: Ask<Id> & {
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
