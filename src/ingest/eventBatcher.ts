import { RateLimited, ServerMissing, Unavailable } from '../domain/errors';
import { DEFAULT_CAPS } from '../domain/project';
import type { Write, Writers } from '../store/stores';
import { FairQueue, type QueuedItem } from './fairQueue';
import { type IngestProject, type ProcessedEvent, type SavedEvents, saveEvents } from './saveEvents';
import { SettingsCache } from './settingsCache';

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
