import { BadRequest } from '../domain/errors';

/** A request target, taken apart: the path in its one served form and the query as pairs. */
export interface Target {
  /** Still percent-encoded; repeated slashes folded and a trailing slash added or taken away (decisions.md D25). */
  readonly path: string;
  /** Without the question mark, as sent. */
  readonly search: string;
}

/** Splits path and query. The paths of the API end in a slash, all others, such as `/docs`, do not; both are served either way. */
export function readTarget(url: string): Target {
  const mark = url.indexOf('?');
  const path = (mark === -1 ? url : url.slice(0, mark)).replace(/\/{2,}/g, '/');
  return { path: inServedForm(path), search: mark === -1 ? '' : url.slice(mark + 1) };
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
