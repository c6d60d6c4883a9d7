import { networkOf } from '../domain/addresses';
import { RateLimited } from '../domain/errors';
import type { SignInLimits } from '../domain/session';
import { MINUTE_MS } from '../domain/time';
import { WindowCounts } from '../domain/windowCounts';

/** Failed attempts of one address in a minute. */
const MAX_OF_ADDRESS = 60;
/** Failed attempts to sign in with one e-mail address in a quarter of an hour. */
const MAX_OF_ACCOUNT = 10;

/** Counts attempts to sign in, by address and by account, in the memory of this process. */
export class AttemptLimits implements SignInLimits {
  readonly #addresses = new WindowCounts(MINUTE_MS);
  readonly #accounts = new WindowCounts(15 * MINUTE_MS);

  begin(address: string | null, account: string | null, now: number): () => void {
    const network = networkOf(address ?? '');
    const name = account?.toLowerCase() ?? null;
    if (this.#addresses.add(network, now) > MAX_OF_ADDRESS)
      throw tooMany(
        `More than ${MAX_OF_ADDRESS} sign-ins from your address failed in this minute`,
        this.#addresses,
        now,
      );
    if (name !== null && this.#accounts.add(name, now) > MAX_OF_ACCOUNT)
      throw tooMany(
        `More than ${MAX_OF_ACCOUNT} sign-ins with this e-mail address failed in a quarter of an hour`,
        this.#accounts,
        now,
      );
    return () => {
      this.#addresses.subtract(network, now);
      if (name !== null) this.#accounts.forget(name);
    };
  }
}

function tooMany(reason: string, counts: WindowCounts, now: number): RateLimited {
  const seconds = counts.secondsLeft(now);
  return new RateLimited(`${reason}; try again in ${seconds} seconds, or sign in with a link.`, seconds, null);
}
