import { inQuotes, tagSearchKey } from '../issues/searchCompletion';
import type { ShownEvent } from './eventParts';

/** Writes a term of a search that finds the value of a tag, such as `transaction:"GET /cart"`. */
export function tagTerm(key: string, value: string): string {
  return termOf(tagSearchKey(key), value);
}

function termOf(key: string, value: string): string {
  return `${key}:${/^[\w./@+-]+$/.test(value) ? value : inQuotes(value)}`;
}

/** Writes a search that finds the issues of a user by the most precise thing that is known; null if nothing is. */
export function userTerm({ id, email, username, ip_address: ip }: NonNullable<ShownEvent['user']>): string | null {
  for (const [name, value] of Object.entries({ id, email, username, ip })) {
    if (value !== null && value !== '') return termOf(`user.${name}`, value);
  }
  return null;
}
