import { isIP } from 'node:net';
import type { Event } from '../../domain/event';
import { findAddresses } from './addressForms';
import type { Rules } from './rules';
import { DataWalk, type Judge } from './walk';

/** Where proxies and servers write the address of their client, and nothing else. */
const ADDRESS_NAMES = new Set([
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
const VERSION_NAME =
  /version|build|user-?agent|sec-ch-ua|^(?:browser|os|runtime|release|dist|raw_description)(?:\.|$)/i;

/** Stands for an address inside a text. */
const ADDRESS = '[ip]';

/** The person without the address they came from; null if that was all that is known of them (reference/ingest.md §2.3). */
export function withoutAddress(user: Event['user']): Event['user'] {
  if (user === null) return null;
  const id = user.id !== null && isIP(user.id) !== 0 ? null : user.id;
  const rest = { ...user, id, ipAddress: null };
  return Object.values(rest).every((part) => part === null) ? null : rest;
}

/** Takes addresses out wherever they stand, but not where the application's files are: those are addresses of servers. */
class AddressRules implements Rules, Judge {
  readonly #data = new DataWalk(this);

  text(text: string): string {
    return findAddresses(text).reduceRight(
      (out, { start, end }) => out.slice(0, start) + ADDRESS + out.slice(end),
      text,
    );
  }

  readonly name = (text: string): string => this.text(text);
  readonly source = (lines: readonly string[]): readonly string[] => lines.map((line) => this.text(line));
  readonly path = (path: string): string => path;
  readonly version = (text: string): string => text;
  readonly cookie = (_: string, value: string): string => this.text(value);
  readonly number = (value: number): unknown => value;

  member(key: string, value: unknown): unknown {
    return this.#data.member(key, value);
  }

  value(value: unknown): unknown {
    return this.#data.value(value);
  }

  judge(key: string): 'take' | 'keep' | 'look' {
    if (namesAddress(key)) return 'take';
    return VERSION_NAME.test(key) ? 'keep' : 'look';
  }
}

/** `REMOTE_ADDR`, `HTTP_X_FORWARDED_FOR` and `x-forwarded-for` are ways to write such a name. */
function namesAddress(name: string): boolean {
  return ADDRESS_NAMES.has(
    name
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^http-/, ''),
  );
}

export const ADDRESSES: Rules = new AddressRules();
