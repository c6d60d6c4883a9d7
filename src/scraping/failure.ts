import type { ScrapingFailure, ScrapingReason } from '../domain/scraping';

/** Why a file could not be fetched. */
export class ScrapingError extends Error {
  /** @param isOfHost whether other files of the host would fail alike */
  constructor(
    readonly reason: ScrapingReason,
    details: string,
    readonly url: URL,
    readonly isOfHost = false,
  ) {
    super(details);
  }

  /** What is remembered of it. */
  get failure(): ScrapingFailure {
    return { url: this.url.href, reason: this.reason, details: this.message };
  }
}
