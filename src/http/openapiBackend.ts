import OpenAPIBackend, { type Context, type Document, type Request } from 'openapi-backend';
import type { OperationId, OperationReply } from '../api/operation';
import { Unauthenticated } from '../domain/errors';
import { acceptsDsn, type ContractOperation, createValidator, type ErrorObject } from './contract';
import type { Pipeline } from './pipeline';
import { type RequestContext, routeOf } from './requestContext';
import type { Routes } from './routes';

/** The operations of the contract, ready to handle requests. */
export interface OperationBackend {
  /** @throws ServiceError, or any other error that the handler throws */
  handle(context: RequestContext): Promise<OperationReply<OperationId>>;
  /** Compiles the request validators of an operation, so that its first request does not wait for them. */
  compile(operation: ContractOperation): void;
}

/** The parts of the contract that this module reads. */
interface ContractDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, object>>;
}

type PathItem = Readonly<Record<string, object>>;

/** Registers the pipeline with openapi-backend for every operation. src/DECISIONS.md says which parts of the library are replaced. */
export async function createOperationBackend(
  document: object,
  operations: readonly ContractOperation[],
  routes: Routes,
  pipeline: Pipeline,
): Promise<OperationBackend> {
  const validator = createValidator({ allErrors: true });
  // The request decides which scheme counts, and the pipeline checks all that it requires.
  const authenticate = (_: Context, context: RequestContext) => pipeline.authenticate(context);
  const api = new OpenAPIBackend({
    definition: withoutReplies(document as ContractDocument),
    strict: true,
    quick: true,
    ignoreTrailingSlashes: false,
    coerceTypes: false,
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- The type names the validator of draft 7; that of 2020-12 has the same members.
    customizeAjv: () => validator,
    securityHandlers: { bearer: authenticate, session: authenticate, csrfToken: authenticate },
    handlers: {
      notImplemented: ({ operation }: Context): never => {
        throw new Error(`${operation.operationId} has no handler`);
      },
      unauthorizedHandler: (): never => {
        throw new Unauthenticated();
      },
      postSecurityHandler: async ({ security }: Context, context: RequestContext) => {
        const { authorized, ...results } = security;
        throwFirstError(results);
        if (authorized || routeOf(context).operation.security.length === 0) await pipeline.prepare(context);
      },
      validationFail: async ({ validation }: Context, context: RequestContext) => {
        await pipeline.rejectInvalidFields(context, validation.errors ?? []);
      },
    },
  });
  await api.init();
  replaceRouting(api, operations);
  for (const { operationId } of operations) api.register(operationId, handleOperation);
  return {
    async handle(context) {
      context.route = routes.match(context.method, context.path);
      if (acceptsDsn(context.route.operation)) return handleSdkRequest(context);
      return (await api.handleRequest(context as unknown as Request, context)) as OperationReply<OperationId>;
    },
    compile: ({ operationId }) => void api.validator.getRequestValidatorsForOperation(operationId),
  };

  /** Runs the steps and the validators of every other operation, without `handleRequest` (src/DECISIONS.md, "Requests of SDKs"). */
  async function handleSdkRequest(context: RequestContext): Promise<OperationReply<OperationId>> {
    await pipeline.prepare(context);
    await pipeline.rejectInvalidFields(context, findSchemaErrors(context));
    return pipeline.handle(context);
  }

  function findSchemaErrors(context: RequestContext): ErrorObject[] {
    const { operation, params } = routeOf(context);
    const request = { path: params, query: context.query, header: {}, cookie: {} };
    const errors: ErrorObject[] = [];
    for (const validate of api.validator.getRequestValidatorsForOperation(operation.operationId)) {
      if (!validate(request)) errors.push(...(validate.errors ?? []));
    }
    return errors;
  }

  async function handleOperation(_: Context, context: RequestContext): Promise<OperationReply<OperationId>> {
    await pipeline.rejectInvalidFields(context, []);
    return pipeline.handle(context);
  }
}

/** The contract without what only replies have: `ResponseWriter` checks those, and the library would copy it all. */
function withoutReplies(document: ContractDocument): Document {
  const { webhooks: _, ...others } = document as ContractDocument & { readonly webhooks?: object };
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const members = Object.entries(item).map(([name, member]) => [
      name,
      'responses' in member ? { ...member, responses: {} } : member,
    ]);
    return [path, Object.fromEntries(members)] as const;
  });
  const components = { ...document.components, responses: {}, headers: {}, examples: {} };
  return { ...others, paths: Object.fromEntries(paths), components } as unknown as Document;
}

/**
 * Replaces routing and request parsing: both were done already, by `Routes` and by the pipeline. A body that the handler receives
 * as bytes is hidden from the library, which would validate an empty object in its place.
 */
function replaceRouting({ router }: OpenAPIBackend, operations: readonly ContractOperation[]): void {
  const receiving = operations.filter(({ receivesBytes }) => receivesBytes).map(({ operationId }) => operationId);
  const all = router.getOperations().map((operation) => {
    const { requestBody, ...withoutBody } = operation;
    return requestBody !== undefined && receiving.includes(operation.operationId ?? '') ? withoutBody : operation;
  });
  const byId = new Map(all.map((operation) => [operation.operationId ?? '', operation]));
  router.getOperations = () => all;
  router.getOperation = (id) => byId.get(id);
  router.matchOperation = (request) => {
    const { operationId } = routeOf(contextOf(request)).operation;
    const operation = byId.get(operationId);
    if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
    return operation;
  };
  router.parseRequest = (request) => {
    const context = contextOf(request);
    const { method, path, query, body } = context;
    return { method, path, params: routeOf(context).params, query, headers: {}, cookies: {}, requestBody: body };
  };
}

/** `handle` passes the context in the place of the library's own request. */
function contextOf(request: Request): RequestContext {
  return request as unknown as RequestContext;
}

/** The library collects what security handlers throw instead of throwing it. */
function throwFirstError(results: Readonly<Record<string, unknown>>): void {
  for (const result of Object.values(results)) {
    if (typeof result === 'object' && result !== null && 'error' in result) throw result.error;
  }
}
