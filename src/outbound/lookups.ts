import type { LookupAddress, LookupAllOptions } from 'node:dns';

/** Looks the addresses of a name up, as `dns.lookup` does for all of them. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** Each takes one of the four threads that bodies are inflated in too, for as long as a name server likes. */
const AT_A_TIME = 2;
/** Who asked has given up after so long. */
const PATIENCE_MS = 10_000;

/**
 * The same, but few at a time; others wait, and fail if their turn comes too late.
 * @param clock milliseconds since any moment
 */
export function inTurn(resolve: Resolve, clock: () => number = Date.now): Resolve {
  const waiting: (() => void)[] = [];
  let free = AT_A_TIME;
  const next = () => {
    while (free > 0 && waiting.length > 0) waiting.shift()?.();
  };
  return (hostname, options, done) => {
    const asked = clock();
    waiting.push(() => {
      if (clock() - asked >= PATIENCE_MS)
        return done(new Error(`The host ${hostname} could not be looked up in time.`), []);
      free -= 1;
      resolve(hostname, options, (error, addresses) => {
        free += 1;
        done(error, addresses);
        next();
      });
    });
    next();
  };
}
