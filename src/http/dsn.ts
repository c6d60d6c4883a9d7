import { BadRequest, Unauthenticated } from '../domain/errors';

/*
 * The places in which an SDK can put its public key (reference/ingest.md §1.2). Each reader answers the key, null where the
 * place is empty, or throws where something unreadable is in it.
 */

/** `?sentry_key=K`. @throws BadRequest if it is repeated with another key */
export function keyFromQuery(search: string): string | null {
  return agreedKey(new URLSearchParams(search).getAll('sentry_key').map((key) => key || null));
}

/** `X-Sentry-Auth: Sentry sentry_key=K, sentry_version=7, …` */
export function keyFromSentryHeader(header: string | undefined): string | null {
  return header === undefined ? null : readPairs(header);
}

/** `Authorization: Sentry sentry_key=K, …`, or Basic with the key as user name. Another scheme is meant for somebody else. */
export function keyFromAuthorization(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (/^sentry\s/i.test(header)) return readPairs(header);
  const basic = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header);
  if (basic === null) return null;
  const [user = ''] = Buffer.from(basic[1] ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return user === '' ? null : user;
}

function readPairs(header: string): string {
  const match = /(?:^|[\s,])sentry_key\s*=\s*"?([^\s,"]+)/i.exec(header);
  if (match?.[1] === undefined) {
    throw new Unauthenticated(
      'The authentication header names no sentry_key; it reads like "Sentry sentry_key=KEY, sentry_version=7".',
    );
  }
  return match[1];
}

/**
 * The one key of a request, or null if it carries none.
 * @throws BadRequest if two places name different keys
 */
export function agreedKey(keys: readonly (string | null)[]): string | null {
  const [first, ...others] = new Set(keys.filter((key) => key !== null));
  if (others.length > 0)
    throw new BadRequest('The request names more than one sentry_key; send one, or the same everywhere.');
  return first ?? null;
}
