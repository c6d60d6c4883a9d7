import { type Project, securityTokenHeaders } from '../domain/project';
import { isOwnOrigin } from '../ingest/filters/allowedOrigins';
import { FetchError, type FetchFile, type FileRequest, HostBackoff } from '../sourcemaps/fetch/fetchFile';
import { type FetchedSourceMap, fetchSourceMap } from '../sourcemaps/fetch/fetchSourceMap';
import { ContentBatchWriter } from '../sourcemaps/upload/storeContents';
import type { FetchAttemptKey, FetchAttemptResult } from '../store/fetchAttempts';
import type { Database, Writers } from '../store/stores';
import { Pruning, Rounds } from './scheduler';

/** Projects that are served at a time; the files of one come one after the other. */
const PROJECTS_AT_A_TIME = 4;
const FILES_AT_A_TIME = 8;
/** What the files of a project may take before others have their turn, and for how long other processes leave them alone. */
const TURN_MS = 30_000;
const CLAIM_MS = 90_000;
/** What a project keeps; older attempts go first. */
const LIMITS = { rows: 1000, bytes: 128 * 1024 * 1024 };
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const PRUNED_PER_STEP = 200;

/**
 * Fetches the files that events ask for in the background: what is due is claimed in one short transaction, fetched outside of any,
 * and settled right after. A process that is killed leaves what it has claimed to the next one.
 */
export class FetchJavaScriptJob {
  readonly #rounds: Rounds;
  readonly #fetchFile: FetchFile;
  readonly #pruning: Pruning;

  /**
   * @param onError told of failures that are no server's; what they concern is tried again
   * @param clock milliseconds since 1970, UTC
   */
  constructor(
    readonly database: Database,
    fetchFile: FetchFile,
    readonly onError: (error: unknown) => void,
    readonly clock: () => number = Date.now,
  ) {
    this.#rounds = new Rounds(() => this.#step(), onError);
    this.#pruning = new Pruning(KEPT_MS, PRUNED_PER_STEP, (before, limit, now) =>
      database.exclusively(({ fetchAttempts: scrapings }) => scrapings.prune(before, limit, now)),
    );
    this.#fetchFile = new HostBackoff(clock).wrap(fetchFile);
  }

  start(): void {
    this.#rounds.start();
  }

  /** Breaks off what is under way, which comes after the next start. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Fetches all that is due now. */
  run(): Promise<void> {
    return this.#rounds.run();
  }

  /** Answers whether there may be more to do. Looking costs others nothing: nearly always there is nothing. */
  async #step(): Promise<boolean> {
    await this.#pruning.step(this.clock());
    const due = await this.database.read(({ fetchAttempts: scrapings }) => scrapings.findDue(this.clock(), 1));
    if (due.length === 0) return false;
    const claimed = (await this.database.exclusively((stores) => this.#claim(stores))) ?? [];
    await Promise.all(claimed.map((keys) => this.#serve(keys)));
    return claimed.length > 0;
  }

  async #claim({ fetchAttempts: scrapings }: Writers): Promise<FetchAttemptKey[][]> {
    const now = this.clock();
    const claimed: FetchAttemptKey[][] = [];
    for (const owner of await scrapings.findDue(now, PROJECTS_AT_A_TIME)) {
      claimed.push(await scrapings.claim(owner, now, now + CLAIM_MS, FILES_AT_A_TIME));
    }
    return claimed;
  }

  /** What its turn is too short for is due again when the claim ends. */
  async #serve(keys: readonly FetchAttemptKey[]): Promise<void> {
    const turn = AbortSignal.any([this.#rounds.stopping, AbortSignal.timeout(TURN_MS)]);
    try {
      for (const key of keys) {
        if (!turn.aborted) await this.#scrape(key, turn);
      }
    } catch (error) {
      if (!turn.aborted) this.onError(error);
    }
  }

  async #scrape(key: FetchAttemptKey, signal: AbortSignal): Promise<void> {
    try {
      await this.#settle(key, await this.#fetch(key, signal));
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      await this.database.write((stores) =>
        endAttempt(stores, key, { map: null, failure: error.failure }, this.clock()),
      );
    }
  }

  async #fetch({ projectId, organizationId, url }: FetchAttemptKey, signal: AbortSignal): Promise<FetchedSourceMap> {
    const project = await this.database.read(({ projects }) => projects.findById(organizationId, projectId));
    if (project?.settings.scrapeJavaScript !== true) {
      throw new FetchError('disabled', 'Fetching JavaScript was switched off for the project.', new URL(url));
    }
    return fetchSourceMap(this.#fetchFile, requestFor(project, url), signal);
  }

  async #settle(key: FetchAttemptKey, { map, bytes }: FetchedSourceMap): Promise<void> {
    const { organizationId } = key;
    const at = this.clock();
    const { read, write } = this.database;
    const keeper = new ContentBatchWriter(read, write, { organizationId, at });
    await keeper.add(map.sha1, bytes);
    await keeper.flush();
    await write(async (stores) => {
      const { contents } = stores;
      await contents.touch(organizationId, [map.sha1], at);
      if ((await contents.findMissing(organizationId, [map.sha1])).length > 0)
        throw new Error('The bytes of a source map were dropped meanwhile.');
      await endAttempt(stores, key, { map, failure: null }, at);
    });
  }
}

/** Each attempt makes room for itself, whatever came of it. */
async function endAttempt(
  { fetchAttempts: scrapings }: Writers,
  key: FetchAttemptKey,
  result: FetchAttemptResult,
  at: number,
): Promise<void> {
  await scrapings.finish(key, result, at);
  await scrapings.trim(key, LIMITS, at);
}

/** The project's token goes to hosts alone that the project names as its own. */
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
