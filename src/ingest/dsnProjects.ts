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

/** A DSN that may lack the project: its `projectId` is null if the public key alone decides. */
export type PartialDsn = Pick<Dsn, 'publicKey'> & { readonly projectId: string | null };

/** Maximum number of cached projects, each under one of its keys: about as many as send events at the same time. */
const MAX_PROJECTS = 1_024;
/** Maximum memory of the cached projects, by estimate. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Estimated memory of a project with default settings, in bytes. */
const PROJECT_BYTES = 1_000;

/**
 * Finds the projects of DSNs. Each request waits for a read that begins after the request arrived: a changed key or
 * setting takes effect with the next request. Requests with the same key that wait at the same time share one read
 * (src/DECISIONS.md, "Key lookup").
 */
export class DsnProjects {
  /** Reads that have not begun, by key. */
  readonly #waiting = new Map<string, Promise<DsnProject | undefined>>();
  /** Reads that have begun, by key. */
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #projects = new LRUCache<string, FoundProject>({
    max: MAX_PROJECTS,
    maxSize: MAX_BYTES,
    // Each text is kept as JSON and in the parsed settings, with two bytes a character.
    sizeCalculation: ({ row }) => PROJECT_BYTES + 4 * (row.settings.length + row.alertRules.length),
  });

  constructor(private readonly read: Read) {}

  /**
   * Returns the project of an active key; undefined if the key does not belong to the project, or, alone, to exactly
   * one. Returns the same object as long as the project and its settings do not change.
   */
  find(dsn: PartialDsn): Promise<DsnProject | undefined> {
    const key = lookupKeyOf(dsn);
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const lookup = this.#lookUp(key, dsn);
    this.#waiting.set(key, lookup);
    return lookup;
  }

  /**
   * Waits for the end of the running read, then for the end of the turn of the event loop: more requests may arrive
   * meanwhile.
   */
  async #lookUp(key: string, { projectId, publicKey }: PartialDsn): Promise<DsnProject | undefined> {
    await this.#running.get(key)?.catch(() => undefined);
    await setImmediate();
    this.#waiting.delete(key);
    const running = this.read(async ({ projects, projectKeys }) => {
      const id = projectId ?? (await projectKeys.findProjectId(publicKey));
      if (id === undefined) return undefined;
      return projects.findByKey(id, publicKey, this.#projects.get(lookupKeyOf({ projectId: id, publicKey })));
    });
    this.#running.set(key, running);
    try {
      const result = await running;
      if (result === undefined) this.#projects.delete(key);
      else this.#projects.set(lookupKeyOf({ projectId: result.project.id, publicKey }), result);
      return result?.project;
    } finally {
      this.#running.delete(key);
    }
  }
}

function lookupKeyOf({ projectId, publicKey }: PartialDsn): string {
  return `${projectId ?? ''} ${publicKey}`;
}
