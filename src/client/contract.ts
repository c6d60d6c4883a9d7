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
  [P in PathWith<'get'>]: OperationOf<'get', P> extends Paged ? P : never;
}[PathWith<'get'>];

interface Paged {
  parameters: { query?: { cursor?: string } };
  responses: { 200: { content: { 'application/json': unknown[] } } };
}

/** One record of a list. */
export type RecordOf<P extends PagedPath> =
  OperationOf<'get', P> extends { responses: { 200: { content: { 'application/json': (infer Item)[] } } } }
    ? Item
    : never;

/** What a request carries: parameters and a body as the contract has them, and what `fetch` takes beside them. */
export type Init<O extends Operation> = Params<O> & Body<O> & Extras;

/** The arguments behind the path: none need be given where nothing is required. */
export type Rest<I> = object extends I ? [init?: I] : [init: I];

interface Extras {
  /** Further headers. A name given here replaces the client's own header. */
  headers?: Record<string, string>;
  /** Ends the request early. */
  signal?: AbortSignal;
}

type Params<O extends Operation> =
  object extends Given<O['parameters']> ? { params?: Given<O['parameters']> } : { params: Given<O['parameters']> };
type Given<P> = {
  [K in keyof P as K extends 'path' | 'query' | 'header' ? (P[K] extends undefined ? never : K) : never]: P[K];
};

type Body<O extends Operation> = O extends { requestBody: { content: infer C } }
  ? { body: BodyAs<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: BodyAs<C> }
    : { body?: never };

/** A body in any of its media types: JSON as a value, a form as `FormData`, all others as text or bytes. */
type BodyAs<C> = {
  [Type in keyof C]: Type extends 'application/json'
    ? C[Type]
    : Type extends 'multipart/form-data'
      ? FormData
      : string | Uint8Array | Blob;
}[keyof C];
