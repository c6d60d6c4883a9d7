import { FetchAttemptCache } from '../sourcemaps/fetch/fetchAttemptCache';
import { findStoredAttempts } from '../sourcemaps/resolveContext';
import type { SourceMapCache } from '../sourcemaps/resolve/sourceMapCache';
import type { Read, Write } from '../store/stores';
import { EventBatcher } from './eventBatcher';
import type { StepTimer } from './eventSteps';
import { type CheckSchema, type IncomingEvent, type IngestResult, processEvent } from './processEvent';
import { RecentHashes } from './hashes';
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
