import { createHash } from 'node:crypto';

/**
 * Returns the headers of replies that may be stored and must be revalidated before each use (RFC 9111, section
 * 5.2.2.4).
 */
export function revalidationHeaders(etag: string): Record<string, string> {
  return { ETag: etag, 'Cache-Control': 'no-cache' };
}

/** Creates the entity tag of a body: 132 bits of its hash. */
export function entityTag(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/**
 * Returns true if the `If-None-Match` header of a request names the tag. The comparison is weak: the prefix `W/` makes
 * no difference (RFC 9110, section 13.1.2).
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
