import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, isPrivateHost } from '../domain/addresses';
import { inTurn, type Resolve } from './lookups';

/** One line for all that ask. */
const lookupInTurn = inTurn(lookup);

/** Whether requests may be made to private networks, and how names are looked up. */
export interface Reach {
  readonly allowsPrivate: boolean;
  readonly resolve?: Resolve;
}

/** Keeps requests that others ask for out of private networks. */
export interface Guard {
  /** Refuses a host that says by itself that it is private. @throws PrivateHost */
  check(target: URL): void;
  /** For the connection, which goes to one of the addresses that were looked at. */
  readonly lookup: LookupFunction;
}

/** A host is in a private network, or a name of it leads there. */
export class PrivateHost extends Error {}

/** @param refusal one sentence for the error */
export function createGuard({ allowsPrivate, resolve = lookupInTurn }: Reach, refusal: string): Guard {
  const refuses = (addresses: readonly LookupAddress[]) =>
    !allowsPrivate && addresses.some(({ address }) => isPrivateAddress(address));
  return {
    check({ hostname }) {
      if (!allowsPrivate && isPrivateHost(hostname)) throw new PrivateHost(refusal);
    },
    lookup: lookupWith(resolve, (addresses) => (refuses(addresses) ? new PrivateHost(refusal) : null)),
  };
}

/** What a connection asks for addresses: one that is private among those of a name makes all of them unusable. */
function lookupWith(resolve: Resolve, faultOf: (addresses: readonly LookupAddress[]) => Error | null): LookupFunction {
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
