import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Caller } from '../domain/access';
import { Unavailable } from '../domain/errors';
import type { DsnClient } from '../ingest/authorizeDsn';
import { type LogFields, type Logger, SummarizingLog } from '../log';
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

/** Operations that supervisors and load balancers call all the time. */
const HEALTH = new Set(['getHealth', 'getReadiness']);

const MAX_PATH_LENGTH = 200;
const MAX_REASON_LENGTH = 300;
/** Maximum length of the part of a reason that distinguishes kinds of refusals. */
const MAX_KIND_LENGTH = 80;

/** A request after its reply was handed to the connection. */
export interface HandledRequest {
  readonly context: RequestContext;
  readonly status: number;
  /** Milliseconds from the headers of the request to its reply. */
  readonly milliseconds: number;
  /** The error that the reply reports; null for other replies. */
  readonly reason: string | null;
}

/**
 * Logs a line for each request of a token that has found its subject. Other requests, which anybody can send by the
 * thousand, are summarized (src/DECISIONS.md, "Log lines of requests"). At level `debug` each request has a line.
 */
export class AccessLog {
  readonly #summaries: SummarizingLog;

  constructor(
    private readonly log: Logger,
    intervalMs?: number,
  ) {
    this.#summaries = new SummarizingLog(log, intervalMs);
  }

  write(handled: HandledRequest): void {
    const { log } = this;
    if (!log.isLevelEnabled('info')) return;
    const isDebugging = log.isLevelEnabled('debug');
    const { context, status } = handled;
    const operation = context.route?.operation;
    if (!isDebugging && status < 400 && HEALTH.has(operation?.operationId ?? '')) return;
    const { hasSubject } = context;
    if (isDebugging || (hasSubject && context.caller !== undefined)) {
      log.info(fieldsOf(handled), 'request');
      return;
    }
    // Without authorization, the project of the path can be any text.
    const project = hasSubject ? context.projectId : '';
    const kind = `request ${operation?.operationId ?? ''} ${project} ${status} ${handled.reason === null ? '' : kindOf(handled.reason)}`;
    this.#summaries.write(kind, 'info', () => fieldsOf(handled), 'request', handled.milliseconds);
  }

  /** Writes the requests that were not summarized yet. */
  close(): void {
    this.#summaries.close();
  }
}

/** Removes values that the client chose from a reason, so that all refusals of one kind have the same text. */
function kindOf(reason: string): string {
  return reason.replace(/"[^"]*"|\/\S*|[0-9]+/g, '').slice(0, MAX_KIND_LENGTH);
}

function fieldsOf({ context, status, milliseconds, reason }: HandledRequest): LogFields {
  const { id, method, path, route, request, projectId } = context;
  const { organization_slug: organization, project_slug: project } = route?.params ?? {};

  return {
    request: id,
    method,
    path: printable(path.slice(0, MAX_PATH_LENGTH)),
    ...(route === undefined ? {} : { operation: route.operation.operationId }),
    ...(organization === undefined ? {} : { organization: printable(organization) }),
    ...(project === undefined ? {} : { project: printable(project) }),
    ...(projectId === undefined ? {} : { projectId: printable(projectId) }),
    status,
    ms: Math.round(milliseconds * 10) / 10,
    ...(reason === null
      ? {}
      : { reason: reason.slice(0, MAX_REASON_LENGTH).replace(UNSAFE, '?'), address: request.ip }),
  };
}

/**
 * Replaces all characters but printable ASCII, because others could change the display of a terminal. A path has each
 * byte as one character, and slugs are ASCII.
 */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}

/** Characters that could change the display of a terminal: control characters and marks of the direction of text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
