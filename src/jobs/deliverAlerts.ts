import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryChannel } from '../alerts/channel';
import { type Delivery, nextAttemptAt } from '../domain/alert';
import { truncate } from '../domain/text';
import { withDeadline } from '../net/deadline';
import type { Database, Writers } from '../store/stores';
import type { BackgroundJob } from './scheduler';

/** Deliveries under way at the same time. */
const MAX_CONCURRENT_DELIVERIES = 5;
/** How long one delivery may take. */
const DELIVERY_TIMEOUT_MS = 40_000;
/** How long other processes leave a claimed delivery alone. One whose process ended is delivered by another after that. */
const CLAIM_MS = 60_000;
const MAX_ERROR_LENGTH = 300;
/** Pauses between the attempts to store the result of a delivery. */
const STORE_RETRY_MS = [100, 500, 2_000, 5_000];

export interface DeliverAlertsOptions {
  readonly database: Database;
  readonly channel: DeliveryChannel;
  /** Called with errors that are not the receiver's and do not end a step. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/**
 * Delivers the alerts of one channel. Due deliveries are claimed in one short transaction, delivered outside of any, and marked
 * right after. A killed process loses no alert, and at most the deliveries that were under way are repeated.
 */
export class DeliverAlertsJob implements BackgroundJob {
  readonly name = 'sending alerts';
  readonly idleMs = 1000;
  readonly stopGraceMs = 8_000;
  private readonly database: Database;
  private readonly channel: DeliveryChannel;
  private readonly onError: (error: unknown) => void;
  private readonly clock: () => number;

  constructor({ database, channel, onError, clock = Date.now }: DeliverAlertsOptions) {
    this.database = database;
    this.channel = channel;
    this.onError = onError;
    this.clock = clock;
  }

  async step(signal: AbortSignal): Promise<boolean> {
    if (!(await this.#isAnythingDue())) return false;
    const claimed = (await this.database.exclusively((stores) => this.#claim(stores))) ?? [];
    await Promise.all(claimed.map((delivery) => this.#deliver(delivery, signal)));
    return claimed.length > 0;
  }

  close(): void {
    this.channel.close();
  }

  /** Only reads: nearly always nothing is due, and the write lock is not needed to find out. */
  #isAnythingDue(): Promise<boolean> {
    const { channel } = this;
    const now = this.clock();
    return this.database.read(async ({ alerts }) => {
      return (
        (await alerts.isDeliveryDue(channel.name, now)) ||
        (await alerts.findPending(channel.name)).some((pending) => channel.isDue(pending, now))
      );
    });
  }

  async #claim(stores: Writers): Promise<Delivery[]> {
    const { channel } = this;
    const now = this.clock();
    for (const pending of await stores.alerts.findPending(channel.name)) {
      if (channel.isDue(pending, now)) await channel.createDeliveries(stores, pending, now);
    }
    return stores.alerts.claim(channel.name, now, now + CLAIM_MS, MAX_CONCURRENT_DELIVERIES);
  }

  async #deliver(delivery: Delivery, stopping: AbortSignal): Promise<void> {
    try {
      const isSent = await withDeadline(stopping, DELIVERY_TIMEOUT_MS, (signal) =>
        Promise.race([this.channel.deliver(delivery, this.clock(), signal), rejectOnAbort(signal)]),
      );
      await this.#finish(delivery, isSent ? 'sent' : 'dropped', null);
    } catch (error) {
      await this.#postponeOrAbandon(delivery, errorMessageOf(error));
    }
  }

  async #finish(delivery: Delivery, state: 'sent' | 'dropped' | 'abandoned', error: string | null): Promise<void> {
    const now = this.clock();
    await this.#store(async ({ alerts, webhooks }) => {
      await alerts.finish(delivery, state, now, error);
      if (this.channel.name === 'webhook' && state !== 'dropped') {
        await webhooks.recordDelivery(delivery.projectId, now, error);
      }
    });
  }

  async #postponeOrAbandon(delivery: Delivery, error: string): Promise<void> {
    const now = this.clock();
    const dueAt = nextAttemptAt(delivery, now);
    if (dueAt === null) {
      await this.#finish(delivery, 'abandoned', error);
      return;
    }
    await this.#store(async ({ alerts, webhooks }) => {
      await alerts.postpone(delivery, dueAt, error);
      if (this.channel.name === 'webhook') await webhooks.recordDelivery(delivery.projectId, now, error);
    });
  }

  /** Retries for a while: a delivery whose result is not stored is repeated. */
  async #store(work: (stores: Writers) => Promise<void>): Promise<void> {
    for (const delay of STORE_RETRY_MS) {
      try {
        await this.database.write(work);
        return;
      } catch (error) {
        this.onError(error);
        await pause(delay);
      }
    }
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const rejectWithReason = () => {
      const { reason } = signal as { reason: unknown };
      const isTimeout = !(reason instanceof Error) || reason.name === 'TimeoutError';
      reject(isTimeout ? new Error('The delivery timed out.') : reason);
    };
    if (signal.aborted) rejectWithReason();
    else signal.addEventListener('abort', rejectWithReason, { once: true });
  });
}

/** The message of an error on one line. */
function errorMessageOf(error: unknown): string {
  const { message } = error instanceof Error ? error : { message: String(error) };
  return truncate(message.replace(/[\p{Cc}\s]+/gu, ' ').trim() || 'Unknown error.', MAX_ERROR_LENGTH);
}
