import { LRUCache } from 'lru-cache';
import { type FetchAttempt, needsFetch } from '../../domain/artifact';
import type { FindFetchAttempts } from '../resolve/resolveEvent';

/** Time for which an entry is used. Events see the result of a fetch that much later. */
const MAX_AGE_MS = 10_000;
const MAX_FILES = 4096;

interface CachedAttempts {
  readonly readAt: number;
  readonly attempts: readonly FetchAttempt[];
}

/** Least-recently-used cache of the stored fetch attempts by file, so that not every event of a file reads them. */
export class FetchAttemptCache {
  readonly #entries: LRUCache<string, CachedAttempts>;

  /** @param findStored reads the attempts from the database */
  constructor(
    private readonly findStored: FindFetchAttempts,
    maxFiles = MAX_FILES,
  ) {
    this.#entries = new LRUCache({ max: maxFiles });
  }

  /** Returns the attempts to fetch each file. Only files without a recent entry are read from the database. */
  readonly find: FindFetchAttempts = async (projectId, urls, received) => {
    const result = new Map<string, readonly FetchAttempt[]>();
    const missing: string[] = [];
    for (const url of urls) {
      const entry = this.#entries.get(keyOf(projectId, url));
      // The clock may have been set back.
      const isRecent = entry !== undefined && Math.abs(received - entry.readAt) < MAX_AGE_MS;
      if (isRecent) result.set(url, entry.attempts);
      else missing.push(url);
    }
    if (missing.length === 0) return result;
    const stored = await this.findStored(projectId, missing, received);
    for (const url of missing) {
      const attempts = stored.get(url) ?? [];
      result.set(url, attempts);
      this.#entries.set(keyOf(projectId, url), { readAt: received, attempts });
    }
    return result;
  };

  /**
   * Returns the files that are to be fetched, among the files that `find` was called with. Later calls treat them as
   * requested.
   */
  request(projectId: string, urls: readonly string[], received: number): string[] {
    return urls.filter((url) => {
      const key = keyOf(projectId, url);
      const attempts = this.#entries.peek(key)?.attempts ?? [];
      if (!needsFetch(attempts, received)) return false;
      const requested: FetchAttempt = { url, at: received, map: null, failure: null };
      this.#entries.set(key, { readAt: received, attempts: [...attempts, requested] });
      return true;
    });
  }
}

function keyOf(projectId: string, url: string): string {
  return `${projectId} ${url}`;
}
