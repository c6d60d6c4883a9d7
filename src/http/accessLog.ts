import { type LogFields, type Logger, SummarizingLog } from '../log';
import type { RequestContext } from './requestContext';

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
