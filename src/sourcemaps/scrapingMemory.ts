import { needsScraping, type Scraping } from '../domain/scraping';
import type { FindScrapings } from './scraped';

/** How long what the store said is taken for true: so much later events see that a file was fetched. */
const FRESH_MS = 10_000;
/** How many files are remembered. */
const MOST = 4096;

interface Known {
  readonly askedAt: number;
  readonly scrapings: readonly Scraping[];
}

/**
 * What the store said of the files that events point to, so that events of the same files ask it once in a while and not each.
 * Of more files than are remembered, the one that was asked for longest ago goes.
 */
export class ScrapingMemory {
  readonly #known = new Map<string, Known>();

  /** @param ask the store */
  constructor(
    readonly ask: FindScrapings,
    readonly most = MOST,
  ) {}

  readonly find: FindScrapings = async (projectId, urls, received) => {
    const said = new Map(urls.flatMap((url) => this.#fresh(keyOf(projectId, url), url, received)));
    const asked = urls.filter((url) => !said.has(url));
    const found =
      asked.length === 0 ? new Map<string, readonly Scraping[]>() : await this.ask(projectId, asked, received);
    for (const url of asked) {
      const scrapings = found.get(url) ?? [];
      said.set(url, scrapings);
      this.#keep(keyOf(projectId, url), { askedAt: received, scrapings });
    }
    return said;
  };

  /** Those of the files, which were looked for before, that are to be fetched. They are taken to be asked for from now on. */
  request(projectId: string, urls: readonly string[], received: number): string[] {
    const due = urls.filter((url) => needsScraping(this.#known.get(keyOf(projectId, url))?.scrapings ?? [], received));
    for (const url of due) {
      const key = keyOf(projectId, url);
      const known = this.#known.get(key)?.scrapings ?? [];
      this.#keep(key, { askedAt: received, scrapings: [...known, { url, at: received, map: null, failure: null }] });
    }
    return due;
  }

  #fresh(key: string, url: string, received: number): [string, readonly Scraping[]][] {
    const known = this.#known.get(key);
    if (known === undefined || received - known.askedAt >= FRESH_MS) return [];
    this.#keep(key, known);
    return [[url, known.scrapings]];
  }

  #keep(key: string, known: Known): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size > this.most) this.#known.delete(this.#known.keys().next().value ?? '');
  }
}

function keyOf(projectId: string, url: string): string {
  return `${projectId} ${url}`;
}
