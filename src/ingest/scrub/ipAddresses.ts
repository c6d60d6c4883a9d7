import { isIP } from 'node:net';
import type { Event } from '../../domain/event';
import { type FieldPolicy, JsonScrubber, type ScrubRules } from './scrubRules';
import type { TextRange } from './textSecrets';

/** Where proxies and servers write the address of their client, and nothing else. */
const ADDRESS_KEYS = new Set([
  ...[
    'forwarded',
    'x-forwarded-for',
    'x-original-forwarded-for',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'client-ip',
  ],
  ...[
    'cf-connecting-ip',
    'cf-connecting-ipv6',
    'true-client-ip',
    'fastly-client-ip',
    'fly-client-ip',
    'x-appengine-user-ip',
    'x-envoy-external-address',
  ],
  ...['remote-addr', 'remote-host', 'client-addr', 'remote-ip'],
]);

/** Four numbers under such a name are a version. */
const VERSION_KEY = /version|build|user-?agent|sec-ch-ua|^(?:browser|os|runtime|release|dist|raw_description)(?:\.|$)/i;

/** Stands for an address inside a text. */
const ADDRESS_PLACEHOLDER = '[ip]';

/** The person without the address they came from; null if that was all that is known of them (reference/ingest.md §2.3). */
export function removeIpAddress(user: Event['user']): Event['user'] {
  if (user === null) return null;
  const id = user.id !== null && isIP(user.id) !== 0 ? null : user.id;
  const rest = { ...user, id, ipAddress: null };
  return Object.values(rest).every((part) => part === null) ? null : rest;
}

/** Takes addresses out wherever they stand, but not where the application's files are: those are addresses of servers. */
class IpAddressRules implements ScrubRules, FieldPolicy {
  readonly #data = new JsonScrubber(this);

  text(text: string): string {
    return findIpAddresses(text).reduceRight(
      (out, { start, end }) => out.slice(0, start) + ADDRESS_PLACEHOLDER + out.slice(end),
      text,
    );
  }

  readonly identifier = (text: string): string => this.text(text);
  readonly source = (lines: readonly string[]): readonly string[] => lines.map((line) => this.text(line));
  readonly path = (path: string): string => path;
  readonly version = (text: string): string => text;
  readonly cookie = (_: string, value: string): string => this.text(value);
  readonly number = (value: number): unknown => value;

  entry(key: string, value: unknown): unknown {
    return this.#data.member(key, value);
  }

  value(value: unknown): unknown {
    return this.#data.value(value);
  }

  actionFor(key: string): 'take' | 'keep' | 'look' {
    if (isAddressKey(key)) return 'take';
    return VERSION_KEY.test(key) ? 'keep' : 'look';
  }
}

/** `REMOTE_ADDR`, `HTTP_X_FORWARDED_FOR` and `x-forwarded-for` are ways to write such a name. */
function isAddressKey(name: string): boolean {
  return ADDRESS_KEYS.has(
    name
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^http-/, ''),
  );
}

export function createIpAddressRules(): ScrubRules {
  return new IpAddressRules();
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
/** `Chrome/124.0.0.0` is a version. */
const IPV4 = `(?<![\\w.])(?<!(?<![\\w/.-])[A-Z]\\w{1,30}/)(?:${OCTET}\\.){3}${OCTET}(?![\\w]|\\.\\d)`;
const IPV6 = '(?<![\\w:.])(?=[\\da-fA-F]*:[\\da-fA-F]*:)[\\da-fA-F:]{1,44}[\\da-fA-F](?!\\w)';
const ADDRESS_CANDIDATE = new RegExp(`${IPV4}|${IPV6}`, 'g');

/** Most texts have neither three points between numbers nor two colons. */
const ADDRESS_HINT = /\d\.\d{1,3}\.\d|:[\da-f]*:/i;

/** Where internet addresses stand in a text. `a::b` of a program is none: it has no digit. */
export function findIpAddresses(text: string): TextRange[] {
  if (!ADDRESS_HINT.test(text)) return [];
  return [...text.matchAll(ADDRESS_CANDIDATE)]
    .filter(([match]) => match.includes('.') || (/\d/.test(match) && isIP(match) === 6))
    .map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}
