import type { operations, paths } from '../../generated/api';

/** The HTTP methods an operation can have. */
export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

/** Any operation of the contract. */
export type Operation = operations[keyof operations];

/** The paths that take a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, Operation> ? P : never;
}[keyof paths];

/** The operation behind a method and a path. */
export type OperationOf<M extends Method, P extends keyof paths> = Extract<paths[P][M], Operation>;

/** The paths of lists that come in pages: they take a `cursor` and give an array. */
export type PagedPath = {
  [P in PathWith<'get'>]: OperationOf<'get', P> extends PagedOperation ? P : never;
}[PathWith<'get'>];

interface PagedOperation {
  parameters: { query?: { cursor?: string } };
  responses: { 200: { content: { 'application/json': unknown[] } } };
}

/** One record of a list. */
export type RecordOf<P extends PagedPath> =
  OperationOf<'get', P> extends { responses: { 200: { content: { 'application/json': (infer Item)[] } } } }
    ? Item
    : never;

/** What a request carries: parameters and a body as the contract has them, and what `fetch` takes beside them. */
export type RequestOptions<O extends Operation> = ParamsOption<O> & BodyOption<O> & ExtraRequestOptions;

/** The arguments behind the path: none need be given where nothing is required. */
export type OptionalArgument<I> = object extends I ? [init?: I] : [init: I];

interface ExtraRequestOptions {
  /** Further headers. A name given here replaces the client's own header. */
  headers?: Record<string, string>;
  /** Ends the request early. */
  signal?: AbortSignal;
}

type ParamsOption<O extends Operation> =
  object extends DeclaredParams<O['parameters']>
    ? { params?: DeclaredParams<O['parameters']> }
    : { params: DeclaredParams<O['parameters']> };
type DeclaredParams<P> = {
  [K in keyof P as K extends 'path' | 'query' | 'header' ? (P[K] extends undefined ? never : K) : never]: P[K];
};

type BodyOption<O extends Operation> = O extends { requestBody: { content: infer C } }
  ? { body: BodyByMediaType<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: BodyByMediaType<C> }
    : { body?: never };

/** A body in any of its media types: JSON as a value, a form as `FormData`, all others as text or bytes. */
type BodyByMediaType<C> = {
  [Type in keyof C]: Type extends 'application/json'
    ? C[Type]
    : Type extends 'multipart/form-data'
      ? FormData
      : string | Uint8Array | Blob;
}[keyof C];

/**
 * What a call gives: `ok` tells success from failure, `status` tells the failures apart. No status makes a call throw.
 *
 * @example
 * const reply = await culprit.GET('/healthz');
 * if (reply.ok) console.log(reply.data.status);
 * else if (reply.status === 503) console.log('try again:', reply.error.detail);
 */
export type Reply<O extends Operation> = Success<O> | Failure<O>;

/** A 2xx answer with its body: JSON as a value, text as a string, other types as bytes. */
export type Success<O extends Operation> = {
  [S in StatusOf<O, '2'>]: {
    ok: true;
    status: S;
    data: ResponseData<O['responses'][S & keyof O['responses']]>;
    response: Response;
  };
}[StatusOf<O, '2'>];

/** A 4xx or 5xx answer as the contract declares it for the operation, or one that is not the service's. */
export type Failure<O extends Operation> = DeclaredFailure<O> | Unexpected;

/** An answer the contract does not know, as a proxy between may give; its real status is in `response.status`. */
export interface Unexpected {
  ok: false;
  status: 'unexpected';
  error: { detail: string };
  response: Response;
}

type DeclaredFailure<O extends Operation> = {
  [S in StatusOf<O, '4' | '5'>]: {
    ok: false;
    status: S;
    error: ResponseData<O['responses'][S & keyof O['responses']]>;
    response: Response;
  };
}[StatusOf<O, '4' | '5'>];

/** Redirects are not among them: they are followed. */
type StatusOf<O extends Operation, Class extends string> = {
  [S in keyof O['responses'] & number]: `${S}` extends `${Class}${string}` ? S : never;
}[keyof O['responses'] & number];

type ResponseData<Answer> = Answer extends { content: infer C }
  ? { [Type in keyof C]: DecodedBody<Type, C[Type]> }[keyof C]
  : undefined;
type DecodedBody<Type, Value> = Type extends 'application/json'
  ? Value
  : Type extends `text/${string}`
    ? Value & string
    : Uint8Array;

/** A reply of some operation, where it does not matter of which. */
export type UntypedReply = { ok: true; status: number; data: unknown; response: Response } | AnyFailure;

