import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, isPrivateHost } from '../domain/addresses';

/** Looks the addresses of a name up, as `dns.lookup` does for all of them. */
export type ResolveHostname = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** Each takes one of the four threads that bodies are inflated in too, for as long as a name server likes. */
const MAX_CONCURRENT_LOOKUPS = 2;
/** Who asked has given up after so long. */
const LOOKUP_TIMEOUT_MS = 10_000;

/**
 * The same, but few at a time; others wait, and fail if their turn comes too late.
 * @param clock milliseconds since any moment
 */
export function limitLookups(resolve: ResolveHostname, clock: () => number = Date.now): ResolveHostname {
  const waiting: (() => void)[] = [];
  let free = MAX_CONCURRENT_LOOKUPS;
  const next = () => {
    while (free > 0 && waiting.length > 0) waiting.shift()?.();
  };
  return (hostname, options, done) => {
    const asked = clock();
    waiting.push(() => {
      if (clock() - asked >= LOOKUP_TIMEOUT_MS)
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

/** One line for all that ask. */
const limitedLookup = limitLookups(lookup);

/** Whether requests may be made to private networks, and how names are looked up. */
export interface NetworkAccess {
  readonly allowsPrivate: boolean;
  readonly resolve?: ResolveHostname;
}

/** Keeps requests that others ask for out of private networks. */
export interface NetworkGuard {
  /** Refuses a host that says by itself that it is private. @throws PrivateHost */
  check(target: URL): void;
  /** For the connection, which goes to one of the addresses that were looked at. */
  readonly lookup: LookupFunction;
}

/** A host is in a private network, or a name of it leads there. */
export class PrivateHostError extends Error {}

/** @param refusal one sentence for the error */
export function createNetworkGuard(
  { allowsPrivate, resolve = limitedLookup }: NetworkAccess,
  refusal: string,
): NetworkGuard {
  const refuses = (addresses: readonly LookupAddress[]) =>
    !allowsPrivate && addresses.some(({ address }) => isPrivateAddress(address));
  return {
    check({ hostname }) {
      if (!allowsPrivate && isPrivateHost(hostname)) throw new PrivateHostError(refusal);
    },
    lookup: createLookup(resolve, (addresses) => (refuses(addresses) ? new PrivateHostError(refusal) : null)),
  };
}

/** What a connection asks for addresses: one that is private among those of a name makes all of them unusable. */
function createLookup(
  resolve: ResolveHostname,
  faultOf: (addresses: readonly LookupAddress[]) => Error | null,
): LookupFunction {
  return (hostname, { all, family, hints }, done) => {
    const wanted = {
      all: true as const,
      ...(typeof family === 'number' && { family }),
      ...(hints !== undefined && { hints }),
    };
    resolve(hostname, wanted, (error, addresses) => {
      const [first] = addresses ?? [];
      const fault =
        error ?? (first === undefined ? new Error(`The host ${hostname} has no address.`) : faultOf(addresses));
      if (fault !== null || first === undefined) done(fault, all ? [] : '');
      else if (all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
