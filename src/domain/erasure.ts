import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { EventTag } from './event';

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

/** Returns the form in which values are compared: the case of mail addresses is ignored. */
function comparable(kind: ErasureKind, value: string): string {
  return kind === 'email' || kind === 'ip_address' ? value.trim().toLowerCase() : value.trim();
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

/** Returns the tags and search entries that name a person, and nobody else. */
export function tagsOfPerson({ kind, value }: ErasedPerson): EventTag[] {
  const tag = { key: 'user', value: `${kind === 'ip_address' ? 'ip' : kind}:${value}` };
  if (kind === 'id') return [tag];
  return [tag, { key: `~user.${kind === 'ip_address' ? 'ip' : kind}`, value }];
}

const ERASED = '[erased]';
/** Minimum length of a user id that is replaced in texts: a shorter one may be any number. */
const MIN_ID_LENGTH = 6;

/**
 * Returns a text in which the value is replaced where it stands alone, not as a part of a longer word, number or
 * address.
 */
export function eraseFromText(text: string, { kind, value }: ErasedPerson): string {
  const trimmed = value.trim();
  if (trimmed === '' || (kind === 'id' && trimmed.length < MIN_ID_LENGTH)) return text;
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
