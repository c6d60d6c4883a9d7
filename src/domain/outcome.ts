import { isPrivateAddress } from './addresses';
import type { RateLimit } from './rateLimit';

/** Outcome of an event, or of an item of another type, that a client sent. */
export type Outcome = 'accepted' | 'filtered' | 'invalid' | 'rate_limited';

/** The outcome of an event by the reason for which it was dropped. */
const OUTCOME_OF_DROP = {
  /** The setting `allowedDomains` does not contain the origin of the page. */
  cors: 'invalid',
  'ip-address': 'filtered',
  'release-version': 'filtered',
  'error-message': 'filtered',
  'react-hydration-errors': 'filtered',
  'chunk-load-error': 'filtered',
  /** A violation of a Content-Security-Policy by a source that the project ignores. */
  'invalid-csp': 'filtered',
  'spike-protection': 'rate_limited',
  /* The rate limit of the key, the project or the organization is exhausted. */
  key_quota: 'rate_limited',
  project_quota: 'rate_limited',
  org_quota: 'rate_limited',
  /** It would have opened one more issue than the project may in an hour. */
  'new-issues': 'rate_limited',
  /** The item is of a type that is not stored. */
  feature_disabled: 'invalid',
  too_large: 'invalid',
  invalid_envelope: 'invalid',
  invalid_compression: 'invalid',
  invalid_json: 'invalid',
  /** The service could not store it. */
  internal: 'invalid',
} as const satisfies Record<string, Outcome>;

export type DropReason = keyof typeof OUTCOME_OF_DROP;

/** Returns the outcome and the reason under which an event is counted; null means that it was accepted. */
export function outcomeOf(dropped: DropReason | null): { outcome: Outcome; reason: DropReason | '' } {
  return dropped === null
    ? { outcome: 'accepted', reason: '' }
    : { outcome: OUTCOME_OF_DROP[dropped], reason: dropped };
}

/** Category of a counted item of an envelope, as the protocol names it. */
export type DataCategory =
  | 'attachment'
  | 'default'
  | 'error'
  | 'feedback'
  | 'internal'
  | 'log_item'
  | 'monitor'
  | 'profile'
  | 'profile_chunk'
  | 'replay'
  | 'security'
  | 'session'
  | 'span'
  | 'trace_metric'
  | 'transaction';

/** The kinds of items that an operator can switch off, by their names in `DISABLED_ITEMS`. */
export const ITEM_KINDS = ['attachments', 'check-ins', 'feedback', 'minidumps', 'security', 'sessions'] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

/** Number of items of one category in a project that had one outcome in one hour. */
export interface OutcomeCount {
  /** Start of the hour, in milliseconds since 1970, UTC. */
  readonly hour: number;
  readonly outcome: Outcome;
  /** Empty for events that were accepted. */
  readonly reason: DropReason | '';
  readonly category: DataCategory;
  readonly quantity: number;
}

/** Number of items that SDKs of a project dropped in one hour, for a reason that they report. */
export type DiscardCount = Pick<OutcomeCount, 'hour' | 'quantity'> & {
  readonly outcome: 'client_discard';
  readonly reason: string;
  readonly category: string;
};

/** Counts are deleted after this many days. */
export const OUTCOME_RETENTION_DAYS = 90;

/**
 * A period divided into equal steps, which begin on full hours or days of UTC. Times are in milliseconds since 1970.
 */
export interface TimeRange {
  readonly from: number;
  /** End of the last step. */
  readonly to: number;
  readonly step: number;
}

/** Returns the steps that cover the last `length` milliseconds before `now`; the last step contains `now`. */
export function timeRangeBefore(now: number, length: number, step: number): TimeRange {
  const to = (Math.floor(now / step) + 1) * step;
  return { from: to - Math.ceil(length / step) * step, to, step };
}

/** The kind of network from which an event came. The address itself is not kept. */
export type AddressClass = 'private' | 'public';

/** The key and the kind of network from which an event came. */
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
  /** The reason why the last attempt stored nothing; `duplicate` if an event with the id is stored. */
  readonly reason: DropReason | 'duplicate';
  /** The category under which it is counted. */
  readonly category: DataCategory;
  /** Number of attempts to send it that stored nothing. */
  readonly attempts: number;
  /** The rate limit that was exhausted; null for other reasons. */
  readonly limit: RateLimit | null;
}

/** Days for which dropped events are kept. */
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
