import { BadRequest, NotFound } from '../domain/errors';
import type { ContractOperation } from './contract';
import { MethodNotAllowed } from './errors';

/**
 * Features that existing tools request and this service lacks. The key has the first segment of the path after
 * `/api/0/`, and the segments that follow the organization or project.
 */
const MISSING_FEATURES: ReadonlyMap<string, string> = new Map([
  ['organizations:dashboards', 'dashboards'],
  ['organizations:detectors', 'metric alerts'],
  ['organizations:integrations', 'integrations'],
  ['organizations:replay-count', 'session replays'],
  ['organizations:replays', 'session replays'],
  ['organizations:trace', 'traces'],
  ['organizations:trace-items', 'attributes of spans and logs'],
  ['organizations:trace-logs', 'logs'],
  ['organizations:workflows', 'alert workflows; alert rules belong to projects'],
  ['projects:files/difs', 'debug files of native programs'],
  ['projects:files/dsyms', 'debug files of native programs, or ProGuard mappings'],
  ['projects:preprodartifacts', 'builds of mobile applications'],
  ['projects:replays', 'session replays'],
]);

/** A request target, split into its path and its query string. */
export interface RequestTarget {
  /** Percent-encoded, without repeated slashes, and with or without a trailing slash as the contract has it. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly search: string;
}

/** The absolute form of a target: clients send it to proxies, and servers must accept it (RFC 9112, section 3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * Splits a target. In the contract, paths below `/api/` end in a slash and others, such as `/docs`, do not. Requests
 * may do either (openapi/DECISIONS.md D25).
 */
export function parseTarget(url: string): RequestTarget {
  const origin = url.startsWith('/') ? url : url.replace(ABSOLUTE, '') || '/';
  const mark = origin.indexOf('?');
  const path = mark === -1 ? origin : origin.slice(0, mark);
  return {
    path: canonicalPath(path.includes('//') ? path.replace(/\/{2,}/g, '/') : path),
    search: mark === -1 ? '' : origin.slice(mark + 1),
  };
}

function canonicalPath(path: string): string {
  const endsInSlash = path.endsWith('/');
  if (path.startsWith('/api/') || path === '/' || path === '') return endsInSlash ? path : `${path}/`;
  return endsInSlash ? path.slice(0, -1) : path;
}

/** Decodes a path segment. @throws BadRequest for invalid percent-encoding */
export function decodePathSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new BadRequest(`The path part "${segment}" is not valid percent-encoded UTF-8.`);
  }
}

/** An operation, and the decoded path parameters. */
export interface RouteMatch {
  readonly operation: ContractOperation;
  readonly params: Record<string, string>;
}

interface Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** True if its parameter matches all the rest of the path. */
  readonly isOpen: boolean;
  readonly byMethod: ReadonlyMap<string, ContractOperation>;
}

/** Creates the message of the error for a path without operations. */
function notServedMessage(path: string): string {
  const [, , api, scope = '', ...rest] = path.split('/');
  const slugCount = scope === 'projects' ? 2 : 1;
  const [first = '', second = ''] = api === '0' ? rest.slice(slugCount) : [];
  const feature = MISSING_FEATURES.get(`${scope}:${first}`) ?? MISSING_FEATURES.get(`${scope}:${first}/${second}`);
  if (feature === undefined) return `Nothing is served at ${path}; /openapi.json lists all paths.`;
  return `This service has no ${feature}; nothing is served at ${path}.`;
}

/**
 * Finds operations by method and path. Compares a path only with paths of the same number of segments, starting with
 * the path that has the most literal text.
 */
export class Routes {
  readonly #byLength = new Map<number, Route[]>();
  /** Routes that end in a parameter for all the rest of the path. They are compared last. */
  readonly #open: Route[] = [];

  constructor(operations: readonly ContractOperation[]) {
    const paths = [...new Set(operations.map(({ path }) => path))].sort((a, b) => literalLength(b) - literalLength(a));
    for (const path of paths) {
      const route = compileRoute(
        path,
        operations.filter((operation) => operation.path === path),
      );
      if (route.isOpen) {
        this.#open.push(route);
        continue;
      }
      this.#byLength.set(countSegments(path), [...(this.#byLength.get(countSegments(path)) ?? []), route]);
    }
  }

  /**
   * Finds the operation of a request.
   * @param method upper case, as sent; HEAD is handled as GET
   * @throws NotFound, MethodNotAllowed, or BadRequest for invalid percent-encoding
   */
  match(method: string, path: string): RouteMatch {
    const pathMatch = this.#find(path);
    if (pathMatch === undefined) throw new NotFound(notServedMessage(path));
    const { byMethod, names, isOpen } = pathMatch.route;
    const operation = byMethod.get(method === 'HEAD' ? 'get' : method.toLowerCase());
    if (operation === undefined) throw new MethodNotAllowed(method, allowedMethods(byMethod));
    const params: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const value = pathMatch.values[index] ?? '';
      // Several segments stay encoded: a decoded slash inside a segment would look like a separator.
      params[name] = isOpen ? value : decodePathSegment(value);
    }
    return { operation, params };
  }

  /**
   * Returns the operations of a path, whether or not its parameters can be decoded; none if nothing is served there.
   */
  operationsAt(path: string): ContractOperation[] {
    return [...(this.#find(path)?.route.byMethod.values() ?? [])];
  }

  /** Finds the route of a path, and the values of its parameters as sent. */
  #find(path: string): { route: Route; values: string[] } | undefined {
    return firstMatch(this.#byLength.get(countSegments(path)) ?? [], path) ?? firstMatch(this.#open, path);
  }
}

function firstMatch(routes: readonly Route[], path: string): { route: Route; values: string[] } | undefined {
  for (const route of routes) {
    const match = route.pattern.exec(path);
    if (match !== null) return { route, values: match.slice(1) };
  }
  return undefined;
}

function compileRoute(path: string, operations: readonly ContractOperation[]): Route {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  const literals = path.split(/\{[^}]+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const isOpen = operations.some(({ endsInRest }) => endsInRest);
  return {
    pattern: new RegExp(`^${literals.join(isOpen ? '(.+)' : '([^/]+)')}$`),
    names,
    isOpen,
    byMethod: new Map(operations.map((operation) => [operation.method, operation])),
  };
}

/** Counts the segments of a path. A parameter is one segment, except in an open route. */
function countSegments(path: string): number {
  let count = 1;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) count += 1;
  return count;
}

function literalLength(path: string): number {
  return path.replace(/\{[^}]*\}/g, '').length;
}

function allowedMethods(byMethod: ReadonlyMap<string, unknown>): string {
  return [...byMethod.keys()]
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    .join(', ');
}
