import { Unavailable } from '../domain/errors';
import type { Write, Writers } from '../store/stores';
import { digest, type DigestedProject, type PreparedEvent } from './digest';

/** How many events one transaction takes in, and how many bytes of them may wait for theirs. */
const BATCH = 256;
const WAITING_BYTES = 64 * 1024 * 1024;

interface Waiting {
  readonly project: DigestedProject;
  readonly event: PreparedEvent;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Events on their way into the store. Those of a project that wait while others are written share the next transaction; one
 * that fails is tried again by itself, so that it takes no other with it.
 */
export class DigestQueue {
  readonly #waiting = new Map<string, Waiting[]>();
  #bytes = 0;

  /** @param tellsMembers whether there is a way to tell members of new issues */
  constructor(
    readonly write: Write,
    readonly tellsMembers = false,
  ) {}

  /** Settles once the event is durable. @throws Unavailable if too much is waiting */
  digest(project: DigestedProject, event: PreparedEvent): Promise<void> {
    if (this.#bytes > WAITING_BYTES)
      return Promise.reject(new Unavailable('Too many events are waiting to be written.'));
    this.#bytes += sizeOf(event);
    const result = new Promise<void>((resolve, reject) => this.#push({ project, event, resolve, reject }));
    return result.finally(() => (this.#bytes -= sizeOf(event)));
  }

  #push(one: Waiting): void {
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
    let batch: Waiting[] | undefined;
    try {
      await this.write((stores) => this.#digest(stores, (batch ??= this.#take(projectId))), { projects: [projectId] });
      batch?.forEach(({ resolve }) => resolve());
    } catch (error) {
      await this.#settle((batch ??= this.#take(projectId)), error);
    }
  }

  #take(projectId: string): Waiting[] {
    const all = this.#waiting.get(projectId) ?? [];
    const batch = all.splice(0, BATCH);
    this.#waiting.delete(projectId);
    all.forEach((one) => this.#push(one));
    return batch;
  }

  async #digest(stores: Writers, batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (first !== undefined)
      await digest(
        stores,
        first.project,
        batch.map(({ event }) => event),
        this.tellsMembers,
      );
  }

  async #settle(batch: readonly Waiting[], error: unknown): Promise<void> {
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

function sizeOf({ record, body }: PreparedEvent): number {
  return 2 * record.length + body.byteLength;
}
