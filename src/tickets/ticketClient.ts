import { Unavailable } from '../domain/errors';
import { SealedSecretError, SecretBox } from '../domain/secretBox';
import { truncate } from '../domain/text';
import type { FoundTicket, TicketConnection, TicketDraft, TicketState } from '../domain/ticket';
import { MINUTE_MS } from '../domain/time';
import { createRequester, type NetworkAccess, PrivateHostError } from '../net/privateNetworkGuard';
import { refusalOf, TICKET_SYSTEMS, type TicketAccess, type TicketRequest, ticketsIn } from './systems';

interface TicketReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request to a ticket system. @throws Error if there is no complete reply */
export type SendTicketRequest = (request: TicketRequest, signal: AbortSignal) => Promise<TicketReply>;

const TIMEOUT_MS = 10_000;
/** Number of pages of tickets among which one is searched. */
const MAX_PAGES = 5;
/** By this much, the clock of a ticket system may be behind. */
const MAX_CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;
const MAX_REPLY_BYTES = 2 * 1024 * 1024;
/** Number of calls of an organization, each of which keeps a request waiting, at the same time. */
const MAX_CALLS = 4;

/** Creates the function that sends requests, and never into private networks unless they are allowed. */
export function createTicketSender(access: NetworkAccess): SendTicketRequest {
  const request = createRequester(access, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_REPLY_BYTES,
    timeout: `The ticket system did not answer within ${TIMEOUT_MS / 1000} seconds.`,
    privateHost:
      'The host of the ticket system is in a private network, which is allowed only with WEBHOOK_ALLOW_PRIVATE=on.',
  });
  return ({ method, url, headers, body }, signal) => {
    const text = body === null ? '' : JSON.stringify(body);
    const contentHeaders = body === null ? {} : { 'Content-Type': 'application/json' };
    const options = { method, headers: { ...headers, ...contentHeaders }, verifiesCertificate: true };
    return request(url, { ...options, body: text }, signal);
  };
}

