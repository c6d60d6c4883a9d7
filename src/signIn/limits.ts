import { LRUCache } from 'lru-cache';
import { networkOf } from '../domain/addresses';
import { RateLimited } from '../domain/errors';
import { SESSION_IDLE_MS, type SignInLimits } from '../domain/session';
import { lowerAscii } from '../domain/text';
import { MINUTE_MS } from '../domain/time';
import { WindowCounts } from '../domain/rateLimit';

/** Maximum number of failed attempts from one address in a minute. */
const MAX_OF_ADDRESS = 60;
/** Maximum number of failed attempts to sign in with one e-mail address in a quarter of an hour. */
const MAX_OF_ACCOUNT = 10;
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
  readonly #accounts = new WindowCounts(15 * MINUTE_MS);
  /** Times of successful sign-ins, by network and account. */
  readonly #remembered = new LRUCache<string, number>({ max: MAX_REMEMBERED });

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
