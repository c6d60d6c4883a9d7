import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryChannel } from '../alerts/channel';
import { type Delivery, nextAttemptAt } from '../domain/alert';
import { truncate } from '../domain/text';
import type { Database, Writers } from '../store/stores';
import { Pruning, Rounds } from './scheduler';

/** How many deliveries are under way at a time. */
const MAX_CONCURRENT_DELIVERIES = 5;
/** What one delivery may take, and for how long others leave it alone: a process that ends meanwhile leaves it to the next one. */
const LIMIT_MS = 40_000;
const CLAIM_MS = 60_000;
/** For deliveries that are under way when the service is told to stop. */
const GRACE_MS = 8_000;
/** How long a delivery that ended is shown. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const PRUNED_PER_STEP = 500;
const ERROR_LENGTH = 300;
const MARK_PAUSES_MS = [100, 500, 2_000, 5_000];

/**
 * Sends what is queued in the database, in the background: what is due is claimed in one short transaction, delivered outside of any,
 * and marked right after it was taken. So a process that is killed loses nothing, and repeats at most what was under way.
 */
export class DeliverAlertsJob {
  readonly #rounds: Rounds;
  /** Ends what is under way. */
  readonly #cutOff = new AbortController();
  readonly #pruning: Pruning;

  /**
   * @param onError told of failures that are not the receiver's; the next step tries again
   * @param clock milliseconds since 1970, UTC
   */
  constructor(
    readonly database: Database,
    readonly channel: DeliveryChannel,
    readonly onError: (error: unknown) => void,
    readonly clock: () => number = Date.now,
  ) {
    this.#rounds = new Rounds(() => this.#step(), onError);
    this.#pruning = new Pruning(KEPT_MS, PRUNED_PER_STEP, (before, limit) =>
      database.exclusively(({ alerts }) => alerts.prune(before, limit)),
    );
  }

  start(): void {
    this.#rounds.start();
  }

  /** Gives deliveries that are under way some time to end; what is not delivered then comes after the next start. */
  async stop(): Promise<void> {
    const ended = this.#rounds.stop();
    const timer = setTimeout(() => this.#cutOff.abort(new Error('The service was stopped.')), GRACE_MS);
    await ended;
    clearTimeout(timer);
    this.channel.close();
  }

  /** Sends all that is due now. */
  run(): Promise<void> {
    return this.#rounds.run();
  }

  /** Answers whether there may be more to do. */
  async #step(): Promise<boolean> {
    await this.#pruning.step(this.clock());
    if (!(await this.#hasWork())) return false;
    const claimed = await this.database.exclusively((stores) => this.#claim(stores));
    await Promise.all((claimed ?? []).map((delivery) => this.#deliver(delivery)));
    return claimed !== undefined && claimed.length > 0;
  }

  /** A look that costs others nothing: nearly always there is nothing. */
  #hasWork(): Promise<boolean> {
    const { channel } = this;
    const now = this.clock();
    return this.database.read(async ({ alerts }) => {
      return (
        (await alerts.isDeliveryDue(channel.name, now)) ||
        (await alerts.findPending(channel.name)).some((waiting) => channel.isDue(waiting, now))
      );
    });
  }

  async #claim(stores: Writers): Promise<Delivery[]> {
    const { channel } = this;
    const now = this.clock();
    for (const waiting of await stores.alerts.findPending(channel.name)) {
      if (channel.isDue(waiting, now)) await channel.createDeliveries(stores, waiting, now);
    }
    return stores.alerts.claim(channel.name, now, now + CLAIM_MS, MAX_CONCURRENT_DELIVERIES);
  }

  async #deliver(delivery: Delivery): Promise<void> {
    try {
      const signal = AbortSignal.any([this.#cutOff.signal, AbortSignal.timeout(LIMIT_MS)]);
      const isSent = await Promise.race([this.channel.deliver(delivery, this.clock(), signal), rejectOnAbort(signal)]);
      await this.#settle(delivery, isSent ? 'sent' : 'dropped', null);
    } catch (error) {
      await this.#fail(delivery, errorMessageOf(error));
    }
  }

  async #settle(delivery: Delivery, state: 'sent' | 'dropped' | 'abandoned', error: string | null): Promise<void> {
    const now = this.clock();
    await this.#mark(async ({ alerts, webhooks }) => {
      await alerts.finish(delivery, state, now, error);
      if (this.channel.name === 'webhook' && state !== 'dropped')
        await webhooks.recordDelivery(delivery.projectId, now, error);
    });
  }

  async #fail(delivery: Delivery, error: string): Promise<void> {
    const now = this.clock();
    const dueAt = nextAttemptAt(delivery, now);
    if (dueAt === null) {
      await this.#settle(delivery, 'abandoned', error);
      return;
    }
    await this.#mark(async ({ alerts, webhooks }) => {
      await alerts.postpone(delivery, dueAt, error);
      if (this.channel.name === 'webhook') await webhooks.recordDelivery(delivery.projectId, now, error);
    });
  }

  /** A mark that cannot be made is the one thing that lets a delivery be repeated, and so it is tried again for a while. */
  async #mark(work: (stores: Writers) => Promise<void>): Promise<void> {
    for (const delay of MARK_PAUSES_MS) {
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
    const end = () =>
      reject(
        signal.reason instanceof Error && signal.reason.name !== 'TimeoutError'
          ? signal.reason
          : new Error('It took too long.'),
      );
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** What went wrong, in one line. */
function errorMessageOf(error: unknown): string {
  const { message } = error instanceof Error ? error : { message: String(error) };
  return truncate(message.replace(/[\p{Cc}\s]+/gu, ' ').trim() || 'It failed without saying why.', ERROR_LENGTH);
}
