import { type LookupAddress, type LookupAllOptions, NODATA, NOTFOUND } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isPrivateAddress, isPrivateHost } from '../domain/addresses';
import { atMost } from '../domain/lazy';

/** Resolves a host name to all of its addresses, as `dns.lookup` does; without addresses if it fails. */
export type ResolveHostname = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses?: LookupAddress[]) => void,
) => void;

export interface HostResolverOptions {
  /** Milliseconds that a lookup may take. */
  readonly timeoutMs?: number;
  /** Addresses of name servers, with ports; by default the name servers of the system. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  readonly resolvConf?: string;
  /** Milliseconds since any moment; positive. */
  readonly clock?: () => number;
}

const TIMEOUT_MS = 5_000;
/** Time limit for the first reply of the name server; after it, the packet is sent again, because it may be lost. */
const TRY_MS = 1_500;
/**
 * Time that the addresses of one address family wait for the other family. RFC 8305, section 3, has 50 ms on a client's
 * own network.
 */
const OTHER_FAMILY_MS = 200;
/** Time for which a name is not looked up again after its name servers did not reply. */
const FAILURE_MS = 30_000;
const MAX_FAILURES = 10_000;

/** A name does not exist, or has no address. */
class NotFoundError extends Error {}

/**
 * Creates a function that looks names up without the threads of `dns.lookup`, of which a process has four: a silent
 * name server would occupy them, for all tenants, as long as the system waits for it. A name is looked up in the file
 * of hosts, then at the name servers, with the search domains of `resolv.conf`. A name whose lookup took too long fails
 * at once for a while.
 */
export function createHostResolver({
  timeoutMs = TIMEOUT_MS,
  servers,
  hostsFile = '/etc/hosts',
  resolvConf = '/etc/resolv.conf',
  clock = () => performance.now(),
}: HostResolverOptions = {}): ResolveHostname {
  /** The errors of names that could not be looked up in time, for a while. */
  const failures = new LRUCache<string, Error>({
    ...atMost(MAX_FAILURES),
    ttl: FAILURE_MS,
    perf: { now: clock },
    ttlResolution: 0,
  });

  async function lookUp(hostname: string, families: readonly Family[]): Promise<LookupAddress[]> {
    const name = hostname.toLowerCase();
    if (isIP(name) !== 0) return [{ address: name, family: isIP(name) }];
    const known = await readKnownAddresses(hostsFile, name.replace(/\.$/, ''));
    if (known.length > 0) return known.filter(({ family }) => families.includes(family as Family));
    const failure = failures.get(name);
    if (failure !== undefined) throw failure;
    // One for each lookup: it reads the configuration of the system, which may have changed, and is cancelled alone.
    const resolver = new Resolver({ timeout: Math.min(TRY_MS, timeoutMs), tries: 3 });
    if (servers !== undefined) resolver.setServers(servers);
    try {
      return await within(timeoutMs, hostname, () => askForAny(resolver, resolvConf, name, families));
    } catch (error) {
      if (!(error instanceof NotFoundError)) failures.set(name, error as Error);
      throw error;
    } finally {
      resolver.cancel();
    }
  }

  return (hostname, { family }, done) => {
    const families: readonly Family[] = family === 4 || family === 6 ? [family] : [4, 6];
    lookUp(hostname, families).then(
      (addresses) => done(null, addresses),
      (error: unknown) => done(error as Error),
    );
  };
}

type Family = 4 | 6;

/**
 * Returns the addresses of a name in the file of hosts. `localhost` and the names below it are this machine (RFC 6761,
 * section 6.3).
 */
async function readKnownAddresses(hostsFile: string, name: string): Promise<LookupAddress[]> {
  const lines = (await readText(hostsFile)).split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  const addresses = lines.flatMap(([address = '', ...names]) =>
    isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [{ address, family: isIP(address) }] : [],
  );
  if (addresses.length > 0 || !/(^|\.)localhost$/.test(name)) return addresses;
  return [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
}

/**
 * Asks for the name itself, and with each search domain: the name first if it has enough dots. The first that exists
 * counts.
 */
async function askForAny(
  resolver: Resolver,
  resolvConf: string,
  name: string,
  families: readonly Family[],
): Promise<LookupAddress[]> {
  const { search, ndots } = name.endsWith('.') ? { search: [], ndots: 0 } : parseResolvConf(await readText(resolvConf));
  const completed = search.map((domain) => `${name}.${domain}`);
  const names = name.split('.').length > ndots ? [name, ...completed] : [...completed, name];
  for (const one of names) {
    const addresses = await ask(resolver, one.replace(/\.$/, ''), families);
    if (addresses.length > 0) return addresses;
  }
  throw new NotFoundError(`The host ${name} was not found.`);
}

/**
 * Asks for the addresses of all families at once. Once one family has some, the others have only a little more time.
 */
async function ask(resolver: Resolver, name: string, families: readonly Family[]): Promise<LookupAddress[]> {
  const answers: LookupAddress[] = [];
  const lookups = families.map(async (family) => {
    const addresses = await askFamily(resolver, name, family);
    answers.push(...addresses.map((address) => ({ address, family })));
    // Of IPv4 and IPv6, a connection tries IPv4 first.
    answers.sort((one, other) => one.family - other.family);
    return addresses.length > 0;
  });
  const first = Promise.any(lookups.map(async (one) => ((await one) ? undefined : Promise.reject(new Error('none')))));
  const all = Promise.all(lookups);
  const late = new AbortController();
  try {
    await Promise.race([
      all,
      first.then(
        () => pause(OTHER_FAMILY_MS, undefined, { signal: late.signal, ref: false }),
        () => all,
      ),
    ]);
    return [...answers];
  } finally {
    late.abort();
    void all.catch(() => undefined);
  }
}

/** Returns the addresses of a name; none if it does not exist. @throws Error if the name servers do not tell */
async function askFamily(resolver: Resolver, name: string, family: Family): Promise<string[]> {
  try {
    return await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === NOTFOUND || code === NODATA) return [];
    throw new Error(`The host ${name} could not be looked up (${code}).`, { cause: error });
  }
}

