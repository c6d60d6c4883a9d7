import { setTimeout as pause } from 'node:timers/promises';
import { type DeliveryChannel, errorMessageOf, RefusedRequest, type StoreDelivered } from '../alerts/channel';
import { type Delivery, nextAttemptAt } from '../domain/alert';
import { withDeadline } from '../net/privateNetworkGuard';
import type { DeliveryDemand } from '../store/alerts';
import type { Database, Writers } from '../store/stores';
import { type BackgroundJob, WorkInProgress } from './scheduler';

/** Time limit of one delivery. */
const DELIVERY_TIMEOUT_MS = 40_000;
/**
 * Time for which other processes do not touch a claimed delivery. After that, another process delivers it, because the
 * first may have ended.
 */
const CLAIM_MS = 60_000;
/** Pause before the next attempt to claim while another process, or the result of a delivery, has the lock for it. */
const CLAIM_RETRY_MS = 20;
/** Pauses between the attempts to store the result of a delivery. */
const STORE_RETRY_MS = [100, 500, 2_000, 5_000];

/** Result of an attempt to deliver: `failed` is repeated later, `abandoned` is not. */
type DeliveryResult = 'sent' | 'dropped' | 'failed' | 'abandoned';

export interface DeliverAlertsOptions {
  readonly database: Database;
  readonly channel: DeliveryChannel;
  /** Called with errors that are not the receiver's and do not end a step. */
  readonly onError: (error: unknown) => void;
  /** Called after each attempt to deliver. */
  readonly onResult?: ((channel: string, result: DeliveryResult) => void) | undefined;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/**
 * Delivers the alerts of one channel. Due deliveries are claimed in one short transaction, delivered outside of any,
 * and marked right after. A killed process loses no alert, and at most the deliveries that were under way are repeated.
 *
 * A step claims as many deliveries as there are free slots and does not wait for their end, so that a receiver that
 * hangs delays only its own project.
 */
export class DeliverAlertsJob implements BackgroundJob {
  readonly name: string;
  readonly idleMs = 1000;
  readonly stopGraceMs = 8_000;
  private readonly database: Database;
  private readonly channel: DeliveryChannel;
  private readonly onError: (error: unknown) => void;
  private readonly onResult: NonNullable<DeliverAlertsOptions['onResult']>;
  private readonly clock: () => number;
  readonly #inProgress = new WorkInProgress<Delivery>();

  constructor({ database, channel, onError, onResult, clock = Date.now }: DeliverAlertsOptions) {
    this.name = `sending ${channel.name} alerts`;
    this.onResult = onResult ?? (() => undefined);
    this.database = database;
    this.channel = channel;
    this.onError = onError;
    this.clock = clock;
  }

  /**
   * Without anything to claim, waits for the end of one of the deliveries in progress, at most as long as an idle job
   * pauses.
   */
  step(signal: AbortSignal): Promise<boolean> {
    return this.#inProgress.step(async () => (await this.#isAnythingDue()) && this.#start(signal), this.idleMs);
  }

  async finish(): Promise<void> {
    await this.#inProgress.endOfAll();
  }

  close(): void {
    this.channel.close();
  }

  #demand(): DeliveryDemand {
    const { channel } = this;
    return { channel: channel.name, now: this.clock(), slots: channel.slots, inProgress: this.#inProgress.subjects };
  }

  /** Returns true if anything is due. Only reads, so that an idle job never takes the write lock. */
  #isAnythingDue(): Promise<boolean> {
    const { channel } = this;
    const demand = this.#demand();
    const { now } = demand;
    return this.database.read(async ({ alerts }) => {
      return (
        (await alerts.hasDue(demand)) ||
        (await alerts.findPending(channel.name, now)).some((pending) => channel.isDue(pending, now))
      );
    });
  }

  /** Claims and starts deliveries. Returns true if there may be more. */
  async #start(signal: AbortSignal): Promise<boolean> {
    const claimed = await this.database.exclusively((stores) => this.#claim(stores));
    if (claimed === undefined) {
      await pause(CLAIM_RETRY_MS);
      return true;
    }
    for (const delivery of claimed) this.#inProgress.add(delivery, this.#deliver(delivery, signal));
    return claimed.length > 0;
  }

  async #claim(stores: Writers): Promise<Delivery[]> {
    const { channel } = this;
    const demand = this.#demand();
    const { now } = demand;
    for (const pending of await stores.alerts.findPending(channel.name, now)) {
      if (channel.isDue(pending, now)) await channel.createDeliveries(stores, pending, now);
    }
    return stores.alerts.claim(demand, now + CLAIM_MS);
  }

  async #deliver(delivery: Delivery, stopping: AbortSignal): Promise<void> {
    try {
      const sent = await withDeadline(stopping, DELIVERY_TIMEOUT_MS, (signal) =>
        Promise.race([this.channel.deliver(delivery, this.clock(), signal), rejectOnAbort(signal)]),
      );
      const store = typeof sent === 'function' ? sent : undefined;
      await this.#settle(delivery, sent === false ? 'dropped' : 'sent', null, store);
    } catch (error) {
      await this.#postponeOrAbandon(delivery, error);
    }
  }

  async #settle(
    delivery: Delivery,
    state: 'sent' | 'dropped' | 'abandoned',
    error: string | null,
    storeDelivered?: StoreDelivered,
  ): Promise<void> {
    this.onResult(this.channel.name, state);
    const now = this.clock();
    await this.#store(async (stores) => {
      await storeDelivered?.(stores, now);
      await stores.alerts.finish(delivery, state, now, error);
      if (state !== 'dropped') await this.channel.recordResult?.(stores, delivery, now, error);
    });
  }

  async #postponeOrAbandon(delivery: Delivery, reason: unknown): Promise<void> {
    const now = this.clock();
    const error = errorMessageOf(reason);
    const dueAt = nextAttemptAt(delivery, now, reason instanceof RefusedRequest ? reason.retryAfterMs : 0);
    if (dueAt === null) {
      await this.#settle(delivery, 'abandoned', error);
      return;
    }
    this.onResult(this.channel.name, 'failed');
    await this.#store(async (stores) => {
      await stores.alerts.postpone(delivery, dueAt, error);
      await this.channel.recordResult?.(stores, delivery, now, error);
    });
  }

  /** Stores the result of a delivery, with retries: the delivery is repeated if its result is not stored. */
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
