import { setTimeout as pause } from 'node:timers/promises';
import { MAX_DUE_DELAY_MS, nextAttemptAt } from '../domain/alert';
import type { IssueTicket } from '../domain/ticket';
import type { Database, Writers } from '../store/stores';
import { TicketFailure, type TicketClient } from '../tickets/ticketClient';
import { type BackgroundJob, WorkInProgress } from './scheduler';

/** Number of ticket systems that are called at the same time, each with one request. */
const MAX_CALLS = 32;
/** Time after which another process tells a state, because the one that claimed it may have ended. */
const CLAIM_MS = 60_000;
const CLAIM_RETRY_MS = 20;

interface FollowTicketsOptions {
  readonly database: Database;
  readonly client: TicketClient;
  /** Called with errors that do not end a step. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/**
 * Tells ticket systems the states of issues, which change while a system may be down. A state is claimed in a short
 * transaction, told outside of any, and noted right after; telling it twice does no harm.
 */
export class FollowTicketsJob implements BackgroundJob {
  readonly name = 'telling ticket systems the states of issues';
  readonly idleMs = 1000;
  readonly stopGraceMs = 12_000;
  private readonly database: Database;
  private readonly client: TicketClient;
  private readonly onError: (error: unknown) => void;
  private readonly clock: () => number;
  readonly #inProgress = new WorkInProgress<string>();

  constructor({ database, client, onError, clock = Date.now }: FollowTicketsOptions) {
    this.database = database;
    this.client = client;
    this.onError = onError;
    this.clock = clock;
  }

  step(signal: AbortSignal): Promise<boolean> {
    return this.#inProgress.step(async () => (await this.#isAnythingDue()) && this.#start(signal), this.idleMs);
  }

  async finish(): Promise<void> {
    await this.#inProgress.endOfAll();
  }

  async #isAnythingDue(): Promise<boolean> {
    const busy = this.#inProgress.subjects;
    if (busy.length >= MAX_CALLS) return false;
    return (await this.database.read(({ tickets }) => tickets.listDue(this.clock(), busy, 1))).length > 0;
  }

  /** Claims tickets and begins to tell their states. Returns true if there may be more. */
  async #start(signal: AbortSignal): Promise<boolean> {
    const now = this.clock();
    const busy = this.#inProgress.subjects;
    const limit = MAX_CALLS - busy.length;
    const claimed = await this.database.exclusively(({ tickets }) => tickets.claim(now, busy, limit, now + CLAIM_MS));
    if (claimed === undefined) {
      await pause(CLAIM_RETRY_MS);
      return true;
    }
    for (const ticket of claimed)
      this.#inProgress.add(ticket.connectionId, this.#tell(ticket, signal).catch(this.onError));
    return claimed.length > 0;
  }

  async #tell(ticket: IssueTicket, signal: AbortSignal): Promise<void> {
    const { connectionId, externalId, wanted } = ticket;
    const connection = await this.database.read(({ tickets }) => tickets.findConnectionById(connectionId));
    if (connection === undefined || wanted === null) return;
    try {
      const at = await this.client.change(this.client.access(connection), externalId, wanted, signal);
      await this.database.write((stores) => settle(stores, ticket, { state: wanted, stateAt: at, error: null }));
    } catch (error) {
      if (!(error instanceof TicketFailure)) throw error;
      await this.database.write((stores) => this.#postpone(stores, ticket, error));
    }
  }

  async #postpone(stores: Writers, ticket: IssueTicket, failure: TicketFailure): Promise<void> {
    const now = this.clock();
    const { message: error, kind, retryAfterMs } = failure;
    const { attempts, wantedAt } = ticket;
    const dateCreated = wantedAt ?? now;
    const dueAt = kind === 'missing' ? null : nextAttemptAt({ attempts, dateCreated }, now, retryAfterMs);
    await settle(stores, ticket, { error, dueAt });
    if (retryAfterMs > 0)
      await stores.tickets.pause(ticket.connectionId, now + Math.min(retryAfterMs, MAX_DUE_DELAY_MS));
  }
}

/** What an attempt has changed: the state that was told, or the time of the next attempt, null for none. */
type ToldState = Pick<IssueTicket, 'state' | 'stateAt' | 'error'> | Pick<IssueTicket, 'error' | 'dueAt'>;

/** Stores the outcome of an attempt. If the issue has got another status meanwhile, that remains to be told. */
async function settle({ tickets }: Writers, told: IssueTicket, outcome: ToldState): Promise<void> {
  const ticket = await tickets.lock(told);
  if (ticket === undefined) return;
  const isCurrent = ticket.wanted === told.wanted && ticket.wantedAt === told.wantedAt;
  if ('dueAt' in outcome) {
    if (isCurrent) await tickets.save({ ...ticket, ...outcome });
    return;
  }
  const done = { wanted: null, wantedAt: null, dueAt: null, attempts: 0 };
  const stateAt = Math.max(ticket.stateAt, outcome.stateAt);
  await tickets.save({ ...ticket, ...outcome, stateAt, ...(isCurrent && done) });
}