/** A ticket system did not do what was asked of it. The message is one sentence. */
export class TicketFailure extends Error {
  /**
   * @param kind `refused` as it is, `missing` because there is no such ticket, or `later` because of the moment
   * @param retryAfterMs time for which the system wants no further request
   */
  constructor(
    message: string,
    readonly kind: 'refused' | 'missing' | 'later',
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

/** Calls ticket systems, whose tokens it encrypts. */
export class TicketClient {
  readonly #calls = new Map<string, number>();
  readonly #box: SecretBox;

  /** @param key 32 bytes; null without one, so that nothing can be connected */
  constructor(
    key: Buffer | null,
    private readonly send: SendTicketRequest,
    private readonly clock: () => number = Date.now,
  ) {
    this.#box = new SecretBox(key);
  }

  get canConnect(): boolean {
    return this.#box.hasKey;
  }

  /** Encrypts a secret of an organization. */
  seal(organizationId: string, secret: string): string {
    return this.#box.seal(organizationId, secret);
  }

  /** Decrypts a secret of an organization. @throws TicketFailure if it was encrypted with another key */
  open(organizationId: string, sealed: string): string {
    try {
      return this.#box.open(organizationId, sealed);
    } catch (error) {
      if (!(error instanceof SealedSecretError)) throw error;
      const advice = this.canConnect ? 'enter the token again' : 'ticket systems need it';
      throw new TicketFailure(`${error.message.slice(0, -1)}; ${advice}.`, 'later');
    }
  }

  /** Returns a connection with its token. @throws TicketFailure if that cannot be decrypted */
  access({ organizationId, kind, url, project, user, issueType, token }: TicketConnection): TicketAccess {
    return { kind, url, project, user, issueType, token: this.open(organizationId, token) };
  }

  /** Runs the calls of a request. @throws Unavailable while several requests of the organization wait for theirs */
  async during<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const calls = this.#calls.get(organizationId) ?? 0;
    if (calls >= MAX_CALLS) throw new Unavailable('Other requests wait for ticket systems of the organization.');
    this.#calls.set(organizationId, calls + 1);
    try {
      return await work();
    } finally {
      const left = (this.#calls.get(organizationId) ?? 1) - 1;
      if (left === 0) this.#calls.delete(organizationId);
      else this.#calls.set(organizationId, left);
    }
  }

  /** Asks whether the project exists and the token is accepted. @throws TicketFailure */
  async check(access: TicketAccess, signal: AbortSignal): Promise<void> {
    await this.#request(access, TICKET_SYSTEMS[access.kind].check(access), signal);
  }

  /** Creates a ticket. @throws TicketFailure */
  async create(access: TicketAccess, draft: TicketDraft, signal: AbortSignal): Promise<FoundTicket> {
    const system = TICKET_SYSTEMS[access.kind];
    const title = truncate(draft.title, system.maxTitle);
    const found = await this.#read(access, system.create(access, { ...draft, title }), signal);
    // Jira names neither the title nor the state of a new ticket.
    return found.title === '' ? { ...found, title } : found;
  }

  /**
   * Finds the ticket about the issue at an address that was created since a time: an interrupted request may have
   * created it. Returns null if there is none. @throws TicketFailure
   */
  async findCreated(
    access: TicketAccess,
    { url, since }: { url: string; since: number },
    signal: AbortSignal,
  ): Promise<FoundTicket | null> {
    const system = TICKET_SYSTEMS[access.kind];
    const range = { since: since - MAX_CLOCK_DIFFERENCE_MS, now: this.clock() };
    for (let page = 1; page <= MAX_PAGES; page++) {
      const request = system.listRecent(access, { ...range, page });
      if (request === null) return null;
      const { reply, at } = await this.#request(access, request, signal);
      const tickets = ticketsIn(reply);
      const own = tickets.find((ticket) => system.isAbout(ticket, url));
      if (own !== undefined) return system.read(access, own, at);
      if (tickets.length === 0) return null;
    }
    return null;
  }

  /** Finds a ticket. @throws TicketFailure */
  find(access: TicketAccess, externalId: string, signal: AbortSignal): Promise<FoundTicket> {
    return this.#read(access, TICKET_SYSTEMS[access.kind].find(access, externalId), signal);
  }

  /** Sets the state of a ticket; again if it has it already. Returns the time of the change. @throws TicketFailure */
  async change(access: TicketAccess, externalId: string, state: TicketState, signal: AbortSignal): Promise<number> {
    const system = TICKET_SYSTEMS[access.kind];
    const { reply, at } = await this.#request(access, system.change(access, externalId, state), signal);
    if (system.finish === undefined) return system.read(access, reply, at)?.at ?? at;
    const last = system.finish(access, externalId, state, reply);
    if (last !== null) return (await this.#request(access, last, signal)).at;
    const found = system.read(access, reply, at);
    if (found?.state === state) return found.at;
    throw new TicketFailure(`${system.name} has no transition of this ticket to "${state}" for this token.`, 'refused');
  }

  async #read(access: TicketAccess, request: TicketRequest, signal: AbortSignal): Promise<FoundTicket> {
    const { reply, at } = await this.#request(access, request, signal);
    const system = TICKET_SYSTEMS[access.kind];
    const found = system.read(access, reply, at);
    if (found === null)
      throw new TicketFailure(`${system.name} answered with something else than a ticket.`, 'refused');
    return found;
  }

  /** Returns the reply, and the time of the system at which it was sent. */
  async #request({ kind }: TicketAccess, request: TicketRequest, signal: AbortSignal) {
    const { name } = TICKET_SYSTEMS[kind];
    const { status, headers, text } = await this.send(request, signal).catch((error: unknown) => {
      const kind = error instanceof PrivateHostError ? 'refused' : 'later';
      throw new TicketFailure(error instanceof Error ? error.message : String(error), kind);
    });
    const reply = parse(text);
    const now = this.clock();
    if (status >= 200 && status <= 299) {
      const at = Date.parse(String(headers['date']));
      return { reply, at: Number.isNaN(at) ? now : at };
    }
    const reason = refusalOf(reply);
    const message = `${name} answered with status ${status}${reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`}.`;
    const wait = retryAfterOf(status, headers, now);
    if (wait > 0 || status >= 500) throw new TicketFailure(message, 'later', wait);
    throw new TicketFailure(message, status === 404 || status === 410 ? 'missing' : 'refused');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the milliseconds for which a system wants no further request; 0 unless it limits their rate. */
function retryAfterOf(status: number, headers: TicketReply['headers'], now: number): number {
  const after = /^\d{1,6}$/.exec(String(headers['retry-after']))?.[0];
  if (after !== undefined && (status === 429 || status === 403 || status === 503)) return Number(after) * 1000;
  // GitHub's primary limit; the time of its end is in seconds.
  const end = /^\d{1,11}$/.exec(String(headers['x-ratelimit-reset']))?.[0];
  if (end !== undefined && headers['x-ratelimit-remaining'] === '0' && (status === 429 || status === 403))
    return Math.max(Number(end) * 1000 - now, MINUTE_MS);
  return status === 429 ? MINUTE_MS : 0;
}
