import { ScrapingError } from './failure';
import type { FetchFile, WantedFetch } from './fetchFile';

const REST_MS = 5 * 60 * 1000;

/**
 * Hosts that failed a moment ago, which are left alone for a while by the project that met the failure: nobody can keep others
 * from a host. Where a redirect led to counts for nothing, since any host can redirect to any other.
 */
export class RestingHosts {
  readonly #rests = new Map<string, { readonly until: number; readonly error: ScrapingError }>();

  /** @param clock milliseconds since 1970, UTC */
  constructor(readonly clock: () => number) {}

  /** The same, but that hosts which rest are not asked: that fails for the reason of the failure before. */
  sparing(fetchFile: FetchFile): FetchFile {
    return async (wanted, signal) => {
      this.#check(wanted);
      try {
        return await fetchFile(wanted, signal);
      } catch (error) {
        if (error instanceof ScrapingError && error.isOfHost && error.url.host === new URL(wanted.url).host)
          this.#note(wanted, error);
        throw error;
      }
    };
  }

  #check(wanted: WantedFetch): void {
    const url = new URL(wanted.url);
    const rest = this.#rests.get(keyOf(url, wanted));
    if (rest === undefined || rest.until <= this.clock()) return;
    throw new ScrapingError(
      rest.error.reason,
      `The host failed a moment ago, and is left alone for a while: ${rest.error.message}`,
      url,
    );
  }

  #note(wanted: WantedFetch, error: ScrapingError): void {
    const now = this.clock();
    for (const [key, { until }] of this.#rests) if (until <= now) this.#rests.delete(key);
    this.#rests.set(keyOf(error.url, wanted), { until: now + REST_MS, error });
  }
}

function keyOf({ host }: URL, { projectId, verifiesCertificate }: WantedFetch): string {
  return `${projectId} ${host} ${verifiesCertificate}`;
}
