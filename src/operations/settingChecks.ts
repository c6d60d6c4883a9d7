import type { ProjectSettings } from '../domain/settings';
import { checkAddresses } from '../ingest/inbound/addresses';
import { checkGlobs } from '../ingest/inbound/glob';
import { originFault } from '../ingest/inbound/origins';

/** What is wrong with a value that fits the contract: a sentence for each fault. */
export type Check = (value: never) => string[];

/** Lists of field names may have so many characters together (reference/endpoints.md §2.3). */
const MOST_CHARACTERS = 4000;

/** Of settings whose values a schema cannot tell from wrong ones. */
export const CHECKS: { readonly [Setting in string]?: Check } = {
  allowedDomains: checkOrigins,
  safeFields: checkLength,
  sensitiveFields: checkLength,
  filterBlacklistedIps: checkAddresses,
  filterReleases: checkGlobs,
  filterErrorMessages: checkGlobs,
} satisfies { readonly [Setting in keyof ProjectSettings]?: (value: ProjectSettings[Setting]) => string[] };

function checkOrigins(origins: readonly string[]): string[] {
  if (origins.length === 0) return ['Empty values alone would refuse every page; use "*" to allow all.'];
  return origins.flatMap((origin) => originFault(origin) ?? []);
}

function checkLength(texts: readonly string[]): string[] {
  const count = texts.reduce((sum, text) => sum + [...text].length, 0);
  return count <= MOST_CHARACTERS ? [] : [`The values have ${count} characters together; at most ${MOST_CHARACTERS} are allowed.`];
}
