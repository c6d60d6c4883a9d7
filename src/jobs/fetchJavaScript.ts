import { isOwnOrigin, type Project, securityTokenHeaders } from '../domain/project';
import { withDeadline } from '../net/privateNetworkGuard';
import {
  FetchError,
  type FetchFile,
  type FileRequest,
  type FetchedSourceMap,
  fetchSourceMap,
} from '../sourcemaps/fetch/fetchFile';
import { ContentBatchWriter } from '../sourcemaps/upload/assembleBundle';
import type { FetchAttemptKey, FetchAttemptOwner, FetchAttemptResult } from '../store/fetchAttempts';
import type { Database, Writers } from '../store/stores';
import { type BackgroundJob, WorkInProgress } from './scheduler';

/**
 * Projects whose files are fetched at the same time. The files of one project are fetched one after the other. Hosts
 * that do not respond delay only their own organization, as long as there are not many of them.
 */
const SLOTS = { total: 8, perOrganization: 2 };
const FILES_PER_CLAIM = 8;
/** Time for which the files of one project are fetched before other projects are served. */
const PROJECT_TIMEOUT_MS = 30_000;
/** Time for which other processes do not touch claimed files. */
const CLAIM_MS = 90_000;
/** Attempts and bytes of source maps that are stored of one project; the oldest are deleted first. */
const PROJECT_LIMITS = { rows: 1000, bytes: 128 * 1024 * 1024 };

export interface FetchJavaScriptOptions {
  readonly database: Database;
  readonly fetchFile: FetchFile;
  /**
   * Called with errors of this service that do not end a step, not with errors of a file's server. The file is fetched
   * again later.
   */
  readonly onError: (error: unknown) => void;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/**
 * Fetches the minified files that events refer to, and their source maps. Requested files are claimed in one short
 * transaction, fetched outside of any, and stored right after. Files that a killed process had claimed are fetched by
 * another one.
 */
export class FetchJavaScriptJob implements BackgroundJob {
  readonly name = 'fetching JavaScript';
  readonly idleMs = 1000;
  readonly asksAllMachines = true;
  private readonly database: Database;
  private readonly fetchFile: FetchFile;
  private readonly onError: (error: unknown) => void;
  private readonly clock: () => number;
  readonly #inProgress = new WorkInProgress<FetchAttemptOwner>();

  constructor({ database, fetchFile, onError, clock = Date.now }: FetchJavaScriptOptions) {
    this.database = database;
    this.fetchFile = fetchFile;
    this.onError = onError;
    this.clock = clock;
  }

  /**
   * Begins to fetch as many files as there are free slots. If no fetch can begin, waits for the end of one in progress,
   * at most as long as an idle job pauses. While the disk has too little space for uploads, nothing is fetched.
   */
  step(signal: AbortSignal): Promise<boolean> {
    return this.#inProgress.step(
      async () => (await this.#isAnythingDue()) && this.#hasDiskSpace() && this.#start(signal),
      this.idleMs,
    );
  }

  async finish(): Promise<void> {
    await this.#inProgress.endOfAll();
  }

  /** Returns true if anything is due. Only reads, so that an idle job never takes the write lock. */
  async #isAnythingDue(): Promise<boolean> {
    const busy = this.#inProgress.subjects;
    if (busy.length >= SLOTS.total) return false;
    const due = await this.database.read(({ fetchAttempts }) =>
      fetchAttempts.findDue(this.clock(), 1, withoutSlot(busy)),
    );
    return due.length > 0;
  }

  /** Claims and starts fetches. Returns true if there may be more. */
  async #start(signal: AbortSignal): Promise<boolean> {
    const claimed = (await this.database.exclusively((stores) => this.#claim(stores))) ?? [];
    for (const { owner, keys } of claimed) this.#inProgress.add(owner, this.#fetchProject(keys, signal));
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

  async #claim({ fetchAttempts }: Writers): Promise<{ owner: FetchAttemptOwner; keys: FetchAttemptKey[] }[]> {
    const now = this.clock();
    const claimed = [];
    const busy = this.#inProgress.subjects;
    while (busy.length < SLOTS.total) {
      const [owner] = await fetchAttempts.findDue(now, 1, withoutSlot(busy));
      if (owner === undefined) break;
      claimed.push({ owner, keys: await fetchAttempts.claim(owner, now, now + CLAIM_MS, FILES_PER_CLAIM) });
      busy.push(owner);
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

/** Returns the projects and organizations of which nothing more can be fetched now. */
function withoutSlot(busy: readonly FetchAttemptOwner[]): { projectIds: string[]; organizationIds: string[] } {
  const organizationIds = busy.map(({ organizationId }) => organizationId);
  const isFull = (id: string) => organizationIds.filter((one) => one === id).length >= SLOTS.perOrganization;
  return { projectIds: busy.map(({ projectId }) => projectId), organizationIds: organizationIds.filter(isFull) };
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
