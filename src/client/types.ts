import type { operations, paths } from '../../generated/api';
import type { operationRequests } from '../../generated/operations';

/** The HTTP methods of operations. */
export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

/** Any operation of the contract. */
type DeclaredOperation = operations[keyof operations];

/** The paths that have a method. */
type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, DeclaredOperation> ? P : never;
}[keyof paths];

/** The operation of a method and a path. */
type OperationOf<M extends Method, P extends keyof paths> = Extract<paths[P][M], DeclaredOperation>;

/** The paths of paged lists: they accept a `cursor` and return an array. */
type PagedPath = {
  [P in PathWith<'get'>]: OperationOf<'get', P> extends PagedOperation ? P : never;
}[PathWith<'get'>];

interface PagedOperation {
  parameters: { query?: { cursor?: string } };
  responses: { 200: { content: { 'application/json': unknown[] } } };
}

/** One record of a list. */
type RecordOf<O extends DeclaredOperation> = O extends {
  responses: { 200: { content: { 'application/json': (infer Item)[] } } };
}
  ? Item
  : never;

/** The options of a request: the declared parameters and body, and some options of `fetch`. */
type RequestOptions<O extends DeclaredOperation> = ParamsOption<O> & BodyOption<O> & ExtraRequestOptions;

/** The argument after the path; optional if it has no required property. */
type OptionalArgument<I> = object extends I ? [init?: I] : [init: I];

interface ExtraRequestOptions {
  /** Additional headers. They override the headers of the client. */
  headers?: Record<string, string>;
  /** Aborts the request. */
  signal?: AbortSignal;
}

type ParamsOption<O extends DeclaredOperation> =
  object extends DeclaredParams<O['parameters']>
    ? { params?: DeclaredParams<O['parameters']> }
    : { params: DeclaredParams<O['parameters']> };
type DeclaredParams<P> = {
  [K in keyof P as K extends 'path' | 'query' | 'header' ? (P[K] extends undefined ? never : K) : never]: P[K];
};

/**
 * The argument of a method: the parameters of path, query and header side by side, the body, and some options of
 * `fetch`.
 */
export type Arguments<O extends DeclaredOperation> = ParametersIn<O, 'path'> &
  ParametersIn<O, 'query'> &
  ParametersIn<O, 'header'> &
  BodyOption<O> &
  ExtraRequestOptions;
type ParametersIn<O extends DeclaredOperation, Place extends 'path' | 'query' | 'header'> = [
  NonNullable<O['parameters'][Place]>,
] extends [never]
  ? unknown
  : NonNullable<O['parameters'][Place]>;

type BodyOption<O extends DeclaredOperation> = O extends { requestBody: { content: infer C } }
  ? { body: BodyByMediaType<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: BodyByMediaType<C> }
    : { body?: never };

/**
 * A body of any declared media type: JSON as a value, a form as `FormData` or `URLSearchParams`, others as text or
 * bytes.
 */
type BodyByMediaType<C> = {
  [Type in keyof C]: Type extends 'application/json'
    ? C[Type]
    : Type extends 'multipart/form-data'
      ? FormData
      : Type extends 'application/x-www-form-urlencoded'
        ? URLSearchParams
        : string | Uint8Array | Blob;
}[keyof C];

/**
 * The result of a call: `ok` distinguishes success from failure, `status` the failures. A call does not throw for any
 * status.
 *
 * @example
 * const reply = await culprit.GET('/healthz');
 * if (reply.ok) console.log(reply.data.status);
 * else if (reply.status === 503) console.log('try again:', reply.error.detail);
 */
export type Reply<O extends DeclaredOperation> = Success<O> | Failure<O>;

/** A 2xx response with its body: JSON as a value, text as a string, other types as bytes. */
export type Success<O extends DeclaredOperation> = {
  [S in StatusOf<O, '2'>]: {
    ok: true;
    status: S;
    data: ResponseData<O['responses'][S & keyof O['responses']]>;
    response: Response;
  };
}[StatusOf<O, '2'>];

/** A 4xx or 5xx response that the contract declares for the operation, or any other response. */
export type Failure<O extends DeclaredOperation> = DeclaredFailure<O> | Unexpected;

/** A response that the contract does not declare, perhaps from a proxy; its status is in `response.status`. */
export interface Unexpected {
  ok: false;
  status: 'unexpected';
  error: { detail: string };
  response: Response;
}

