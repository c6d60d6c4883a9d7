import { createHmac, randomInt } from 'node:crypto';
import { hashToken } from './access';
import type { ListedMember, OrganizationSettings } from './organization';
import { isSealed, type SecretBox } from './secretBox';
import { isSameSecret } from './session';

/*
 * A second factor beside the password: codes of an authenticator (TOTP, RFC 6238, with the values that all programs
 * know: SHA-1, six digits, 30 seconds), and recovery codes for the time without it.
 */

const STEP_MS = 30_000;
const DIGITS = 6;
/** Number of bytes of a secret, those of a SHA-1 (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20;
/** The alphabet of base32 (RFC 4648, section 6). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const RECOVERY_CODES = 10;
/** Number of characters of a recovery code, of five bits each: too many to guess from a hash. */
const RECOVERY_LENGTH = 16;

/** The member whose second factor it is. */
interface FactorOwner {
  readonly organizationId: string;
  readonly memberId: string;
}

/** The second factor of a member. */
export interface SecondFactor {
  /** The secret in base32, encrypted if the service has a key. */
  readonly secret: string;
  /** False until the member has sent a code: the authenticator may lack the secret. */
  readonly isConfirmed: boolean;
  /** The last time step whose code was accepted: neither it nor an earlier one is accepted again. */
  readonly lastStep: number;
  /** SHA-256 of the recovery codes that were not used. */
  readonly recoveryHashes: readonly string[];
}

/**
 * Returns true if a member must set a second factor up before anything else. Where passwords are refused, none is
 * needed.
 */
export function lacksRequiredFactor(
  { require2FA, requiresOpenId }: Pick<OrganizationSettings, 'require2FA' | 'requiresOpenId'>,
  { hasPassword, hasSecondFactor }: Pick<ListedMember, 'hasPassword' | 'hasSecondFactor'>,
): boolean {
  return require2FA && !requiresOpenId && hasPassword && !hasSecondFactor;
}

/** Makes a secret, in base32. */
export function newFactorSecret(): string {
  return randomCharacters((SECRET_BYTES * 8) / 5);
}

/** Returns the secret as it is stored: encrypted if the service has a key. */
export function storedFactorSecret(box: SecretBox, owner: FactorOwner, secret: string): string {
  return box.hasKey && !isSealed(secret) ? box.seal(ownerText(owner), secret) : secret;
}

/** Returns a stored secret in base32. @throws SealedSecretError if it cannot be decrypted */
export function readFactorSecret(box: SecretBox, owner: FactorOwner, stored: string): string {
  return isSealed(stored) ? box.open(ownerText(owner), stored) : stored;
}

function ownerText({ organizationId, memberId }: FactorOwner): string {
  return `second factor ${organizationId} ${memberId}`;
}

/** Returns the address with which an authenticator takes the secret over. */
export function factorUrl(secret: string, account: string): string {
  const label = ['Culprit', account].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${secret}&issuer=Culprit`;
}

/** Returns the code of a time step. */
export function codeOfStep(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

/**
 * Returns the time step whose code it is: the present one, or one beside it, since clocks differ. Returns null for
 * another code, and for one of a step that is not after the last accepted one.
 */
export function stepOfCode({ secret, lastStep }: SecondFactor, code: string, now: number): number | null {
  const present = Math.floor(now / STEP_MS);
  const given = code.replaceAll(' ', '');
  const steps = [present - 1, present, present + 1].filter((step) => isSameSecret(codeOfStep(secret, step), given));
  return steps.find((step) => step > lastStep) ?? null;
}

/** Makes recovery codes. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    randomCharacters(RECOVERY_LENGTH)
      .toLowerCase()
      .replace(/.{4}(?!$)/g, '$&-'),
  );
}

/** Returns the hash of a recovery code, however it is written. */
export function recoveryHash(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z2-7]/g, ''));
}

function randomCharacters(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
}

function decodeBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text) {
    value = ((value << 5) | ALPHABET.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}
