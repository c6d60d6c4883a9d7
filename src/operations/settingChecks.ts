import type { ProjectSettings } from '../domain/settings';
import { checkGroupingEnhancements } from '../ingest/grouping/enhancements';
import { checkFingerprintingRules } from '../ingest/grouping/rules';
import { checkAddresses } from '../ingest/inbound/addresses';
import { checkGlobs } from '../ingest/inbound/glob';
import { originFault } from '../ingest/inbound/origins';
import { checkPiiConfig } from '../ingest/scrub/piiConfig';

/** What is wrong with a value that fits the contract: a sentence for each fault. `now` in milliseconds since 1970, UTC. */
export type Check = (value: never, now: number) => string[];

/** Lists of field names may have so many characters together (reference/endpoints.md §2.3). */
const MOST_CHARACTERS = 4000;

/** How long an earlier grouping may count on: 91 days. */
const MOST_SECONDS = 91 * 24 * 60 * 60;

/** Of settings whose values a schema cannot tell from wrong ones. */
export const CHECKS: { readonly [Setting in string]?: Check } = {
  allowedDomains: checkOrigins,
  safeFields: checkLength,
  sensitiveFields: checkLength,
  filterBlacklistedIps: checkAddresses,
  filterReleases: checkGlobs,
  filterErrorMessages: checkGlobs,
  fingerprintingRules: checkFingerprintingRules,
  groupingEnhancements: checkGroupingEnhancements,
  relayPiiConfig: (text) => (text === null ? [] : checkPiiConfig(text)),
  secondaryGroupingExpiry: checkExpiry,
  securityTokenHeader: checkHeader,
} satisfies {
  readonly [Setting in keyof ProjectSettings]?: (value: ProjectSettings[Setting], now: number) => string[];
};

function checkOrigins(origins: readonly string[]): string[] {
  if (origins.length === 0) return ['Empty values alone would refuse every page; use "*" to allow all.'];
  return origins.flatMap((origin) => originFault(origin) ?? []);
}

/** Headers of requests made for a project that are the service's own, or the connection's. */
const TAKEN_HEADERS =
  /^(?:accept|accept-encoding|connection|content-.*|date|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent|via|webhook-.*)$/i;

function checkHeader(name: string | null): string[] {
  return name !== null && TAKEN_HEADERS.test(name)
    ? [`The header "${name}" has another meaning; choose one of your own, such as X-Culprit-Token.`]
    : [];
}

function checkExpiry(expiry: number, now: number): string[] {
  const seconds = Math.floor(now / 1000);
  if (expiry === 0 || (expiry > seconds && expiry <= seconds + MOST_SECONDS)) return [];
  return [
    `The time ${expiry} is not in the next 91 days, which are ${seconds + 1} to ${seconds + MOST_SECONDS}; 0 is none.`,
  ];
}

function checkLength(texts: readonly string[]): string[] {
  const count = texts.reduce((sum, text) => sum + [...text].length, 0);
  return count <= MOST_CHARACTERS
    ? []
    : [`The values have ${count} characters together; at most ${MOST_CHARACTERS} are allowed.`];
}
