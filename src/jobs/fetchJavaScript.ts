import { type Project, securityTokenHeaders } from '../domain/project';
import { isOwnOrigin } from '../domain/origins';
import { withDeadline } from '../net/deadline';
import { FetchError, type FetchFile, type FileRequest } from '../sourcemaps/fetch/fetchFile';
import { type FetchedSourceMap, fetchSourceMap } from '../sourcemaps/fetch/fetchSourceMap';
import { ContentBatchWriter } from '../sourcemaps/upload/storeContents';
import type { FetchAttemptKey, FetchAttemptResult } from '../store/fetchAttempts';
import type { Database, Writers } from '../store/stores';
import type { BackgroundJob } from './scheduler';

/** Projects whose files are fetched at the same time. The files of one project are fetched one after the other. */
const MAX_CONCURRENT_PROJECTS = 4;
const FILES_PER_CLAIM = 8;
/** How long the files of one project are fetched before other projects are served. */
const PROJECT_TIMEOUT_MS = 30_000;
/** How long other processes leave claimed files alone. */
const CLAIM_MS = 90_000;
/** Attempts and bytes of source maps that are stored of one project; the oldest are deleted first. */
const PROJECT_LIMITS = { rows: 1000, bytes: 128 * 1024 * 1024 };

export interface FetchJavaScriptOptions {
  readonly database: Database;
  readonly fetchFile: FetchFile;
  /** Called with errors that are not those of a file's server and do not end a step. The file is fetched again later. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/**
 * Fetches the minified files that events refer to, and their source maps. Requested files are claimed in one short transaction,
 * fetched outside of any, and stored right after. Files that a killed process had claimed are fetched by another one.
 */
export class FetchJavaScriptJob implements BackgroundJob {
  readonly name = 'fetching JavaScript';
  readonly idleMs = 1000;
  private readonly database: Database;
  private readonly fetchFile: FetchFile;
  private readonly onError: (error: unknown) => void;
  private readonly clock: () => number;

  constructor({ database, fetchFile, onError, clock = Date.now }: FetchJavaScriptOptions) {
    this.database = database;
    this.fetchFile = fetchFile;
    this.onError = onError;
    this.clock = clock;
  }

  /**
   * Looks for requested files without the write lock: nearly always there are none. While the disk has too little space for uploads,
   * nothing is fetched.
   */
  async step(signal: AbortSignal): Promise<boolean> {
    const due = await this.database.read(({ fetchAttempts }) => fetchAttempts.findDue(this.clock(), 1));
    if (due.length === 0) return false;
    if (!this.#hasDiskSpace()) return false;
    const claimed = (await this.database.exclusively((stores) => this.#claim(stores))) ?? [];
    await Promise.all(claimed.map((keys) => this.#fetchProject(keys, signal)));
    return claimed.length > 0;
  }

  #hasDiskSpace(): boolean {
    try {
      this.database.requireDiskSpace('uploads');
      return true;
    } catch {
      return false;
    }
  }

  async #claim({ fetchAttempts }: Writers): Promise<FetchAttemptKey[][]> {
    const now = this.clock();
    const claimed: FetchAttemptKey[][] = [];
    for (const owner of await fetchAttempts.findDue(now, MAX_CONCURRENT_PROJECTS)) {
      claimed.push(await fetchAttempts.claim(owner, now, now + CLAIM_MS, FILES_PER_CLAIM));
    }
    return claimed;
  }

  /** Files that the time does not suffice for are due again when the claim ends. */
  async #fetchProject(keys: readonly FetchAttemptKey[], stopping: AbortSignal): Promise<void> {
    await withDeadline(stopping, PROJECT_TIMEOUT_MS, async (signal) => {
      try {
        for (const key of keys) {
          if (!signal.aborted) await this.#fetchAndStore(key, signal);
        }
      } catch (error) {
        if (!signal.aborted) this.onError(error);
      }
    });
  }

  async #fetchAndStore(key: FetchAttemptKey, signal: AbortSignal): Promise<void> {
    try {
      await this.#storeMap(key, await this.#fetch(key, signal));
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      await this.database.write((stores) =>
        finishAttempt(stores, key, { map: null, failure: error.failure }, this.clock()),
      );
    }
  }

  async #fetch({ projectId, organizationId, url }: FetchAttemptKey, signal: AbortSignal): Promise<FetchedSourceMap> {
    const project = await this.database.read(({ projects }) => projects.findById(organizationId, projectId));
    if (project?.settings.scrapeJavaScript !== true) {
      throw new FetchError('disabled', 'Fetching JavaScript was switched off for the project.', new URL(url));
    }
    return fetchSourceMap(this.fetchFile, requestFor(project, url), signal);
  }

  async #storeMap(key: FetchAttemptKey, { map, bytes }: FetchedSourceMap): Promise<void> {
    const { organizationId } = key;
    const at = this.clock();
    const { read, write } = this.database;
    const contentWriter = new ContentBatchWriter(read, write, { organizationId, at });
    await contentWriter.add(map.sha1, bytes);
    await contentWriter.flush();
    await write(async (stores) => {
      const { contents } = stores;
      await contents.touch(organizationId, [map.sha1], at);
      if ((await contents.findMissing(organizationId, [map.sha1])).length > 0) {
        throw new Error('The content of a fetched source map was deleted before the map could refer to it.');
      }
      await finishAttempt(stores, key, { map, failure: null }, at);
    });
  }
}

/** Stores the result of an attempt, and deletes the project's oldest attempts beyond its limits. */
async function finishAttempt(
  { fetchAttempts }: Writers,
  key: FetchAttemptKey,
  result: FetchAttemptResult,
  at: number,
): Promise<void> {
  await fetchAttempts.finish(key, result, at);
  await fetchAttempts.trim(key, PROJECT_LIMITS, at);
}

/** The project's security token is sent only to hosts that the project lists as its own. */
function requestFor(project: Project, url: string): FileRequest {
  const { allowedDomains, verifySSL } = project.settings;
  const token = securityTokenHeaders(project);
  return {
    projectId: project.id,
    url,
    verifiesCertificate: verifySSL,
    headersFor: ({ origin }) => (isOwnOrigin(origin, allowedDomains) ? token : {}),
  };
}
