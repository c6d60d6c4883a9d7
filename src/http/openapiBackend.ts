import OpenAPIBackend, {
  type Context,
  type Document,
  OpenAPIRouter,
  type Operation,
  type ParsedRequest,
  type Request,
} from 'openapi-backend';
import { lazily } from '../domain/lazy';
import { type ContractOperation, ContractSchemas, createValidator, type ErrorObject, readOperations } from './contract';
import { type RequestContext, routeOf } from './requestContext';
import type { Routes } from './routes';

/** The parts of a request that the contract has schemas for. */
interface ValidatedInput {
  readonly path: object;
  readonly query: object;
  readonly requestBody: object;
}

/** Handles the requests of an operation. @param findErrors returns the errors of its schemas in a request */
export type OperationHandler = (
  context: RequestContext,
  findErrors: (input: ValidatedInput) => ErrorObject[],
) => Promise<void>;

/** The operations of the contract, ready to handle requests. */
export interface OperationBackend {
  /** @throws ServiceError, or any other error that the handler throws */
  handle(context: RequestContext): Promise<void>;
  /** Compiles the request validators of an operation, so that its first request does not wait for them. */
  compile(operation: ContractOperation): void;
}

/**
 * The contract in the forms that the service needs. It does not change, so services of one process can share it, with
 * the validators that they compile.
 */
export interface LoadedContract {
  /** Returns the contract with its texts and examples, which is only served. */
  readonly whole: () => object;
  readonly operations: readonly ContractOperation[];
  readonly schemas: ContractSchemas;
  /** The library that validates requests, which has read it. */
  readonly library: () => Promise<OpenAPIBackend>;
}

/**
 * @param document the bundled contract, or the part of it that the service reads
 * @param whole returns the bundled contract
 */
export function loadContract(document: object, whole = () => document): LoadedContract {
  const operations = readOperations(document);
  return {
    whole,
    operations,
    schemas: new ContractSchemas(document),
    library: lazily(() => openLibrary(document as ContractDocument, operations)),
  };
}

/** Gives requests to openapi-backend, which calls the handler of the operation that `routes` finds. */
export async function createOperationBackend(
  contract: LoadedContract,
  routes: Routes,
  handle: OperationHandler,
): Promise<OperationBackend> {
  const api = await contract.library();
  return {
    async handle(context) {
      context.route = routes.match(context.method, context.path);
      await api.handleRequest(context as unknown as Request, context, handle);
    },
    compile: ({ operationId }) => void api.validator.getRequestValidatorsForOperation(operationId),
  };
}

/**
 * Gives openapi-backend the contract, and registers a function for each operationId, which calls the handler of the
 * service. The handler authenticates and validates itself, because it does both around finding the subject
 * (openapi/DECISIONS.md D18).
 */
async function openLibrary(
  document: ContractDocument,
  operations: readonly ContractOperation[],
): Promise<OpenAPIBackend> {
  const validator = createValidator({ allErrors: true });
  const api = new OpenAPIBackend({
    definition: leaveToHandlers(document, operations),
    strict: true,
    quick: true,
    validate: () => false,
    // The type is the validator of draft 7; this one is of draft 2020-12.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- The members are the same.
    customizeAjv: () => validator,
  });
  await api.init();
  api.router = api.validator.router = new ContractRouter({ definition: api.definition });
  for (const { operationId } of operations) {
    const findErrors = ({ path, query, requestBody }: ValidatedInput): ErrorObject[] => {
      const input = { path, query, requestBody, header: {}, cookie: {} };
      const errors: ErrorObject[] = [];
      for (const validate of api.validator.getRequestValidatorsForOperation(operationId)) {
        if (!validate(input)) errors.push(...(validate.errors ?? []));
      }
      return errors;
    };
    api.register(operationId, (_: Context, context: RequestContext, handle: OperationHandler) =>
      handle(context, findErrors),
    );
  }
  return api;
}

/** The parts of the contract that this module reads. */
interface ContractDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: Readonly<Record<string, object>>;
}

/**
 * Returns the contract without the parts that handlers check themselves: security, bodies that they receive as bytes,
 * and replies, which `ResponseWriter` checks.
 */
function leaveToHandlers(document: ContractDocument, operations: readonly ContractOperation[]): Document {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, receivesBytes } of operations) {
    const { requestBody, ...operation } = document.paths[path]?.[method] as { readonly requestBody?: object };
    const body = requestBody === undefined || receivesBytes ? {} : { requestBody };
    (paths[path] ??= {})[method] = { ...operation, ...body, security: [], responses: {} };
  }
  const components = { ...document.components, responses: {}, headers: {}, examples: {} };
  return { ...document, webhooks: {}, paths, components } as unknown as Document;
}

/**
 * Makes openapi-backend use the operation that `Routes` found, which also parsed the path (src/DECISIONS.md,
 * "Routing").
 */
class ContractRouter extends OpenAPIRouter {
  #all: Operation[] | undefined;
  readonly #operations = new Map(this.getOperations().map((operation) => [operation.operationId, operation]));

  /** Remembers the operations, because each registration reads all of them. */
  override getOperations(): Operation[] {
    return (this.#all ??= super.getOperations());
  }

  /** @param request the `RequestContext` in the place of the library's own request, as `handle` passes it */
  override matchOperation(request: Request): Operation {
    const { operationId } = routeOf(request as unknown as RequestContext).operation;
    const operation = this.#operations.get(operationId);
    if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
    return operation;
  }

  override parseRequest({ method, path }: Request): ParsedRequest {
    return { method, path, params: {}, query: {}, headers: {}, cookies: {}, requestBody: undefined };
  }
}
