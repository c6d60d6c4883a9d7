import { isIP } from 'node:net';
import type { Event, JsonObject, Request } from '../../domain/event';
import { FILTERED } from './text';

/** Where proxies and servers write the address of their client. */
const ADDRESS_NAMES = new Set([
  ...['forwarded', 'x-forwarded-for', 'x-original-forwarded-for', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'client-ip'],
  ...['cf-connecting-ip', 'cf-connecting-ipv6', 'true-client-ip', 'fastly-client-ip', 'fly-client-ip', 'x-appengine-user-ip', 'x-envoy-external-address'],
  ...['remote-addr', 'remote-host', 'ip', 'ip-address', 'ipaddress', 'client-addr', 'user-ip', 'remote-ip'],
]);

/** Takes the addresses of users out of the event, wherever servers and clients write them (reference/ingest.md §2.3). */
export function scrubAddresses(event: Event): Event {
  const { user, request } = event;
  return {
    ...event,
    user: user === null ? null : withoutAddress(user),
    request: request === null ? null : scrubRequest(request),
    contexts: mapMembers(event.contexts, (context) => scrubNested(context, 3) as JsonObject),
    extra: scrubNested(event.extra, 3) as JsonObject,
  };
}

function withoutAddress(user: NonNullable<Event['user']>): Event['user'] {
  const id = user.id !== null && isIP(user.id) !== 0 ? null : user.id;
  const rest = { ...user, id, ipAddress: null, data: user.data === null ? null : (scrubNested(user.data, 3) as JsonObject) };
  return Object.values(rest).every((part) => part === null) ? null : rest;
}

function scrubRequest(request: Request): Request {
  return {
    ...request,
    headers: request.headers.map(([name, value]) => (namesAddress(name) ? [name, FILTERED] : [name, value])),
    env: request.env === null ? null : mapMembers(request.env, (value, name) => (namesAddress(name) ? FILTERED : value)),
  };
}

/** `REMOTE_ADDR`, `HTTP_X_FORWARDED_FOR` and `x-forwarded-for` are ways to write such a name. */
function namesAddress(name: string): boolean {
  return ADDRESS_NAMES.has(name.toLowerCase().replaceAll('_', '-').replace(/^http-/, ''));
}

/** In free-form data the name alone does not tell: the value must be an address, too. */
function scrubNested(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return mapMembers(value as JsonObject, (member, name) => {
    const isAddress = typeof member === 'string' && namesAddress(name) && member.split(',').some((part) => isIP(part.trim()) !== 0);
    return isAddress ? FILTERED : scrubNested(member, depth - 1);
  });
}

function mapMembers<T>(members: Record<string, T>, change: (member: T, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member, name)]));
}
