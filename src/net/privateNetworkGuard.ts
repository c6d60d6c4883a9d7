import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, isPrivateHost } from '../domain/addresses';

/** Resolves a host name to all of its addresses, as `dns.lookup` does; without addresses if it fails. */
export type ResolveHostname = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses?: LookupAddress[]) => void,
) => void;

/** Each lookup occupies one of libuv's four threads, which zlib uses too, for as long as the name server takes. */
const MAX_CONCURRENT_LOOKUPS = 2;
/** As long as connections wait for a lookup. */
const LOOKUP_TIMEOUT_MS = 10_000;

/**
 * Limits the number of concurrent lookups. Others wait, and fail if their turn comes too late.
 * @param clock milliseconds since any moment
 */
export function limitLookups(resolve: ResolveHostname, clock: () => number = () => performance.now()): ResolveHostname {
  const waiting: (() => void)[] = [];
  let free = MAX_CONCURRENT_LOOKUPS;
  const startNext = () => {
    while (free > 0 && waiting.length > 0) waiting.shift()?.();
  };
  return (hostname, options, done) => {
    const requestedAt = clock();
    waiting.push(() => {
      if (clock() - requestedAt >= LOOKUP_TIMEOUT_MS) {
        done(new Error(`The host ${hostname} could not be looked up in time.`));
        return;
      }
      free -= 1;
      resolve(hostname, options, (error, addresses) => {
        free += 1;
        done(error, addresses);
        startNext();
      });
    });
    startNext();
  };
}

export interface NetworkAccess {
  /** Whether requests to private networks are allowed. */
  readonly allowsPrivate: boolean;
  /** Default: `dns.lookup`. */
  readonly resolve?: ResolveHostname;
}

/** Keeps requests to URLs of customers out of private networks. */
export interface NetworkGuard {
  /** Checks a host that is an address, or a name that is private by definition. @throws PrivateHostError */
  readonly check: (target: URL) => void;
  /** The `lookup` option of a connection. Fails with a PrivateHostError if any address of the name is private. */
  readonly lookup: LookupFunction;
}

/** The host of a request is in a private network. */
export class PrivateHostError extends Error {}

/** @param message the message of the PrivateHostError */
export function createNetworkGuard({ allowsPrivate, resolve = lookup }: NetworkAccess, message: string): NetworkGuard {
  return {
    check: ({ hostname }) => {
      if (!allowsPrivate && isPrivateHost(hostname)) throw new PrivateHostError(message);
    },
    lookup: createLookup(resolve, (addresses) => {
      const isPrivate = addresses.some(({ address }) => isPrivateAddress(address));
      return isPrivate && !allowsPrivate ? new PrivateHostError(message) : null;
    }),
  };
}

/** Connections use only addresses that were checked: a name could resolve to others the next time. */
function createLookup(
  resolve: ResolveHostname,
  check: (addresses: readonly LookupAddress[]) => Error | null,
): LookupFunction {
  return (hostname, { all, family, hints }, done) => {
    const options = {
      all: true as const,
      ...(typeof family === 'number' && { family }),
      ...(hints !== undefined && { hints }),
    };
    resolve(hostname, options, (lookupError, addresses = []) => {
      const [first] = addresses;
      const noAddress = first === undefined ? new Error(`The host ${hostname} has no address.`) : null;
      const error = lookupError ?? noAddress ?? check(addresses);
      if (error !== null || first === undefined) done(error, all === true ? [] : '');
      else if (all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
