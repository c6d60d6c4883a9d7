import { createHmac } from 'node:crypto';
import { FILTERED } from './forms';

/** Makes something harmless of a secret; null takes the whole value out. */
export interface Redaction {
  readonly method: 'remove' | 'replace' | 'mask' | 'hash';
  /** What stands in place of a part of a text. */
  of(secret: string): string;
}

export const REMOVE: Redaction = { method: 'remove', of: () => '' };
export const MASK: Redaction = { method: 'mask', of: (secret) => '*'.repeat(secret.length) };

export function replaceBy(text: string = FILTERED): Redaction {
  return { method: 'replace', of: () => text };
}

/** The same text gives the same hash, so that events can still be told apart; without a key, short secrets can be guessed from it. */
export function hashWith(key: string): Redaction {
  return {
    method: 'hash',
    of: (secret) => createHmac('sha256', key).update(secret).digest('hex').slice(0, 40).toUpperCase(),
  };
}
