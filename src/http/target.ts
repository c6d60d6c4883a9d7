import { BadRequest } from '../domain/errors';

/** A request target, taken apart: the path in its one served form and the query as pairs. */
export interface Target {
  /** Still percent-encoded; repeated slashes folded and a trailing slash added or taken away (decisions.md D25). */
  readonly path: string;
  /** Without the question mark, as sent. */
  readonly search: string;
}

/** Proxies may be asked with the whole address, and servers must understand it too (RFC 9112 §3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/** Splits path and query. The paths of the API end in a slash, all others, such as `/docs`, do not; both are served either way. */
export function readTarget(url: string): Target {
  const origin = url.startsWith('/') ? url : url.replace(ABSOLUTE, '') || '/';
  const mark = origin.indexOf('?');
  const path = (mark === -1 ? origin : origin.slice(0, mark)).replace(/\/{2,}/g, '/');
  return { path: inServedForm(path), search: mark === -1 ? '' : origin.slice(mark + 1) };
}

function inServedForm(path: string): string {
  const bare = path.replace(/\/$/, '');
  return path.startsWith('/api/') || bare === '' ? `${bare}/` : bare;
}

/** Decodes one part of a path. @throws BadRequest if its percent-encoding is broken */
export function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new BadRequest(`The path part "${part}" is not valid percent-encoded UTF-8.`);
  }
}
