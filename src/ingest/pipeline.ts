import { Unavailable } from '../domain/errors';
import { FetchAttemptCache, findStoredAttempts } from '../sourcemaps/resolveContext';
import type { SourceMapCache } from '../sourcemaps/resolve/sourceMapCache';
import type { Read, Write } from '../store/stores';
import { EventBatcher } from './eventBatcher';
import type { StepTimer } from './eventSteps';
import { RecentHashes } from './hashes';
import { type CheckSchema, type IncomingEvent, type IngestResult, processEvent } from './processEvent';
import type { IngestProject, ProcessedEvent } from './saveEvents';
import type { SettingsCache } from './settingsCache';
import { UserAgentCache } from './userAgent';

/** A processed event with the project to which it belongs. */
interface SaveRequest {
  readonly project: IngestProject;
  readonly event: ProcessedEvent;
}

/** The two steps of ingesting an event on one thread. */
export interface IngestPipeline {
  /**
   * Processes an event. Returns the processed event, or the result if the event is dropped.
   * @param timer measures the steps
   */
  readonly process: (event: IncomingEvent, timer?: StepTimer) => Promise<SaveRequest | IngestResult>;
  /** Settles once the event is durable. Events that wait at the same time share a transaction. */
  save(request: SaveRequest): Promise<IngestResult>;
}

/** The dependencies of a pipeline. */
export interface PipelineParts {
  readonly read: Read;
  readonly write: Write;
  readonly checkSchema: CheckSchema;
  readonly sourceMaps: SourceMapCache;
  readonly settingsCache: SettingsCache;
  /** True if the service fetches JavaScript files for which nothing is uploaded. */
  readonly fetchesJavaScript: boolean;
  /** True if the service can send mail to members about issues. */
  readonly sendsMail: boolean;
}

/** Constructs the first step, for the service's own thread and for processing threads alike. */
export function createEventProcessor({
  read,
  checkSchema,
  sourceMaps,
  settingsCache,
  fetchesJavaScript,
}: Omit<PipelineParts, 'write' | 'sendsMail'>): IngestPipeline['process'] {
  const context = {
    read,
    checkSchema,
    sourceMaps,
    fetchAttempts: fetchesJavaScript ? new FetchAttemptCache(findStoredAttempts(read)) : null,
    compileSetting: settingsCache.compile,
    parseUserAgent: new UserAgentCache().parse,
    recentHashes: new RecentHashes(),
  };
  return async (incoming, timer) => {
    const event = await processEvent(incoming, context, timer);
    return 'dropped' in event ? event : { project: incoming.project, event };
  };
}

/** Constructs both steps on one thread. */
export function createIngestPipeline({ write, sendsMail, ...parts }: PipelineParts): IngestPipeline {
  const batcher = new EventBatcher(write, sendsMail);
  return {
    process: createEventProcessor(parts),
    async save({ project, event }) {
      const isNew = await batcher.save(project, event);
      return { eventId: event.eventId, dropped: isNew ? null : 'repeated' };
    },
  };
}

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