export interface AnyFailure {
  ok: false;
  status: number | 'unexpected';
  error: unknown;
  response: Response;
}

/** Reads a 2xx answer by its media type. */
export async function readSuccess(response: Response): Promise<UntypedReply> {
  try {
    return { ok: true, status: response.status, data: await readBody(response), response };
  } catch (fault) {
    if ((fault as Error).name === 'SyntaxError') return unexpected(response);
    throw fault;
  }
}

/** @param error the JSON of the body, or its text where it is none */
export function readFailure(response: Response, error: unknown): AnyFailure {
  if (typeof error !== 'object' || error === null) return unexpected(response);
  return { ok: false, status: response.status, error, response };
}

async function readBody(response: Response): Promise<unknown> {
  const [type = ''] = (response.headers.get('Content-Type') ?? '').toLowerCase().split(';', 1);
  if (type === 'application/json') return response.json();
  if (type.startsWith('text/')) return response.text();
  const bytes = new Uint8Array(await response.arrayBuffer());
  return type === '' && bytes.length === 0 ? undefined : bytes;
}

function unexpected(response: Response): Unexpected {
  const detail = `The answer ${response.status} is not one of the service's; something between may have given it.`;
  return { ok: false, status: 'unexpected', error: { detail }, response };
}

/** Thrown by `records`, which has no other way to tell of a page that failed. */
export class PageFailed extends Error {
  override readonly name = 'PageFailed';

  constructor(readonly reply: AnyFailure) {
    super(`A page of the list failed with ${reply.response.status}: ${JSON.stringify(reply.error)}`);
  }
}

export interface ClientOptions {
  /** Where the service is, such as `http://127.0.0.1:4000`. */
  baseUrl: string;
  /** An access token, for everything but sending events. */
  token?: string | undefined;
  /** The public key of a DSN, for sending events. */
  publicKey?: string | undefined;
  /** Another `fetch`, for tests or proxies. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Calls the operations of one method by their path. Rejects only if no answer arrives at all, as `fetch` does. */
export type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...rest: OptionalArgument<RequestOptions<OperationOf<M, P>>>
) => Promise<Reply<OperationOf<M, P>>>;

/** A typed client: everything it takes and gives is checked against the contract by the compiler. */
export interface Client {
  /**
   * @example
   * const reply = await culprit.GET('/api/0/projects/{organization_slug}/{project_slug}/events/', {
   *   params: { path: { organization_slug: 'acme', project_slug: 'shop' }, query: { full: true } },
   * });
   */
  readonly GET: Call<'get'>;
  /**
   * @example
   * const reply = await culprit.PUT('/api/0/projects/{organization_slug}/{project_slug}/', {
   *   params: { path: { organization_slug: 'acme', project_slug: 'shop' } },
   *   body: { isBookmarked: true },
   * });
   * if (reply.status === 400) console.log('wrong fields:', reply.error);
   */
  readonly PUT: Call<'put'>;
  readonly POST: Call<'post'>;
  /**
   * @example
   * await culprit.DELETE('/api/0/projects/{organization_slug}/{project_slug}/issues/', {
   *   params: { path: { organization_slug: 'acme', project_slug: 'shop' }, query: { id: [4, 7] } },
   * });
   */
  readonly DELETE: Call<'delete'>;
  readonly PATCH: Call<'patch'>;

  /**
   * Goes through the pages of a list from the one asked for, as its `Link` header leads. The last page given may be a failure.
   *
   * @example
   * for await (const page of culprit.pages('/api/0/teams/{organization_slug}/{team_id_or_slug}/projects/', {
   *   params: { path: { organization_slug: 'acme', team_id_or_slug: 'backend' } },
   * })) {
   *   if (!page.ok) throw new Error(page.error.detail);
   *   console.log(page.data.length);
   * }
   */
  pages<P extends PagedPath>(
    path: P,
    ...rest: OptionalArgument<RequestOptions<OperationOf<'get', P>>>
  ): AsyncGenerator<Reply<OperationOf<'get', P>>, void>;

  /**
   * Goes through the records of a list, page after page.
   * @throws PageFailed if a page fails; its `reply` tells why
   *
   * @example
   * for await (const event of culprit.records('/api/0/projects/{organization_slug}/{project_slug}/events/', {
   *   params: { path: { organization_slug: 'acme', project_slug: 'shop' } },
   * })) console.log(event.title);
   */
  records<P extends PagedPath>(
    path: P,
    ...rest: OptionalArgument<RequestOptions<OperationOf<'get', P>>>
  ): AsyncGenerator<RecordOf<P>, void>;
}
