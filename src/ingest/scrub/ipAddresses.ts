import { isIP } from 'node:net';
import type { Event } from '../../domain/event';
import { type FieldAction, type FieldPolicy, JsonScrubber, type ScrubRules } from './scrubRules';
import type { TextRange } from './secretFormats';

/** Keys under which proxies and servers pass on the address of their client. */
const ADDRESS_KEYS = new Set(
  `forwarded x-forwarded-for x-original-forwarded-for x-real-ip x-client-ip x-cluster-client-ip client-ip cf-connecting-ip
  cf-connecting-ipv6 true-client-ip fastly-client-ip fly-client-ip x-appengine-user-ip x-envoy-external-address remote-addr remote-host
  client-addr remote-ip`.split(/\s+/),
);

/** Keys under which four numbers are a version. */
const VERSION_KEY = /version|build|user-?agent|sec-ch-ua|^(?:browser|os|runtime|release|dist|raw_description)(?:\.|$)/i;

/** Placeholder for an address in a text. */
export const ADDRESS_PLACEHOLDER = '[ip]';

/** Returns the user without IP address; null if nothing else is known about the user. */
export function removeIpAddress(user: Event['user']): Event['user'] {
  if (user === null) return null;
  const id = user.id !== null && isIP(user.id) !== 0 ? null : user.id;
  const rest = { ...user, id, ipAddress: null };
  return Object.values(rest).every((part) => part === null) ? null : rest;
}

/**
 * Redacts IP addresses everywhere except in files of the application and in versions. Addresses in URLs of files belong
 * to servers.
 */
class IpAddressRules implements ScrubRules, FieldPolicy {
  readonly #json = new JsonScrubber(this);

  text(text: string): string {
    let out = '';
    let done = 0;
    for (const { start, end } of findIpAddresses(text)) {
      out += text.slice(done, start) + ADDRESS_PLACEHOLDER;
      done = end;
    }
    return done === 0 ? text : out + text.slice(done);
  }

  readonly userId = (text: string): string => this.text(text);
  readonly identifier = (text: string): string => this.text(text);
  readonly source = (lines: readonly string[]): readonly string[] => lines.map((line) => this.text(line));
  readonly path = (path: string): string => path;
  readonly version = (text: string): string => text;
  readonly cookie = (_: string, value: string): string => this.text(value);
  readonly number = (value: number): unknown => value;

  entry(key: string, value: unknown): unknown {
    return this.#json.entry(key, value);
  }

  value(value: unknown): unknown {
    return this.#json.value(value);
  }

  actionFor(key: string): FieldAction {
    if (isAddressKey(key)) return 'redact';
    return VERSION_KEY.test(key) ? 'keep' : 'descend';
  }
}

/**
 * Returns true if a key is in `ADDRESS_KEYS`, even if it is written as an environment variable, like
 * `HTTP_X_FORWARDED_FOR`.
 */
function isAddressKey(key: string): boolean {
  return ADDRESS_KEYS.has(
    key
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^http-/, ''),
  );
}

export function createIpAddressRules(): ScrubRules {
  return new IpAddressRules();
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
/** An IPv4 address. `Chrome/124.0.0.0` is a version. */
const IPV4 = `(?<![\\w.])(?<!(?<![\\w/.-])[A-Z]\\w{1,30}/)(?:${OCTET}\\.){3}${OCTET}(?![\\w]|\\.\\d)`;
const IPV6 = '(?<![\\w:.])(?=[\\da-fA-F]*:[\\da-fA-F]*:)[\\da-fA-F:]{1,44}[\\da-fA-F](?!\\w)';
const ADDRESS_CANDIDATE = new RegExp(`${IPV4}|${IPV6}`, 'g');

/** Matches every text with an address; most texts do not match. */
export const ADDRESS_HINT = /\d\.\d{1,3}\.\d|:[\da-f]*:/i;

/** Finds IP addresses in a text. `a::b` is a name in a program, not an address: it has no digit. */
export function findIpAddresses(text: string): TextRange[] {
  if (!ADDRESS_HINT.test(text)) return [];
  return [...text.matchAll(ADDRESS_CANDIDATE)]
    .filter(([match]) => match.includes('.') || (/\d/.test(match) && isIP(match) === 6))
    .map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}
