import { isIP, isIPv6 } from 'node:net';

/** IPv4 networks that are not part of the public internet (RFC 6890, and the IANA special-purpose address registry). */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * The public part of IPv6, and the networks in it that are not public: documentation, and tunnels to arbitrary IPv4
 * addresses.
 */
const PUBLIC_V6 = ['2000::/3'];
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/**
 * A network by the first 32 bits of its addresses. All networks above are at least as large. The class of each event's
 * address is found here: node:net's BlockList takes ten times as long.
 */
interface Network {
  readonly bits: number;
  readonly mask: number;
}

const privateV4 = PRIVATE_V4.map((network) => readNetwork(network, firstBitsV4));
const publicV6 = PUBLIC_V6.map((network) => readNetwork(network, firstBitsV6));
const privateV6 = PRIVATE_V6.map((network) => readNetwork(network, firstBitsV6));

function readNetwork(network: string, firstBits: (address: string) => number): Network {
  const [address = '', length = ''] = network.split('/');
  return { bits: firstBits(address), mask: -1 << (32 - Number(length)) };
}

/** Returns all bits of a valid IPv4 address. */
function firstBitsV4(address: string): number {
  let bits = 0;
  for (const byte of address.split('.')) bits = (bits << 8) | Number(byte);
  return bits;
}

/** Returns the first two groups of a valid IPv6 address: those that `::` leaves out are 0. */
function firstBitsV6(address: string): number {
  const [first = '', second = ''] = address.split(':', 2);
  return (parseInt(first || '0', 16) << 16) | parseInt(second || '0', 16);
}

function isIn(networks: readonly Network[], first: number): boolean {
  return networks.some(({ bits, mask }) => ((first ^ bits) & mask) === 0);
}

/**
 * Returns true if an IP address is not public: it belongs to a private network or to this machine, or is not an IP
 * address at all.
 */
export function isPrivateAddress(address: string): boolean {
  if (!address.includes(':')) return isIP(address) !== 4 || isIn(privateV4, firstBitsV4(address));
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isIP(mapped) !== 4 || isIn(privateV4, firstBitsV4(mapped));
  if (!isIPv6(address)) return true;
  const first = firstBitsV6(address);
  return !isIn(publicV6, first) || isIn(privateV6, first);
}

/**
 * Returns true if the host of a URL is private without a lookup. A name that passes may still resolve to a private
 * address.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return host === '' || /(^|\.)(localhost|local|internal)$/i.test(host);
}

/** Returns an IPv4 address, or the first 64 bits of an IPv6 address: a host has all addresses behind them. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(Math.max(0, zeros)).fill('0'), ...groups(tail ?? '')].slice(0, 4).join(':');
}

/**
 * Returns the canonical form of an IP address (RFC 5952), with an IPv4 address in place of an IPv6 address that
 * contains it; undefined if the text is not an IP address.
 */
export function canonicalAddress(text: string): string | undefined {
  if (!text.includes(':')) return isIP(text) === 4 ? text : undefined;
  if (!isIPv6(text)) return undefined;
  const [address = '', zone] = text.toLowerCase().split('%');
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high !== undefined && low !== undefined)
    return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.');
  return zone === undefined ? canonical : `${canonical}%${zone}`;
}