/**
 * The search domains of a `resolv.conf`, and the number of dots with which a name is tried as it is first
 * (resolv.conf(5)).
 */
function parseResolvConf(text: string): { search: string[]; ndots: number } {
  let [search, ndots]: [string[], number] = [[], 1];
  for (const line of text.split('\n')) {
    const [keyword, ...values] = line.trim().split(/\s+/);
    if (keyword === 'search' || keyword === 'domain') search = values.map((domain) => domain.replace(/\.$/, ''));
    const option = keyword === 'options' ? values.find((value) => /^ndots:\d{1,2}$/.test(value)) : undefined;
    if (option !== undefined) ndots = Number(option.slice('ndots:'.length));
  }
  return { search: search.filter((domain) => domain !== '').slice(0, 6), ndots };
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** Runs a lookup. @throws Error if it takes longer */
async function within<T>(timeoutMs: number, hostname: string, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const timeout = pause(timeoutMs, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new Error(`The host ${hostname} could not be looked up in time.`);
  });
  timeout.catch(() => undefined);
  const result = work();
  result.catch(() => undefined);
  try {
    return await Promise.race([result, timeout]);
  } finally {
    ended.abort();
  }
}

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

/**
 * Runs work with a signal that is aborted after `ms` milliseconds, or when `stopping` is, whichever comes first. The
 * reason is then a `TimeoutError`, or the reason of `stopping`.
 *
 * `AbortSignal.any([stopping, AbortSignal.timeout(ms)])` is not used: Node.js may collect the timeout as garbage before
 * it fires, and work that hangs then never ends.
 */
export async function withDeadline<T>(
  stopping: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(stopping.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms).unref();
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
}

/** A request to a server of customers. */
interface OutgoingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string;
  /** True if the certificate of the server must be valid. */
  readonly verifiesCertificate: boolean;
}

interface OutgoingReply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body, of which the rest may be missing if it has more bytes than allowed. */
  readonly text: string;
}

interface RequesterOptions {
  readonly timeoutMs: number;
  /** Number of bytes after which the rest of a reply is not read. */
  readonly maxBytes: number;
  /** The messages of the errors of a reply that takes too long, and of a host in a private network. */
  readonly timeout: string;
  readonly privateHost: string;
}

/**
 * Returns a function that sends requests, and never into private networks: the addresses of a host are checked when the
 * connection is made. Uses no proxy, follows no redirects, and opens a new connection for each request.
 */
export function createRequester(
  access: NetworkAccess,
  { timeoutMs, maxBytes, timeout, privateHost }: RequesterOptions,
): (url: string, request: OutgoingRequest, signal: AbortSignal) => Promise<OutgoingReply> {
  const { check, lookup } = createNetworkGuard(access, privateHost);
  return async (url, { method, headers, body, verifiesCertificate }, signal) => {
    const target = new URL(url);
    check(target);
    const length = body === '' && method === 'GET' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = {
      ...{ method, headers: { ...headers, ...length }, rejectUnauthorized: verifiesCertificate, lookup },
      agent: false,
    } as const;
    return withDeadline(signal, timeoutMs, (limited) =>
      exchange(target, { ...options, signal: limited }, body, maxBytes).catch((error: unknown) => {
        throw limited.aborted && !signal.aborted ? new Error(timeout) : error;
      }),
    );
  };
}

/** Sends a request and returns the reply. */
function exchange(target: URL, options: https.RequestOptions, body: string, maxBytes: number): Promise<OutgoingReply> {
  return new Promise((resolve, reject) => {
    const outgoing = (target.protocol === 'https:' ? https : http).request(target, options, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const finish = () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text: Buffer.concat(parts).toString('utf8') });
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        parts.push(chunk);
        bytes += chunk.length;
        if (bytes > maxBytes) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
