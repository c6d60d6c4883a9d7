import { type FetchAttempt, needsFetch } from '../../domain/fetchAttempt';
import type { FindFetchAttempts } from '../resolve/resolveEvent';

/** How long what the store said is taken for true: so much later events see that a file was fetched. */
const FRESH_MS = 10_000;
/** How many files are remembered. */
const MAX_FILES = 4096;

interface CachedAttempts {
  readonly readAt: number;
  readonly attempts: readonly FetchAttempt[];
}

/**
 * What the store said of the files that events point to, so that events of the same files ask it once in a while and not each.
 * Of more files than are remembered, the one that was asked for longest ago goes.
 */
export class FetchAttemptCache {
  readonly #known = new Map<string, CachedAttempts>();

  /** @param findStored the store */
  constructor(
    readonly findStored: FindFetchAttempts,
    readonly maxFiles = MAX_FILES,
  ) {}

  readonly find: FindFetchAttempts = async (projectId, urls, received) => {
    const said = new Map(urls.flatMap((url) => this.#fresh(keyOf(projectId, url), url, received)));
    const asked = urls.filter((url) => !said.has(url));
    const found =
      asked.length === 0
        ? new Map<string, readonly FetchAttempt[]>()
        : await this.findStored(projectId, asked, received);
    for (const url of asked) {
      const scrapings = found.get(url) ?? [];
      said.set(url, scrapings);
      this.#keep(keyOf(projectId, url), { readAt: received, attempts: scrapings });
    }
    return said;
  };

  /** Those of the files, which were looked for before, that are to be fetched. They are taken to be asked for from now on. */
  request(projectId: string, urls: readonly string[], received: number): string[] {
    const due = urls.filter((url) => needsFetch(this.#known.get(keyOf(projectId, url))?.attempts ?? [], received));
    for (const url of due) {
      const key = keyOf(projectId, url);
      const known = this.#known.get(key)?.attempts ?? [];
      this.#keep(key, { readAt: received, attempts: [...known, { url, at: received, map: null, failure: null }] });
    }
    return due;
  }

  #fresh(key: string, url: string, received: number): [string, readonly FetchAttempt[]][] {
    const known = this.#known.get(key);
    if (known === undefined || received - known.readAt >= FRESH_MS) return [];
    this.#keep(key, known);
    return [[url, known.attempts]];
  }

  #keep(key: string, known: CachedAttempts): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size > this.maxFiles) this.#known.delete(this.#known.keys().next().value ?? '');
  }
}

function keyOf(projectId: string, url: string): string {
  return `${projectId} ${url}`;
}
