import OpenAPIBackend, { type Context, type Document, type Request } from 'openapi-backend';
import { Unauthenticated } from '../domain/errors';
import { type ContractOperation, createValidator, type ErrorObject } from './contract';
import type { RouteMatch, Routes } from './routes';

/** What one request is to the contract; the stages fill it in on its way. */
export interface RoutedRequest {
  readonly method: string;
  readonly path: string;
  match?: RouteMatch;
  query: Record<string, unknown>;
  /** The JSON object to validate; empty where the body is taken as bytes. */
  body: Record<string, unknown>;
}

/** The steps around validation, in the order they run. Each may throw a `Failure`, which ends the request. */
export interface PipelineSteps<P extends RoutedRequest, R> {
  /** What a security scheme finds in the request: something, or undefined where there is nothing for it. */
  readonly schemes: Readonly<Record<string, (passage: P) => Promise<unknown>>>;
  /** Finds the subject and reads query and body, once the request is authenticated. */
  prepare(passage: P, found: Readonly<Record<string, unknown>>): Promise<void>;
  /** Refuses what the contract's schemas cannot express, together with what they found. */
  check(passage: P, errors: readonly ErrorObject[]): Promise<void>;
  perform(passage: P): Promise<R>;
}

/** @throws NotFound or MethodNotAllowed, or what a stage throws */
type Dispatch<P, R> = (passage: P) => Promise<R>;

/** The contract in force. */
export interface ContractBackend<P, R> {
  readonly dispatch: Dispatch<P, R>;
  /** Compiles what an operation is validated with, so that its first request need not wait for it. */
  warm(operation: ContractOperation): void;
}

/**
 * Binds the operations of the contract to the stages. The library's own routing and request parsing rebuild everything for each
 * request (and fold long repeats of a key), so memoised ones take their place.
 */
export async function createOpenApiBackend<P extends RoutedRequest, R>(
  document: object,
  operations: readonly ContractOperation[],
  routes: Routes,
  stages: PipelineSteps<P, R>,
): Promise<ContractBackend<P, R>> {
  const shared = createValidator({ allErrors: true });
  const api = new OpenAPIBackend({
    definition: document as Document,
    strict: true,
    quick: true,
    ignoreTrailingSlashes: false,
    coerceTypes: false,
    customizeAjv: () => shared,
  });
  await api.init();
  replaceRouting(api);
  registerHandlers(api, operations, stages);
  return {
    async dispatch(passage) {
      passage.match = routes.match(passage.method, passage.path);
      return (await api.handleRequest(passage as unknown as Request, passage)) as R;
    },
    warm: ({ operationId }) => void api.validator.getRequestValidatorsForOperation(operationId),
  };
}

/** Operations by id and by request, resolved once; the passage carries what was read of the request already. */
function replaceRouting({ router }: OpenAPIBackend): void {
  const all = router.getOperations();
  const byId = new Map(all.map((operation) => [operation.operationId ?? '', operation]));
  router.getOperations = () => all;
  router.getOperation = (id) => byId.get(id);
  router.matchOperation = (request) => {
    const operation = byId.get((request as unknown as RoutedRequest).match?.operation.operationId ?? '');
    if (operation === undefined) throw new Error('the request was not routed');
    return operation;
  };
  router.parseRequest = (request) => {
    const { method, path, match, query, body } = request as unknown as RoutedRequest;
    return { method, path, params: match?.params ?? {}, query, headers: {}, cookies: {}, requestBody: body };
  };
}

function registerHandlers<P extends RoutedRequest, R>(
  api: OpenAPIBackend,
  operations: readonly ContractOperation[],
  stages: PipelineSteps<P, R>,
): void {
  for (const [name, find] of Object.entries(stages.schemes)) {
    api.registerSecurityHandler(name, (_: Context, passage: P) => find(passage));
  }
  api.register({
    notImplemented: ({ operation }: Context): never => {
      throw new Error(`${operation.operationId} has no handler`);
    },
    unauthorizedHandler: (): never => {
      throw new Unauthenticated('Authentication credentials were not provided.');
    },
    postSecurityHandler: async ({ security }: Context, passage: P) => {
      const { authorized, ...found } = security;
      throwFirstError(found);
      if (authorized || passage.match?.operation.security.length === 0) await stages.prepare(passage, found);
    },
    validationFail: async ({ validation }: Context, passage: P) => {
      await stages.check(passage, validation.errors ?? []);
    },
  });
  for (const { operationId } of operations) {
    api.register(operationId, async (_: Context, passage: P) => {
      await stages.check(passage, []);
      return stages.perform(passage);
    });
  }
}

/** The library keeps what a security scheme threw as a value. */
function throwFirstError(found: Readonly<Record<string, unknown>>): void {
  for (const result of Object.values(found)) {
    if (typeof result === 'object' && result !== null && 'error' in result) throw result.error;
  }
}
