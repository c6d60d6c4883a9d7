import { BadRequest, NotFound } from '../domain/errors';
import type { ContractOperation } from './contract';
import { MethodNotAllowed } from './errors';

/** A request target, taken apart: the path in its one served form and the query as pairs. */
export interface RequestTarget {
  /** Still percent-encoded; repeated slashes folded and a trailing slash added or taken away (decisions.md D25). */
  readonly path: string;
  /** Without the question mark, as sent. */
  readonly search: string;
}

/** Proxies may be asked with the whole address, and servers must understand it too (RFC 9112 §3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/** Splits path and query. The paths of the API end in a slash, all others, such as `/docs`, do not; both are served either way. */
export function parseTarget(url: string): RequestTarget {
  const origin = url.startsWith('/') ? url : url.replace(ABSOLUTE, '') || '/';
  const mark = origin.indexOf('?');
  const path = (mark === -1 ? origin : origin.slice(0, mark)).replace(/\/{2,}/g, '/');
  return { path: canonicalPath(path), search: mark === -1 ? '' : origin.slice(mark + 1) };
}

function canonicalPath(path: string): string {
  const bare = path.replace(/\/$/, '');
  return path.startsWith('/api/') || bare === '' ? `${bare}/` : bare;
}

/** Decodes one part of a path. @throws BadRequest if its percent-encoding is broken */
export function decodePathSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new BadRequest(`The path part "${part}" is not valid percent-encoded UTF-8.`);
  }
}

/** An operation and the path parameters, decoded. */
export interface RouteMatch {
  readonly operation: ContractOperation;
  readonly params: Record<string, string>;
}

interface Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly byMethod: ReadonlyMap<string, ContractOperation>;
}

/** Finds operations by method and path, with one expression for each path of as many parts, literal paths first. */
export class Routes {
  readonly #byLength = new Map<number, Route[]>();

  constructor(operations: readonly ContractOperation[]) {
    const paths = [...new Set(operations.map(({ path }) => path))].sort((a, b) => literalLength(b) - literalLength(a));
    for (const path of paths) {
      const route = compileRoute(
        path,
        operations.filter((operation) => operation.path === path),
      );
      this.#byLength.set(countSegments(path), [...(this.#byLength.get(countSegments(path)) ?? []), route]);
    }
  }

  /**
   * @param method upper case, as sent; HEAD is answered like GET
   * @throws NotFound, MethodNotAllowed, or BadRequest for broken percent-encoding
   */
  match(method: string, path: string): RouteMatch {
    for (const { pattern, names, byMethod } of this.#byLength.get(countSegments(path)) ?? []) {
      const values = pattern.exec(path);
      if (values === null) continue;
      const operation = byMethod.get(method === 'HEAD' ? 'get' : method.toLowerCase());
      if (operation === undefined) throw new MethodNotAllowed(method, allowedMethods(byMethod));
      return {
        operation,
        params: Object.fromEntries(names.map((name, index) => [name, decodePathSegment(values[index + 1] ?? '')])),
      };
    }
    throw new NotFound(`Nothing is served at ${path}; /openapi.json lists what is.`);
  }
}

function compileRoute(path: string, operations: readonly ContractOperation[]): Route {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  const literals = path.split(/\{[^}]+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return {
    pattern: new RegExp(`^${literals.join('([^/]+)')}$`),
    names,
    byMethod: new Map(operations.map((operation) => [operation.method, operation])),
  };
}

/** A parameter is a part, or within one. */
function countSegments(path: string): number {
  return path.split('/').length;
}

function literalLength(path: string): number {
  return path.replace(/\{[^}]*\}/g, '').length;
}

function allowedMethods(byMethod: ReadonlyMap<string, unknown>): string {
  return [...byMethod.keys()]
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    .join(', ');
}
