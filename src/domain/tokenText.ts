import { createHash, randomBytes } from 'node:crypto';

/** A new bearer token: random, and recognisable as ours where it leaks. */
export function newToken(): string {
  return `culprit_${randomBytes(32).toString('hex')}`;
}

/** What is stored of a token, and how it is looked up: lower-case hexadecimal SHA-256 (decisions.md §2). */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
