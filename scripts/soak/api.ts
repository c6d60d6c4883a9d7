import http from 'node:http';
import document from '../../generated/openapi.json';
import { checkReply, type Method, type Reply } from '../../test/support/client';
import { readContract } from '../contract/read';
import { exchange } from '../support/exchange';

/** A request to an operation of the contract. */
export interface Call {
  /** Parameters of the path beside those that all calls share. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly headers?: http.OutgoingHttpHeaders;
  /** A value that is no Buffer is sent as JSON. */
  readonly body?: unknown;
}

/** Method and URL of a request to an operation. */
export interface Target {
  readonly method: Method;
  /** Path and query. */
  readonly url: string;
}

const OPERATIONS = new Map(readContract(document).map((operation) => [operation.operationId, operation]));

/** Timeout of requests. The service answers each request earlier, if only with 503. */
export const LIMIT_MS = 120_000;
/** Maximum number of complaints that are kept; all are counted. */
const MAX_SHOWN = 10;

/** Kinds of replies that are always wrong. */
export type Failure = 'undocumented' | 'internal' | 'unanswered';

/** Calls operations of the service, compares each reply with the contract, and counts the replies. */
export class Api {
  /** Number of replies by operation and status. */
  readonly replies = new Map<string, Map<number, number>>();
  readonly failures: Record<Failure, number> = { undocumented: 0, internal: 0, unanswered: 0 };
  readonly complaints: string[] = [];
  readonly #agent = new http.Agent({ keepAlive: true });

  /** @param shared parameters of paths that all calls have */
  constructor(
    public origin: string,
    private readonly token: string,
    private readonly shared: Readonly<Record<string, string>>,
  ) {}

  /** Returns null if there is no complete reply. */
  async call(operationId: string, call: Call = {}): Promise<Reply | null> {
    const { method, url } = this.target(operationId, call);
    const { body } = call;
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const headers: http.OutgoingHttpHeaders = {
      ...(bytes !== undefined && { 'Content-Length': bytes.length }),
      ...(bytes !== body && { 'Content-Type': 'application/json' }),
      ...call.headers,
    };
    try {
      const request = this.request({ method, url }, headers, this.#agent);
      const reply = await exchange(request, () => request.end(bytes));
      this.record(operationId, { method, url }, reply);
      return reply;
    } catch (error) {
      this.complain('unanswered', `${operationId}: ${String(error)}`);
      return null;
    }
  }

  /** Calls an operation whose reply is needed to go on. @throws Error unless it is a success */
  async need(operationId: string, call: Call = {}): Promise<Reply> {
    const reply = await this.call(operationId, call);
    if (reply === null || reply.status >= 300)
      throw new Error(`${operationId} is answered with ${reply?.status ?? 'nothing'}: ${reply?.text ?? ''}`);
    return reply;
  }

  /** Starts a request that the caller ends. Without an agent it has a connection of its own. */
  request({ method, url }: Target, headers: http.OutgoingHttpHeaders, agent?: http.Agent): http.ClientRequest {
    const options = { method: method.toUpperCase(), agent: agent ?? false, timeout: LIMIT_MS };
    const isIngest = /^\/api\/[0-9]+\/(?:envelope|store)\//.test(url);
    const authorization = isIngest ? {} : { Authorization: `Bearer ${this.token}` };
    const request = http.request(this.origin + url, { ...options, headers: { ...authorization, ...headers } });
    request.on('timeout', () => request.destroy(new Error(`no reply within ${LIMIT_MS / 1000} seconds`)));
    return request;
  }

  target(operationId: string, { path = {}, query = {} }: Call): Target {
    const operation = OPERATIONS.get(operationId);
    if (operation === undefined) throw new Error(`The contract has no operation ${operationId}.`);
    const values = { ...this.shared, ...path };
    const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const pairs = Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    );
    const search = new URLSearchParams(pairs).toString();
    return { method: operation.method as Method, url: search === '' ? filled : `${filled}?${search}` };
  }

  /** Counts a reply and compares it with the contract. */
  record(operationId: string, { method, url }: Target, reply: Reply): void {
    const counts = this.replies.get(operationId) ?? new Map<number, number>();
    this.replies.set(operationId, counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1));
    if (reply.status === 500) this.complain('internal', `${operationId} ${url}: ${reply.text}`);
    try {
      checkReply(method, url, reply);
    } catch (error) {
      this.complain('undocumented', (error as Error).message);
    }
  }

  /** Returns true if the operation was answered with 200. */
  hasSucceeded(operationId: string): boolean {
    return this.replies.get(operationId)?.has(200) === true;
  }

  complain(failure: Failure, complaint: string): void {
    this.failures[failure] += 1;
    if (this.complaints.length < MAX_SHOWN) this.complaints.push(`${failure}: ${complaint.slice(0, 1000)}`);
  }

  close(): void {
    this.#agent.destroy();
  }
}
