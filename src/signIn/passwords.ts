import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../domain/addresses';
import { atMost } from '../domain/lazy';
import { WindowCounts } from '../domain/rateLimit';
import { type PasswordHasher, SESSION_IDLE_MS, type SignInClient, type SignInLimits } from '../domain/session';
import { RateLimited, Unavailable } from '../domain/errors';
import { lowerAscii } from '../domain/text';
import { HOUR_MS, MINUTE_MS } from '../domain/time';

/** Cost of a hash: 32 MiB of memory, and a quarter of a second of one core (src/DECISIONS.md, "Passwords"). */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
/** Maximum bytes that scrypt may allocate: the bytes of the cost, and a little more. */
const MAX_MEMORY = 48 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** The client of a sign-in about which nothing is known. */
const STRANGER: SignInClient = { network: '', isRemembered: false };
/** The client of a member who sets a password: they have signed in. */
const SIGNED_IN: SignInClient = { network: '', isRemembered: true };

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * Hashes passwords with scrypt (RFC 7914), off the thread that serves requests. A hash names its cost:
 * `scrypt$N$r$p$SALT$HASH`. The hasher occupies at most two of the threads with which Node.js also reads files and
 * inflates: one for strangers, who may be many, and one for people who signed in a while ago.
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

  /** Hashes a password. Keyboards may write the same text with different characters, so that it is normalized first. */
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

/** Maximum number of passwords that are hashed or wait: the last one waits some ten seconds. */
const MAX_PLACES = 52;

/** A password that waits for its turn. */
interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: Unavailable) => void;
}

/**
 * Runs the hashes of passwords one after the other. Networks take turns; if too many passwords wait, the last one of
 * the network with the most is refused.
 */
class HashQueue {
  /** The waiting passwords of each network; the network whose turn is next is the first. */
  readonly #networks = new Map<string, Waiting[]>();
  #isRunning = false;
  #waiting = 0;

  /** @throws Unavailable if too many passwords wait */
  async run<T>(network: string, work: () => Promise<T>): Promise<T> {
    if (this.#isRunning) await this.#wait(network);
    this.#isRunning = true;
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #wait(network: string): Promise<void> {
    return new Promise((start, refuse) => {
      const waiting = this.#networks.get(network) ?? [];
      waiting.push({ start, refuse });
      this.#networks.set(network, waiting);
      this.#waiting += 1;
      if (this.#waiting >= MAX_PLACES) this.#refuseOne();
    });
  }

  /** Starts the next hash directly: a password that arrives meanwhile waits behind it. */
  #startNext(): void {
    const [first] = this.#networks;
    if (first === undefined) {
      this.#isRunning = false;
      return;
    }
    const [network, [next, ...rest]] = first;
    this.#networks.delete(network);
    if (rest.length > 0) this.#networks.set(network, rest);
    this.#waiting -= 1;
    next?.start();
  }

  /** Refuses the last password of the network with the most waiting passwords. */
  #refuseOne(): void {
    let [network, most]: [string, Waiting[]] = ['', []];
    for (const [name, waiting] of this.#networks) if (waiting.length >= most.length) [network, most] = [name, waiting];
    most.pop()?.refuse(new Unavailable('Too many people are signing in at the moment; try again later.', 10));
    if (most.length === 0) this.#networks.delete(network);
    this.#waiting -= 1;
  }
}

/** Maximum number of failed attempts from one address in a minute. */
const MAX_OF_ADDRESS = 60;
/** Maximum number of failed attempts to sign in with one e-mail address in a quarter of an hour. */
const MAX_OF_ACCOUNT = 10;
/** Maximum number of programs that one network registers in an hour. */
const MAX_REGISTRATIONS = 20;
/** Maximum number of successful sign-ins that are remembered; the one that was used longest ago is forgotten first. */
const MAX_REMEMBERED = 10_000;

/**
 * Counts attempts to sign in, by address and by account, in the memory of this process. Somebody who signed in with an
 * account from the same network a while ago has a count of their own: failures of others do not lock them out.
 */
export class AttemptLimits implements SignInLimits {
  readonly #addresses = new WindowCounts(MINUTE_MS);
  /** Unknown links of confirmation mails, by the network from which they are opened. */
  readonly #links = new WindowCounts(MINUTE_MS);
  /** Registrations of programs, and their refused exchanges. */
  readonly #registrations = new WindowCounts(HOUR_MS);
  readonly #exchanges = new WindowCounts(MINUTE_MS);
  readonly #accounts = new WindowCounts(15 * MINUTE_MS);
  /** Times of successful sign-ins, by network and account. */
  readonly #remembered = new LRUCache<string, number>(atMost(MAX_REMEMBERED));

