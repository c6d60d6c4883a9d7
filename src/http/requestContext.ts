import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { AnyOperation, OperationContext } from '../api/operation';
import type { Caller } from '../domain/access';
import type { DsnClient } from '../ingest/authorizeDsn';
import type { BodyReservation } from './bodies';
import { type QueryPair, splitQuery } from './queryString';
import { parseTarget, type RouteMatch } from './routes';

/** Everything known about one request. The members that may change are set on its way through the pipeline. */
export class RequestContext {
  readonly method: string;
  /** The path in its canonical form. */
  readonly path: string;
  /** The query string as sent, without the question mark. */
  readonly search: string;
  /** Milliseconds since 1970, UTC. */
  readonly now = Date.now();
  route?: RouteMatch;
  caller?: Promise<Caller>;
  dsnClient?: DsnClient;
  /** The operation with what its handler may use: set once the subject is found. */
  operation?: { readonly definition: AnyOperation; readonly context: OperationContext };
  /** The parsed query string. */
  query: Record<string, unknown> = {};
  /** The JSON body; empty if the operation has none or receives bytes. */
  body: Record<string, unknown> = {};
  /** Length of the JSON body in bytes. */
  bodySize?: number;
  /** The body of an operation that receives bytes. */
  bytes?: Buffer;
  /** The part of the body memory that this request occupies. */
  reservation?: BodyReservation;
  #id: string | undefined;
  #queryPairs: readonly QueryPair[] | undefined;

  constructor(
    readonly request: Request,
    readonly response: Response,
  ) {
    const { path, search } = parseTarget(request.url);
    this.method = request.method;
    this.path = path;
    this.search = search;
  }

  /** Names the request in the log. */
  get id(): string {
    return (this.#id ??= randomUUID());
  }

  /** The parameters of the query string, with their texts. */
  get queryPairs(): readonly QueryPair[] {
    return (this.#queryPairs ??= splitQuery(this.search));
  }
}

/** @throws Error if the request was not routed */
export function routeOf({ route }: RequestContext): RouteMatch {
  if (route === undefined) throw new Error('the request was not routed');
  return route;
}
