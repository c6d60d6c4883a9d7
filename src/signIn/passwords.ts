import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Unavailable } from '../domain/errors';
import type { PasswordHasher } from '../domain/session';

/** What a hash takes: 32 MiB of memory, and a quarter of a second of one core (src/DECISIONS.md, "Passwords"). */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
/** Bytes that scrypt may allocate: those of the cost, and a little more. */
const MAX_MEMORY = 48 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Hashes at the same time: half of the threads that Node.js also reads files and resolves names with. */
const MAX_RUNNING = 2;
/** Passwords that wait: the last of them waits some ten seconds. */
const MAX_WAITING = 50;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Hashes passwords with scrypt (RFC 7914), off the thread that serves requests. A hash names its cost: `scrypt$N$r$p$SALT$HASH`. */
export class ScryptHasher implements PasswordHasher {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const { N, r, p } = COST;
    const hash = await this.#derive(password, salt, COST);
    return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  async verify(password: string, stored: string | null): Promise<boolean> {
    if (stored === null) {
      await this.#derive(password, Buffer.alloc(SALT_BYTES), COST);
      return false;
    }
    const [name, N, r, p, salt = '', hash = ''] = stored.split('$');
    if (name !== 'scrypt') throw new Error('the hash of a password has another form than scrypt$N$r$p$SALT$HASH');
    const expected = Buffer.from(hash, 'base64url');
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    return timingSafeEqual(await this.#derive(password, Buffer.from(salt, 'base64url'), cost), expected);
  }

  /** Input methods of keyboards write the same text with different characters, which are made equal. */
  async #derive(password: string, salt: Buffer, cost: Pick<ScryptOptions, 'N' | 'r' | 'p'>): Promise<Buffer> {
    await this.#begin();
    try {
      return await derive(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Waits for one of the places, which the hash before it passes on. */
  async #begin(): Promise<void> {
    if (this.#running < MAX_RUNNING) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= MAX_WAITING)
      throw new Unavailable('Too many people are signing in at the moment; try again later.', 10);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
