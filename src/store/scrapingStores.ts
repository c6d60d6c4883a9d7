import type { Project } from '../domain/project';
import type { Scraping } from '../domain/scraping';

/** Whose attempts they are. */
export interface ScrapingOwner {
  readonly projectId: string;
  readonly organizationId: string;
}

/** Which attempt. */
export interface ScrapingKey extends ScrapingOwner {
  readonly url: string;
  readonly slot: number;
}

/** How an attempt ended. */
export type ScrapingResult = Pick<Scraping, 'map' | 'failure'>;

/** What a project may keep of what was fetched. */
export interface ScrapingLimits {
  readonly rows: number;
  /** Of source maps, inflated, each counted once. */
  readonly bytes: number;
}

export interface ScrapingReader {
  /** Attempts by URL that may matter to what was received at that time. */
  find(projectId: string, urls: readonly string[], received: number): Promise<Map<string, Scraping[]>>;
  /** Projects with attempts that are due, those first that wait longest. */
  due(now: number, limit: number): Promise<ScrapingOwner[]>;
}

export interface ScrapingWriter extends ScrapingReader {
  /** Asks for files to be fetched; a project may ask for some hundreds in an hour, and further ones are left out. */
  request(project: Pick<Project, 'id' | 'organizationId'>, urls: readonly string[], at: number): Promise<void>;
  /** Takes attempts of a project that are due, which then are not due before `until`. */
  claim(owner: ScrapingOwner, now: number, until: number, limit: number): Promise<ScrapingKey[]>;
  /** Ends an attempt; the bytes of its map are kept already. */
  settle(key: ScrapingKey, result: ScrapingResult, at: number): Promise<void>;
  /** Forgets the oldest of a project's attempts that are more than it may keep. */
  trim(owner: ScrapingOwner, limits: ScrapingLimits, at: number): Promise<void>;
  /** Forgets attempts that were asked for before `before`, at most `limit`; answers how many. */
  prune(before: number, limit: number, at: number): Promise<number>;
}
