import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const PREFIX = '1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A secret cannot be decrypted. The message is one sentence. */
export class SealedSecretError extends Error {}

/** Encrypts secrets with the key of the environment (AES-256-GCM). */
export class SecretBox {
  /** @param key 32 bytes; null if there is none */
  constructor(private readonly key: Buffer | null) {}

  get hasKey(): boolean {
    return this.key !== null;
  }

  /** Encrypts a secret. @param owner the only one for whom it can be decrypted */
  seal(owner: string, secret: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#requireKey(), iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Decrypts a secret of an owner. @throws SealedSecretError without a key, and if another one encrypted it */
  open(owner: string, sealed: string): string {
    const key = this.#requireKey();
    const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64');
    const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new SealedSecretError('ENCRYPTION_KEY is not the key with which the secret was encrypted.');
    }
  }

  #requireKey(): Buffer {
    if (this.key === null) throw new SealedSecretError('ENCRYPTION_KEY is not set.');
    return this.key;
  }
}

/** Returns true if a stored secret is encrypted. Base32, in which others are stored, has no dot. */
export function isSealed(stored: string): boolean {
  return stored.startsWith(PREFIX);
}
