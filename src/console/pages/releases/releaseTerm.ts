/** Returns the term of a search for a version, in quotes. */
export function releaseTerm(key: 'firstRelease' | 'release', version: string): string {
  return `${key}:"${version.replace(/["\\]/g, '\\$&')}"`;
}
