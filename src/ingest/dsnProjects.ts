import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { DsnProject } from '../domain/project';
import type { FoundProject } from '../store/projects';
import type { Read } from '../store/stores';

/** The parts of a DSN that say where an event goes. */
export interface Dsn {
  readonly publicKey: string;
  /** A positive integer in decimal text. */
  readonly projectId: string;
}

/** Number of keys whose projects are kept, about as many as send events at the same time, and the memory of their settings. */
const MAX_PROJECTS = 1_024;
const MAX_BYTES = 32 * 1024 * 1024;
/** Of a project with default settings. */
const PROJECT_BYTES = 1_000;

/**
 * Finds the projects of DSNs. Each request waits for a read that begins after the request arrived, so that a key or a setting that
 * anybody changed holds for the next request. Requests with the same key that wait at the same time share one read
 * (src/DECISIONS.md, "Key lookup").
 */
export class DsnProjects {
  /** Reads that have not begun, by key. */
  readonly #waiting = new Map<string, Promise<DsnProject | undefined>>();
  /** Reads that have begun, by key. */
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #found = new LRUCache<string, FoundProject>({
    max: MAX_PROJECTS,
    maxSize: MAX_BYTES,
    // The texts are there as JSON, and once more in the settings.
    sizeCalculation: ({ row }) => PROJECT_BYTES + 4 * (row.settings.length + row.alertRules.length),
  });

  constructor(private readonly read: Read) {}

  /**
   * Returns the project of an active key; undefined if the key is not the project's. While the project and its settings do not
   * change, the same object is returned.
   */
  find(dsn: Dsn): Promise<DsnProject | undefined> {
    const key = `${dsn.projectId} ${dsn.publicKey}`;
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const lookup = this.#lookUp(key, dsn);
    this.#waiting.set(key, lookup);
    return lookup;
  }

  /** Waits for the end of the running read, then for the end of the turn of the event loop: more requests may arrive meanwhile. */
  async #lookUp(key: string, { projectId, publicKey }: Dsn): Promise<DsnProject | undefined> {
    await this.#running.get(key)?.catch(() => undefined);
    await setImmediate();
    this.#waiting.delete(key);
    const running = this.read(({ projects }) => projects.findByKey(projectId, publicKey, this.#found.get(key)));
    this.#running.set(key, running);
    try {
      const found = await running;
      if (found === undefined) this.#found.delete(key);
      else this.#found.set(key, found);
      return found?.project;
    } finally {
      this.#running.delete(key);
    }
  }
}
