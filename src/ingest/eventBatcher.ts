import { Unavailable } from '../domain/errors';
import type { Write } from '../store/stores';
import { type IngestProject, type ProcessedEvent, saveEvents } from './saveEvents';

/** Number of events that one transaction saves. */
const MAX_BATCH_EVENTS = 256;
/** Size of the events that may wait for their transaction. */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;

interface PendingEvent {
  readonly project: IngestProject;
  readonly event: ProcessedEvent;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Saves events in batches: events of a project that arrive while others are written share the next transaction. If a batch fails,
 * each of its events is tried again in a transaction of its own, so that one event never fails its batch.
 */
export class EventBatcher {
  readonly #pendingByProject = new Map<string, PendingEvent[]>();
  #pendingBytes = 0;

  /** @param sendsMail whether the service can send mail to members about issues */
  constructor(
    private readonly write: Write,
    private readonly sendsMail = false,
  ) {}

  /** Settles once the event is durable. @throws Unavailable if too many bytes are waiting */
  async save(project: IngestProject, event: ProcessedEvent): Promise<void> {
    if (this.#pendingBytes > MAX_PENDING_BYTES) throw new Unavailable('Too many events are waiting to be written.');
    this.#pendingBytes += sizeOf(event);
    try {
      await new Promise<void>((resolve, reject) => this.#enqueue({ project, event, resolve, reject }));
    } finally {
      this.#pendingBytes -= sizeOf(event);
    }
  }

  #enqueue(pending: PendingEvent): void {
    const projectId = pending.project.id;
    const others = this.#pendingByProject.get(projectId);
    if (others !== undefined) {
      others.push(pending);
      return;
    }
    this.#pendingByProject.set(projectId, [pending]);
    void this.#saveNextBatch(projectId);
  }

  /** The batch is taken when the transaction begins. If the database runs the transaction again, it saves the same batch. */
  async #saveNextBatch(projectId: string): Promise<void> {
    let batch: PendingEvent[] | undefined;
    try {
      await this.write(
        async (stores) => {
          batch ??= this.#dequeueBatch(projectId);
          const [first] = batch;
          if (first === undefined) return;
          const events = batch.map(({ event }) => event);
          await saveEvents(stores, first.project, events, this.sendsMail);
        },
        { projects: [projectId] },
      );
      batch?.forEach(({ resolve }) => resolve());
    } catch (error) {
      await this.#saveSeparately((batch ??= this.#dequeueBatch(projectId)), error);
    }
  }

  #dequeueBatch(projectId: string): PendingEvent[] {
    const pending = this.#pendingByProject.get(projectId) ?? [];
    const batch = pending.splice(0, MAX_BATCH_EVENTS);
    this.#pendingByProject.delete(projectId);
    pending.forEach((event) => this.#enqueue(event));
    return batch;
  }

  /** Saves each event of a failed batch in a transaction of its own, unless that cannot help. */
  async #saveSeparately(batch: readonly PendingEvent[], error: unknown): Promise<void> {
    if (batch.length === 1 || error instanceof Unavailable) {
      batch.forEach(({ reject }) => reject(error));
      return;
    }
    await Promise.all(
      batch.map(({ project, event, resolve, reject }) =>
        this.write(
          async (stores) => {
            await saveEvents(stores, project, [event], this.sendsMail);
          },
          { projects: [project.id] },
        ).then(resolve, reject),
      ),
    );
  }
}

/** An estimate of the memory of an event: texts take two bytes a character. */
function sizeOf({ record, body }: ProcessedEvent): number {
  return 2 * record.length + body.byteLength;
}
