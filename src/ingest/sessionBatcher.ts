import type { Project } from '../domain/project';
import type { SessionReport } from '../domain/releaseHealth';
import { Unavailable } from '../domain/errors';
import type { Write } from '../store/stores';
import { FairQueue, type QueuedItem } from './fairQueue';

/** Maximum number of items that one transaction saves. */
const MAX_BATCH_ITEMS = 1_000;
/** Maximum memory of the reports that one transaction saves, and of those that wait for theirs. */
const MAX_BATCH_BYTES = 1024 * 1024;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Estimated memory of a report. */
const REPORT_BYTES = 500;

type SessionProject = Pick<Project, 'id' | 'organizationId'>;

/** The reports of one item. */
interface WaitingItem extends QueuedItem {
  readonly project: SessionProject;
  readonly reports: readonly SessionReport[];
  readonly now: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Saves reports of sessions in batches: those of a project that arrive while others are written share the next
 * transaction. Each project has one batch at a time.
 */
export class SessionBatcher {
  readonly #waiting = new FairQueue<WaitingItem>(MAX_WAITING_BYTES, ({ reject }) => {
    reject(new Unavailable('Too many sessions are waiting to be written.'));
  });
  /** The projects of which a batch is being written. */
  readonly #writing = new Set<string>();

  constructor(private readonly write: Write) {}

  /** Saves the reports of an item. Returns once they are durable. @throws Unavailable if too many bytes are waiting */
  save(project: SessionProject, reports: readonly SessionReport[], now: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const bytes = REPORT_BYTES * reports.length;
      this.#waiting.push({ projectId: project.id, bytes, project, reports, now, resolve, reject });
      if (!this.#writing.has(project.id)) void this.#saveBatches(project.id);
    });
  }

  async #saveBatches(projectId: string): Promise<void> {
    this.#writing.add(projectId);
    while (this.#waiting.has(projectId)) await this.#saveBatch(projectId);
    this.#writing.delete(projectId);
  }

  /** The batch is taken when the transaction begins; if the database repeats the transaction, it saves the same one. */
  async #saveBatch(projectId: string): Promise<void> {
    let batch: WaitingItem[] | undefined;
    const take = () => this.#waiting.shiftBatch(projectId, MAX_BATCH_ITEMS, MAX_BATCH_BYTES);
    try {
      await this.write(
        async ({ releaseHealth }) => {
          batch ??= take();
          const [first] = batch;
          if (first === undefined) return;
          const reports = batch.flatMap((item) => item.reports);
          await releaseHealth.record(first.project, reports, first.now);
        },
        { projects: [projectId] },
      );
      batch?.forEach(({ resolve }) => {
        resolve();
      });
    } catch (error) {
      (batch ?? take()).forEach(({ reject }) => {
        reject(error);
      });
    }
  }
}
