import { Unavailable } from '../domain/errors';
import type { Write, Writers } from '../store/stores';
import { type IngestProject, type ProcessedEvent, saveEvents } from './saveEvents';

/** How many events one transaction takes in, and how many bytes of them may wait for theirs. */
const MAX_BATCH_EVENTS = 256;
const MAX_PENDING_BYTES = 64 * 1024 * 1024;

interface PendingEvent {
  readonly project: IngestProject;
  readonly event: ProcessedEvent;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Events on their way into the store. Those of a project that wait while others are written share the next transaction; one
 * that fails is tried again by itself, so that it takes no other with it.
 */
export class EventBatcher {
  readonly #waiting = new Map<string, PendingEvent[]>();
  #bytes = 0;

  /** @param sendsMail whether there is a way to tell members of new issues */
  constructor(
    readonly write: Write,
    readonly sendsMail = false,
  ) {}

  /** Settles once the event is durable. @throws Unavailable if too much is waiting */
  save(project: IngestProject, event: ProcessedEvent): Promise<void> {
    if (this.#bytes > MAX_PENDING_BYTES)
      return Promise.reject(new Unavailable('Too many events are waiting to be written.'));
    this.#bytes += sizeOf(event);
    const result = new Promise<void>((resolve, reject) => this.#push({ project, event, resolve, reject }));
    return result.finally(() => (this.#bytes -= sizeOf(event)));
  }

  #push(one: PendingEvent): void {
    const { id } = one.project;
    const others = this.#waiting.get(id);
    if (others !== undefined) {
      others.push(one);
      return;
    }
    this.#waiting.set(id, [one]);
    void this.#drain(id);
  }

  /** The transaction takes what waits when it begins; tried again, it must take the same. */
  async #drain(projectId: string): Promise<void> {
    let batch: PendingEvent[] | undefined;
    try {
      await this.write((stores) => this.#digest(stores, (batch ??= this.#take(projectId))), { projects: [projectId] });
      batch?.forEach(({ resolve }) => resolve());
    } catch (error) {
      await this.#settle((batch ??= this.#take(projectId)), error);
    }
  }

  #take(projectId: string): PendingEvent[] {
    const all = this.#waiting.get(projectId) ?? [];
    const batch = all.splice(0, MAX_BATCH_EVENTS);
    this.#waiting.delete(projectId);
    all.forEach((one) => this.#push(one));
    return batch;
  }

  async #digest(stores: Writers, batch: readonly PendingEvent[]): Promise<void> {
    const [first] = batch;
    if (first !== undefined)
      await saveEvents(
        stores,
        first.project,
        batch.map(({ event }) => event),
        this.sendsMail,
      );
  }

  async #settle(batch: readonly PendingEvent[], error: unknown): Promise<void> {
    if (batch.length === 1 || error instanceof Unavailable) {
      batch.forEach(({ reject }) => reject(error));
      return;
    }
    await Promise.all(
      batch.map((one) =>
        this.write((stores) => this.#digest(stores, [one]), { projects: [one.project.id] }).then(
          one.resolve,
          one.reject,
        ),
      ),
    );
  }
}

function sizeOf({ record, body }: ProcessedEvent): number {
  return 2 * record.length + body.byteLength;
}
