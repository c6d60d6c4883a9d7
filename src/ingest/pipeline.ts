import { DEFAULT_CAPS } from '../domain/project';
import { FetchAttemptCache, findStoredAttempts } from '../sourcemaps/resolveContext';
import type { SourceMapCache } from '../sourcemaps/resolve/sourceMapCache';
import type { Read, Write, Writers } from '../store/stores';
import type { StepTimer } from './eventSteps';
import { FairQueue, type QueuedItem } from './fairQueue';
import { type CheckSchema, type IncomingEvent, type IngestResult, processEvent } from './processEvent';
import { RecentHashes } from './hashes';
import { type IngestProject, type ProcessedEvent, type SavedEvents, saveEvents } from './saveEvents';
import { SettingsCache } from './settingsCache';
import { UserAgentCache } from './userAgent';
import { RateLimited, ServerMissing, Unavailable } from '../domain/errors';

/** Maximum number and size of the events of a project that one transaction saves. */
const MAX_BATCH_EVENTS = 256;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** Maximum size of the events that wait for their transaction. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

interface UnsavedEvent extends QueuedItem {
  readonly project: IngestProject;
  readonly event: ProcessedEvent;
  readonly isWithdrawn: (() => boolean) | undefined;
  readonly resolve: (isNew: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Saves events in batches: events of a project that arrive while others are written share the next transaction. Batches
 * of different projects share a transaction on SQLite, and are written at the same time on PostgreSQL; each project has
 * one batch at a time. If a batch fails, each of its events is saved again in a transaction of its own: one event never
 * fails its batch.
 */
export class EventBatcher {
  readonly #waiting = new FairQueue<UnsavedEvent>(MAX_WAITING_BYTES, ({ reject }) =>
    reject(new Unavailable('Too many events are waiting to be written.')),
  );

  /** Compiled ownership rules. The other settings are compiled where events are processed. */
  readonly #settings = new SettingsCache();

  /** @param sendsMail true if the service can send mail to members about issues */
  constructor(
    private readonly write: Write,
    private readonly sendsMail = false,
    private readonly caps = DEFAULT_CAPS,
  ) {}

  /**
   * Saves an event. Returns once it is durable: true if it was saved, false if it was stored before or was withdrawn.
   * @param isWithdrawn called when the transaction begins; if it returns true, the event is not saved
   * @throws Unavailable if too many bytes are waiting
   * @throws RateLimited if it would open more issues than the project may
   */
  save(project: IngestProject, event: ProcessedEvent, isWithdrawn?: () => boolean): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const isFirst = !this.#waiting.has(project.id);
      // Texts take two bytes a character.
      const bytes = 2 * event.record.length + event.body.byteLength;
      this.#waiting.push({ projectId: project.id, bytes, project, event, isWithdrawn, resolve, reject });
      if (isFirst) void this.#saveNextBatch(project.id);
    });
  }

  /**
   * Saves the next batch of a project. The batch is taken when the transaction begins; if the database repeats the
   * transaction, it saves the same batch.
   */
  async #saveNextBatch(projectId: string): Promise<void> {
    let batch: UnsavedEvent[] | undefined;
    let saved: SavedBatch | undefined;
    try {
      await this.write(
        async (stores) => {
          batch ??= this.#dequeueBatch(projectId);
          // Each event has the state of its project at its arrival; the last one has the newest state.
          const last = batch.at(-1);
          if (last === undefined) return;
          const events = batch.map(({ event }) => event);
          saved = await this.#saveEvents(stores, last.project, events);
        },
        { projects: [projectId], onMachine: true },
      );
      for (const unsaved of batch ?? []) settle(unsaved, saved);
    } catch (error) {
      await this.#saveSeparately((batch ??= this.#dequeueBatch(projectId)), error);
    }
  }

  async #saveEvents(stores: Writers, project: IngestProject, events: readonly ProcessedEvent[]): Promise<SavedBatch> {
    const repeated = new Set<ProcessedEvent>();
    const { refused } = await saveEvents(stores, project, events, {
      sendsMail: this.sendsMail,
      caps: this.caps,
      compileSetting: this.#settings.compile,
      onRepeated: (event) => repeated.add(event),
    });
    return { refused, repeated };
  }

  #dequeueBatch(projectId: string): UnsavedEvent[] {
    const batch = this.#waiting.shiftBatch(projectId, MAX_BATCH_EVENTS, MAX_BATCH_BYTES);
    if (this.#waiting.has(projectId)) void this.#saveNextBatch(projectId);
    return batch.filter(({ isWithdrawn, resolve }) => {
      if (isWithdrawn?.() !== true) return true;
      resolve(false);
      return false;
    });
  }

  /** Saves each event of a failed batch in a transaction of its own, unless that cannot help. */
  async #saveSeparately(batch: readonly UnsavedEvent[], error: unknown): Promise<void> {
    if (batch.length === 1 || (error instanceof Unavailable && !(error instanceof ServerMissing))) {
      batch.forEach(({ reject }) => reject(error));
      return;
    }
    await Promise.all(
      batch.map((unsaved) => {
        const { project, event, reject } = unsaved;
        return this.write((stores) => this.#saveEvents(stores, project, [event]), {
          projects: [project.id],
        }).then((saved) => settle(unsaved, saved), reject);
      }),
    );
  }
}

/** Result of a batch: the events that were not saved. */
interface SavedBatch {
  readonly refused: SavedEvents['refused'];
  readonly repeated: ReadonlySet<ProcessedEvent>;
}

const RETRY_AFTER_SECONDS = 60;

function settle({ event, resolve, reject }: UnsavedEvent, saved: SavedBatch | undefined): void {
  if (saved?.refused?.has(event) !== true) {
    resolve(saved?.repeated.has(event) !== true);
    return;
  }
  const sentence =
    'The project opens far more issues in an hour than it may; events that would open another one are refused.';
  reject(new RateLimited(sentence, RETRY_AFTER_SECONDS, `${RETRY_AFTER_SECONDS}:error:project:new_issues`));
}

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
