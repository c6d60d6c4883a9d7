import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Caller } from '../domain/access';
import { Unavailable } from '../domain/errors';
import type { DsnClient } from '../ingest/authorizeDsn';
import type { MemoryBudget, MemoryHolder, MemoryReservation } from './memoryBudget';
import { type QueryPair, splitQuery } from './queryString';
import { parseTarget, type RouteMatch } from './routes';

/** Everything known about one request. The steps that handle the request set the members that are not readonly. */
export class RequestContext {
  readonly method: string;
  /** The path in its canonical form. */
  readonly path: string;
  /** The query string as sent, without the question mark. */
  readonly search: string;
  /** The parameters of the query string, with their texts. */
  readonly queryPairs: readonly QueryPair[];
  /** Milliseconds since 1970, UTC. */
  readonly now = Date.now();
  /** Time of the start by the clock of `performance`, which nobody sets. */
  readonly startedAt = performance.now();
  route?: RouteMatch;
  caller?: Caller;
  dsnClient?: DsnClient;
  /** True if the organization, project or other resource that the path names exists. */
  hasSubject = false;
  /** Id of the project that the key of the request belongs to. */
  projectOfKey?: string;
  /** Reason why the request was refused or failed; null if it did not. */
  reason: string | null = null;
  /** The part of the body memory that this request occupies. */
  reservation?: MemoryReservation;
  /** The part of the reply memory that this request occupies. */
  #reply: MemoryReservation | undefined;
  /** The error with which the request ends, because its reply memory was given to other requests. */
  #revoked: Error | undefined;
  #id: string | undefined;

  constructor(
    readonly request: Request,
    readonly response: Response,
    private readonly replyBudget: MemoryBudget,
  ) {
    const { path, search } = parseTarget(request.url);
    this.method = request.method;
    this.path = path;
    this.search = search;
    this.queryPairs = splitQuery(search);
  }

  /**
   * Returns the tenant and the client that the memory of the request is counted for. The tenant is a project only if
   * the headers or the query have its key: a key inside of an envelope is read later, and until then anybody could use
   * the memory of any project.
   */
  get memoryHolder(): MemoryHolder {
    const { caller, dsnClient } = this;
    if (caller !== undefined) {
      const client = caller.session === null ? `token ${caller.tokenId}` : `session ${caller.session.id}`;
      return { tenant: `organization ${caller.organizationId}`, client };
    }
    const client = `address ${(dsnClient === undefined ? this.request.ip : dsnClient.ipAddress) ?? 'unknown'}`;
    const hasKey = dsnClient !== undefined && dsnClient.publicKey !== null && this.hasSubject;
    return { tenant: hasKey ? `project ${this.projectId ?? ''}` : client, client };
  }

  /**
   * Changes the memory that is reserved for the reply, until it is sent, to this number of bytes.
   * @throws Unavailable if there is too little memory left, or the client is gone
   */
  holdReply(bytes: number): void {
    if (this.#revoked !== undefined) throw this.#revoked;
    if (this.response.destroyed) throw new Unavailable('The client has closed the connection.');
    this.#reply ??= this.#reserveReply();
    this.#reply.resize(bytes);
  }

  #reserveReply(): MemoryReservation {
    const { response } = this;
    const { socket } = this.request;
    const reservation = this.replyBudget.reserve(this.memoryHolder);
    reservation.onRevoke = (error) => {
      this.#revoked = error;
      if (response.headersSent) socket.destroy();
    };
    const release = (): void => {
      reservation.release();
      response.off('close', release);
      socket.off('close', release);
    };
    response.on('close', release);
    // A response that waits for earlier ones of its connection does not report that it was closed.
    socket.on('close', release);
    return reservation;
  }

  /** Id of the project to which an SDK sends, from the path or else from the key; undefined in other requests. */
  get projectId(): string | undefined {
    return this.route?.params['project_id'] ?? this.projectOfKey;
  }

  /** The id of the request in the log. */
  get id(): string {
    return (this.#id ??= randomUUID());
  }
}

/** @throws Error if the request was not routed */
export function routeOf({ route }: RequestContext): RouteMatch {
  if (route === undefined) throw new Error('the request was not routed');
  return route;
}
