import { Unavailable } from '../domain/errors';
import type { IncomingEvent, IngestResult } from './processEvent';

/** Maximum age of an event that is not durable yet. Clients give up after about that time. */
const MAX_BACKLOG_SECONDS = 10;
/** Minimum Retry-After of the refusals that are reported: somebody has to act, as on a full disk. Others pass. */
const MIN_RETRY_SECONDS = 10;
const MS_PER_SECOND = 1_000;

/** The ingestion that is watched. */
interface WatchedIngestion {
  ingest(event: IncomingEvent): Promise<IngestResult>;
  backlogSeconds(): number;
}

/** Watches whether events can be stored, by the results of the last ones and by how long they wait. */
export class IngestHealth {
  #refusal: { readonly error: Unavailable; readonly until: number } | undefined;

  constructor(
    private readonly ingestion: WatchedIngestion,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Ingests an event. @throws BadRequest, TooLarge or Unavailable */
  readonly ingest = async (event: IncomingEvent): Promise<IngestResult> => {
    try {
      const result = await this.ingestion.ingest(event);
      if (result.dropped === null) this.#refusal = undefined;
      return result;
    } catch (error) {
      if (error instanceof Unavailable && error.retryAfter >= MIN_RETRY_SECONDS)
        this.#refusal = { error, until: this.clock() + error.retryAfter * MS_PER_SECOND };
      throw error;
    }
  };

  /**
   * Checks that events are stored in time.
   * @throws Unavailable if they wait for too long, or if one was refused, until another is stored or its client may try
   * again
   */
  requireHealthy(): void {
    if (this.#refusal !== undefined && this.clock() < this.#refusal.until) {
      const { message, retryAfter } = this.#refusal.error;
      throw new Unavailable(message, retryAfter);
    }
    const seconds = Math.floor(this.ingestion.backlogSeconds());
    if (seconds >= MAX_BACKLOG_SECONDS)
      throw new Unavailable(`Events arrive faster than they are stored: the oldest has waited for ${seconds} seconds.`);
  }
}
