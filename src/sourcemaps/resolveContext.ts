import { LRUCache } from 'lru-cache';
import { type FetchAttempt, needsFetch } from '../domain/artifact';
import { atMost } from '../domain/lazy';
import type { Project } from '../domain/project';
import type { Read } from '../store/stores';
import type { FindFetchAttempts, ResolveContext } from './resolve/resolveEvent';
import type { SourceMapCache } from './resolve/sourceMapCache';

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
    this.#entries = new LRUCache(atMost(maxFiles));
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

/** The parts of the service that resolve frames. */
export interface SourceMapServices {
  readonly read: Read;
  readonly sourceMaps: SourceMapCache;
  /** True if the service fetches files that are not uploaded. */
  readonly fetchesJavaScript: boolean;
}

/** Returns the places where the source maps of a project's events are found. */
export function resolveContextFor(
  project: Project,
  { read, sourceMaps, fetchesJavaScript }: SourceMapServices,
): ResolveContext {
  const usesFetched = fetchesJavaScript && project.settings.scrapeJavaScript;
  return { read, mapCache: sourceMaps, findFetchAttempts: usesFetched ? findStoredAttempts(read) : undefined };
}

/**
 * Returns the same places for a diagnosis. If the project has switched fetching off, all attempts appear as failed for
 * that reason.
 */
export function diagnosisContextFor(project: Project, services: SourceMapServices): ResolveContext {
  const context = resolveContextFor(project, services);
  const isDisabled = services.fetchesJavaScript && !project.settings.scrapeJavaScript;
  return isDisabled ? { ...context, findFetchAttempts: findDisabledAttempts } : context;
}

/** Returns a function that reads fetch attempts from the database. */
export function findStoredAttempts(read: Read): FindFetchAttempts {
  return (projectId, urls, received) => read(({ fetchAttempts }) => fetchAttempts.find(projectId, urls, received));
}

const findDisabledAttempts: FindFetchAttempts = (_, urls, received) => {
  const details = 'Fetching JavaScript is switched off for the project.';
  const failed = (url: string) =>
    ({ url, at: received, map: null, failure: { url, reason: 'disabled', details } }) as const;
  return Promise.resolve(new Map(urls.map((url) => [url, [failed(url)]])));
};