  begin(address: string | null, account: string | null, now: number): () => void {
    const network = networkOf(address ?? '');
    const name = account === null ? null : lowerAscii(account);
    if (name !== null && this.isRemembered(address, name, now)) return this.#beginRemembered(`${name} ${network}`, now);
    if (this.#addresses.add(network, now) > MAX_OF_ADDRESS)
      throw tooMany(
        `More than ${MAX_OF_ADDRESS} sign-ins from your address failed in this minute`,
        this.#addresses,
        now,
      );
    if (name !== null) this.#addAccount(name, now);
    return () => {
      this.#addresses.subtract(network, now);
      if (name !== null) this.#accounts.forget(name);
    };
  }

  beginConfirmation(address: string | null, now: number): () => void {
    const network = networkOf(address ?? '');
    if (this.#links.add(network, now) > MAX_OF_ADDRESS)
      throw tooMany(
        `More than ${MAX_OF_ADDRESS} unknown links were opened from your address in this minute`,
        this.#links,
        now,
        '',
      );
    return () => this.#links.subtract(network, now);
  }

  countRegistration(address: string | null, now: number): void {
    if (this.#registrations.add(networkOf(address ?? ''), now) > MAX_REGISTRATIONS)
      throw tooMany(
        `More than ${MAX_REGISTRATIONS} programs were registered from your address in this hour`,
        this.#registrations,
        now,
        '',
      );
  }

  beginExchange(address: string | null, now: number): () => void {
    const network = networkOf(address ?? '');
    if (this.#exchanges.add(network, now) > MAX_OF_ADDRESS)
      throw tooMany(
        `More than ${MAX_OF_ADDRESS} codes or refresh tokens from your address were refused in this minute`,
        this.#exchanges,
        now,
        '',
      );
    return () => this.#exchanges.subtract(network, now);
  }

  remember(address: string | null, account: string, now: number): void {
    this.#remembered.set(rememberedKey(address, account), now);
  }

  isRemembered(address: string | null, account: string, now: number): boolean {
    const at = this.#remembered.get(rememberedKey(address, account));
    return at !== undefined && now - at < SESSION_IDLE_MS;
  }

  #beginRemembered(key: string, now: number): () => void {
    this.#addAccount(key, now);
    return () => this.#accounts.forget(key);
  }

  #addAccount(key: string, now: number): void {
    if (this.#accounts.add(key, now) > MAX_OF_ACCOUNT)
      throw tooMany(
        `More than ${MAX_OF_ACCOUNT} sign-ins with this e-mail address failed in a quarter of an hour`,
        this.#accounts,
        now,
      );
  }
}

/** Returns the key of a network and an account. IPv6 hosts change their addresses within a network. */
function rememberedKey(address: string | null, account: string): string {
  return `${networkOf(address ?? '')} ${lowerAscii(account)}`;
}

/** Creates the error for too many attempts. @param instead what else the person can do */
function tooMany(reason: string, counts: WindowCounts, now: number, instead = ', or sign in with a link'): RateLimited {
  const seconds = counts.secondsLeft(now);
  return new RateLimited(`${reason}; try again in ${seconds} seconds${instead}.`, seconds, null);
}
