import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { canonicalAddress } from './addresses';

/** The members of a user by which a person is found. */
export type ErasureKind = 'id' | 'email' | 'username' | 'ip_address';

/** Numbers of erased objects in a project. */
export interface ErasedCounts {
  readonly events: number;
  readonly attachments: number;
  /** Issues that had no other event. */
  readonly issues: number;
  /** Feedback and reports without a stored event. */
  readonly feedback: number;
  /** Comments and other texts in which the value was replaced. */
  readonly texts: number;
  /** Tags and search entries of events that had expired. */
  readonly tags: number;
}

export const NOTHING_ERASED: ErasedCounts = { events: 0, attachments: 0, issues: 0, feedback: 0, texts: 0, tags: 0 };

/** A project in which a person is erased. */
export interface ErasureProject {
  readonly id: string;
  readonly slug: string;
  readonly counts: ErasedCounts;
  /** Ids of issues that events were deleted from: their words may still contain the value. */
  readonly changedIssues: readonly number[];
  /** Ids of issues that were removed: their rows may still be stored. */
  readonly removedIssues: readonly number[];
}

/** The part of the work that is next: the first ones are done in each project. */
type ErasurePhase = 'events' | 'feedback' | 'texts' | 'tags' | 'waiting' | 'purging' | 'done';

export interface Receipt {
  /** The signed text: a JSON object. */
  readonly text: string;
  /** Base64 of an Ed25519 signature of the text. */
  readonly signature: string;
  /** Base64 of the public key, as SubjectPublicKeyInfo. */
  readonly publicKey: string;
}

/** The erasure of a person from the data of an organization. */
export interface Erasure {
  readonly id: string;
  readonly organizationId: string;
  /** Number of committed steps. */
  readonly step: number;
  readonly kind: ErasureKind;
  /** Null once nothing is left to erase. */
  readonly value: string | null;
  /** Hexadecimal digits that are hashed before the value. */
  readonly salt: string;
  readonly valueHash: string;
  /** Milliseconds since 1970, UTC. */
  readonly requestedAt: number;
  readonly finishedAt: number | null;
  readonly phase: ErasurePhase;
  readonly projects: readonly ErasureProject[];
  /** Index of the project that is next. */
  readonly project: number;
  /** The key after which the project's rows are read next; null at the beginning. */
  readonly position: readonly (string | number)[] | null;
  readonly receipt: Receipt | null;
  /** Milliseconds since 1970, UTC; null when nothing is left to do. */
  readonly dueAt: number | null;
}

/** The person to erase. */
export type ErasedPerson = Pick<Erasure, 'kind'> & { readonly value: string };

/** Returns the form in which values are compared: neither the case of a mail address nor the spelling of an IP counts. */
function comparable(kind: ErasureKind, value: string): string {
  const trimmed = value.trim();
  if (kind === 'ip_address') return canonicalAddress(trimmed) ?? trimmed.toLowerCase();
  return kind === 'email' ? trimmed.toLowerCase() : trimmed;
}

/** Returns what is wrong with the value of a person; undefined if nothing is. */
export function findPersonError({ kind, value }: ErasedPerson): string | undefined {
  if (kind !== 'ip_address' || canonicalAddress(value.trim()) !== undefined) return undefined;
  return 'This is not an IP address; write an IPv4 or IPv6 address, such as 203.0.113.9 or 2001:db8::1.';
}

/** Returns true if a member of a user is the value of the person. */
export function isPerson({ kind, value }: ErasedPerson, other: string | null): boolean {
  return other !== null && comparable(kind, other) === comparable(kind, value);
}

/** Returns the SHA-256 of a salt and a value, from which the value cannot be read. */
export function hashPerson(salt: string, { kind, value }: ErasedPerson): string {
  return createHash('sha256')
    .update(`${salt}:${kind}:${comparable(kind, value)}`)
    .digest('hex');
}

/** Tags or search entries of which each value names a person after the prefix. */
export interface PersonKey {
  readonly key: string;
  readonly prefix: string;
}

/** Returns the tags and search entries that name persons by a member of their user. */
export function personKeysOf(kind: ErasureKind): PersonKey[] {
  const member = kind === 'ip_address' ? 'ip' : kind;
  const tag = { key: 'user', prefix: `${member}:` };
  return kind === 'id' ? [tag] : [tag, { key: `~user.${member}`, prefix: '' }];
}

/** Returns true if a value of such a tag or search entry names the person. */
export function namesPerson(person: ErasedPerson, { prefix }: PersonKey, value: string): boolean {
  return value.startsWith(prefix) && isPerson(person, value.slice(prefix.length));
}

const ERASED = '[erased]';
/** What may be an IPv6 address in a text. */
const IPV6 =
  /(?<![\p{L}\p{N}_.+-])[\da-f:]{1,44}(?:[\da-f]|::)(?:\.\d{1,3}){0,3}(?![\p{L}\p{N}_-]|[.:][\p{L}\p{N}:])/giu;
/** Minimum length of a user id that is replaced in texts: a shorter one may be any number. */
const MIN_ID_LENGTH = 6;

/**
 * Returns a text in which the value is replaced where it stands alone, not as a part of a longer word, number or
 * address.
 */
export function eraseFromText(text: string, { kind, value }: ErasedPerson): string {
  const trimmed = kind === 'ip_address' ? comparable(kind, value) : value.trim();
  if (trimmed === '' || (kind === 'id' && trimmed.length < MIN_ID_LENGTH)) return text;
  if (kind === 'ip_address' && trimmed.includes(':'))
    return text.replace(IPV6, (found) => (comparable(kind, found) === trimmed ? ERASED : found));
  const escaped = trimmed.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  const flags = kind === 'email' || kind === 'ip_address' ? 'giu' : 'gu';
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}_.+-])${escaped}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, flags),
    ERASED,
  );
}

/** Replaces the value in all texts of a JSON text. Returns null if there is none. */
export function eraseFromJson(json: string, person: ErasedPerson): string | null {
  const content: unknown = JSON.parse(json);
  const erased = JSON.stringify(content, (_name, member: unknown) =>
    typeof member === 'string' ? eraseFromText(member, person) : member,
  );
  return erased === JSON.stringify(content) ? null : erased;
}

/** Signs the receipt of an erasure. @param privateKey PEM of an Ed25519 key */
export function signReceipt(erasure: Erasure, finishedAt: number, privateKey: string): Receipt {
  const { id, organizationId, kind, salt, valueHash, requestedAt, projects } = erasure;
  const text = JSON.stringify({
    ...{ erasure: id, organization: organizationId, kind, salt, valueHash },
    requested: new Date(requestedAt).toISOString(),
    finished: new Date(finishedAt).toISOString(),
    projects: projects.map(({ id: project, slug, counts }) => ({ project, slug, ...counts })),
  });
  const key = createPrivateKey(privateKey);
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return { text, signature: sign(null, Buffer.from(text), key).toString('base64'), publicKey };
}
