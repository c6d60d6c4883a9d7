import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, isPrivateHost } from '../domain/addresses';
import { createHostResolver, type ResolveHostname } from './hostResolver';

export interface NetworkAccess {
  /** True if requests to private networks are allowed. */
  readonly allowsPrivate: boolean;
  /** Default: a resolver of its own. */
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
export function createNetworkGuard(
  { allowsPrivate, resolve = createHostResolver() }: NetworkAccess,
  message: string,
): NetworkGuard {
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
