import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHasher, SignInClient } from '../domain/session';
import { HashQueue } from './hashQueue';

/** Cost of a hash: 32 MiB of memory, and a quarter of a second of one core (src/DECISIONS.md, "Passwords"). */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
/** Maximum bytes that scrypt may allocate: the bytes of the cost, and a little more. */
const MAX_MEMORY = 48 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Of a client about whom nothing is known. */
const STRANGER: SignInClient = { network: '', isRemembered: false };
/** A member who sets a password has signed in. */
const SIGNED_IN: SignInClient = { network: '', isRemembered: true };

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * Hashes passwords with scrypt (RFC 7914), off the thread that serves requests. A hash names its cost:
 * `scrypt$N$r$p$SALT$HASH`. It occupies at most two of the threads with which Node.js also reads files and inflates:
 * one for strangers, who may be many, and one for people who signed in a while ago.
 */
export class ScryptHasher implements PasswordHasher {
  readonly #strangers = new HashQueue();
  readonly #remembered = new HashQueue();

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const { N, r, p } = COST;
    const hash = await this.#derive(password, salt, COST, SIGNED_IN);
    return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  async verify(password: string, stored: string | null, client: SignInClient = STRANGER): Promise<boolean> {
    if (stored === null) {
      await this.#derive(password, Buffer.alloc(SALT_BYTES), COST, client);
      return false;
    }
    const [name, N, r, p, salt = '', hash = ''] = stored.split('$');
    if (name !== 'scrypt') throw new Error('the hash of a password has another form than scrypt$N$r$p$SALT$HASH');
    const expected = Buffer.from(hash, 'base64url');
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    return timingSafeEqual(await this.#derive(password, Buffer.from(salt, 'base64url'), cost, client), expected);
  }

  /** Input methods of keyboards write the same text with different characters, which are made equal. */
  #derive(
    password: string,
    salt: Buffer,
    cost: Pick<ScryptOptions, 'N' | 'r' | 'p'>,
    { network, isRemembered }: SignInClient,
  ): Promise<Buffer> {
    const queue = isRemembered ? this.#remembered : this.#strangers;
    return queue.run(network, () =>
      derive(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY }),
    );
  }
}
