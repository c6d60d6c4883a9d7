import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { exists } from './sqlitePlace';

const SQLITE = 'sqlite:';
const POSTGRES = /^postgres(ql)?:\/\//;
const KNOWN = 'use sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/DATABASE';

export function isPostgres(url: string): boolean {
  return POSTGRES.test(url);
}

/**
 * The path in the URL of an SQLite database.
 * @throws Error with one sentence that does not repeat a URL of another kind: it can hold a password
 */
export function pathOf(url: string): string {
  if (!url.startsWith(SQLITE)) {
    const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
    const fault = scheme === undefined ? 'has no scheme' : `has the scheme ${scheme}, which is not supported`;
    throw new Error(`The database URL ${fault}: ${KNOWN}.`);
  }
  const path = url.slice(SQLITE.length);
  if (path === '') throw new Error(`The database URL ${url} names no file: ${KNOWN}.`);
  if (path.startsWith('//')) throw new Error(`The database URL ${url} has slashes before its path: ${KNOWN}.`);
  return path;
}

/** Whether the URL names a file that is not there. */
export function isMissingFile(url: string): boolean {
  return !isPostgres(url) && !exists(resolve(pathOf(url)));
}

/** Whether two URLs name one database as far as can be seen: a server may have several names. */
export function isSame(one: string, other: string): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf(url: string): string {
  if (isPostgres(url))
    return url
      .replace(POSTGRES, '')
      .replace(/^[^@/]*@/, '')
      .replace(/\?.*$/, '');
  const file = resolve(pathOf(url));
  return exists(file) ? realpathSync(file) : file;
}
