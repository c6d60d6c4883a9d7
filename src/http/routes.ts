import { NotFound } from '../domain/errors';
import type { ContractOperation } from './document';
import { MethodNotAllowed } from './failures';
import { decodePathPart } from './target';

/** An operation and the path parameters, decoded. */
export interface Match {
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
      const route = compile(
        path,
        operations.filter((operation) => operation.path === path),
      );
      this.#byLength.set(partsOf(path), [...(this.#byLength.get(partsOf(path)) ?? []), route]);
    }
  }

  /**
   * @param method upper case, as sent; HEAD is answered like GET
   * @throws NotFound, MethodNotAllowed, or BadRequest for broken percent-encoding
   */
  match(method: string, path: string): Match {
    for (const { pattern, names, byMethod } of this.#byLength.get(partsOf(path)) ?? []) {
      const values = pattern.exec(path);
      if (values === null) continue;
      const operation = byMethod.get(method === 'HEAD' ? 'get' : method.toLowerCase());
      if (operation === undefined) throw new MethodNotAllowed(method, allowed(byMethod));
      return {
        operation,
        params: Object.fromEntries(names.map((name, index) => [name, decodePathPart(values[index + 1] ?? '')])),
      };
    }
    throw new NotFound(`Nothing is served at ${path}; /openapi.json lists what is.`);
  }
}

function compile(path: string, operations: readonly ContractOperation[]): Route {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  const literals = path.split(/\{[^}]+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return {
    pattern: new RegExp(`^${literals.join('([^/]+)')}$`),
    names,
    byMethod: new Map(operations.map((operation) => [operation.method, operation])),
  };
}

/** A parameter is a part, or within one. */
function partsOf(path: string): number {
  return path.split('/').length;
}

function literalLength(path: string): number {
  return path.replace(/\{[^}]*\}/g, '').length;
}

function allowed(byMethod: ReadonlyMap<string, unknown>): string {
  return [...byMethod.keys()]
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    .join(', ');
}