type DeclaredFailure<O extends DeclaredOperation> = {
  [S in StatusOf<O, '4' | '5'>]: {
    ok: false;
    status: S;
    error: ResponseData<O['responses'][S & keyof O['responses']]>;
    response: Response;
  };
}[StatusOf<O, '4' | '5'>];

/** The declared statuses of a class; redirects are followed and never returned. */
type StatusOf<O extends DeclaredOperation, Class extends string> = {
  [S in keyof O['responses'] & number]: `${S}` extends `${Class}${string}` ? S : never;
}[keyof O['responses'] & number];

type ResponseData<Declared> = Declared extends { content: infer C }
  ? { [Type in keyof C]: DecodedBody<Type, C[Type]> }[keyof C]
  : undefined;
type DecodedBody<Type, Value> = Type extends 'application/json'
  ? Value
  : Type extends `text/${string}`
    ? Value & string
    : Uint8Array;

/** A reply of any operation. */
export type UntypedReply = { ok: true; status: number; data: unknown; response: Response } | AnyFailure;

export interface AnyFailure {
  ok: false;
  status: number | 'unexpected';
  error: unknown;
  response: Response;
}

/** Thrown by `records` if a page fails. */
export class PageFailed extends Error {
  override readonly name = 'PageFailed';

  constructor(readonly reply: AnyFailure) {
    super(`A page of the list failed with ${reply.response.status}: ${JSON.stringify(reply.error)}`);
  }
}

export interface ClientOptions {
  /** Origin of the service, such as `http://127.0.0.1:4000`. */
  baseUrl: string;
  /** An access token; needed by all operations except the ones that store events. */
  token?: string | undefined;
  /** The public key of a DSN; needed to store events. */
  publicKey?: string | undefined;
  /**
   * For pages of the service itself, in place of a token: the `csrfToken` of the session, or a function that returns
   * it. It is sent with all requests that may change something; the browser adds the cookie of the session.
   */
  csrfToken?: string | (() => string | undefined) | undefined;
  /** Replaces `fetch`, for tests or proxies. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Calls an operation by its path. Rejects only if no response arrives, as `fetch` does. */
export type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...rest: OptionalArgument<RequestOptions<OperationOf<M, P>>>
) => Promise<Reply<OperationOf<M, P>>>;

/**
 * Calls an operation. Rejects only if no response arrives, or with a TypeError for an argument that the operation does
 * not have.
 */
export type OperationMethod<O extends DeclaredOperation> = (
  ...rest: OptionalArgument<Arguments<O>>
) => Promise<Reply<O>>;

/** Calls an operation that returns a list: one page, all pages or all records, each from the given page on. */
export interface ListMethod<O extends DeclaredOperation> {
  (...rest: OptionalArgument<Arguments<O>>): Promise<Reply<O>>;
  /** Iterates over the pages. A page that fails is returned and ends the iteration. */
  pages(...rest: OptionalArgument<Arguments<O>>): AsyncGenerator<Reply<O>, void>;
  /** Iterates over the records. @throws PageFailed if a page fails, with its `reply` */
  records(...rest: OptionalArgument<Arguments<O>>): AsyncGenerator<RecordOf<O>, void>;
}

/**
 * A method for each operation, named by its operationId.
 *
 * @example
 * const reply = await culprit.listIssues({ organization_slug: 'acme', project_slug: 'shop', query: 'is:unresolved' });
 *
 * @example
 * for await (const event of culprit.listProjectEvents.records({ organization_slug: 'acme', project_slug: 'shop' })) {
 *   console.log(event.title);
 * }
 */
export type OperationMethods = {
  readonly [Id in keyof typeof operationRequests]: operations[Id] extends PagedOperation
    ? ListMethod<operations[Id]>
    : OperationMethod<operations[Id]>;
};

/** A typed client: the compiler checks arguments and results against the contract. */
export interface Client extends OperationMethods {
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
   * Iterates over the pages of a list, from the given one on. A page that fails is returned and ends the iteration.
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
   * Iterates over the records of a list, page by page.
   * @throws PageFailed if a page fails, with its `reply`
   *
   * @example
   * for await (const event of culprit.records('/api/0/projects/{organization_slug}/{project_slug}/events/', {
   *   params: { path: { organization_slug: 'acme', project_slug: 'shop' } },
   * })) console.log(event.title);
   */
  records<P extends PagedPath>(
    path: P,
    ...rest: OptionalArgument<RequestOptions<OperationOf<'get', P>>>
  ): AsyncGenerator<RecordOf<OperationOf<'get', P>>, void>;
}
