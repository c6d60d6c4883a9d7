import { isPrivateAddress } from './addresses';
import type { DataCategory, DropReason } from './outcome';
import type { RateLimit } from './rateLimit';

/** The kind of network from which an event came. The address itself is not kept. */
export type AddressClass = 'private' | 'public';

/** From where an event came. */
export interface EventOrigin {
  /** The first characters of the public key with which it was sent; null if unknown. */
  readonly keyStart: string | null;
  readonly addressClass: AddressClass | null;
}

/** An event that a client sent and that is not stored, or was sent again. */
export interface DroppedEvent extends EventOrigin {
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string;
  /** Time of the last attempt: milliseconds since 1970, UTC. */
  readonly received: number;
  /** Why the last attempt stored nothing; `duplicate` if an event with the id is stored. */
  readonly reason: DropReason | 'duplicate';
  /** The category under which it is counted. */
  readonly category: DataCategory;
  /** Number of times it was sent in vain. */
  readonly attempts: number;
  /** The rate limit that was exhausted; null for other reasons. */
  readonly limit: RateLimit | null;
}

/** Days for which the reasons are kept. */
export const DROPPED_EVENT_DAYS = 7;

/** Number of characters that distinguish the keys of a project. */
const KEY_START = 8;

/** Returns the part of a public key that is kept with events. */
export function startOfKey(publicKey: string): string {
  return publicKey.slice(0, KEY_START);
}

/** Returns the class of a client's address; null if it is unknown. */
export function classOfAddress(address: string | null): AddressClass | null {
  if (address === null) return null;
  return isPrivateAddress(address) ? 'private' : 'public';
}

const CLASS_MARKS = { public: '+', private: '-' } as const satisfies Record<AddressClass, string>;
const UNKNOWN_CLASS = '?';

/** Returns an origin as it is stored with an event: a mark of the class of the address, and the start of the key. */
export function packOrigin({ keyStart, addressClass }: EventOrigin): string {
  return (addressClass === null ? UNKNOWN_CLASS : CLASS_MARKS[addressClass]) + (keyStart ?? '');
}

/** Restores a stored origin; events of earlier versions have none. */
export function readOrigin(stored = UNKNOWN_CLASS): EventOrigin {
  const [mark, keyStart] = [stored.slice(0, 1), stored.slice(1)];
  const addressClass = mark === '+' ? 'public' : mark === '-' ? 'private' : null;
  return { keyStart: keyStart || null, addressClass };
}
