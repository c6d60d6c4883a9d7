import addFormats from 'ajv-formats';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import type { QueryParameter } from './queryString';

/** The parts of the contract that the door reads by itself, every reference resolved except inside schemas. */
export interface ContractOperation {
  readonly operationId: string;
  /** Lower case. */
  readonly method: string;
  /** The template, such as `/api/0/teams/{organization_slug}/…`. */
  readonly path: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly queryParameters: readonly QueryParameter[];
  /** Bytes after inflating; undefined where no body is taken. */
  readonly maxBodyBytes: number | undefined;
  /** Bytes as they are sent; undefined where none but the inflated ones are limited. */
  readonly maxWireBytes: number | undefined;
  /** Whether the body is handed over as bytes instead of a JSON object: it may be something else than JSON. */
  readonly receivesBytes: boolean;
  /** Body fields, and members of such fields, whose surrounding white space is removed before they are checked. */
  readonly trimmedFields: readonly (readonly string[])[];
  /** Where in the document the schema of a JSON body is. */
  readonly bodySchema: string | undefined;
  /** Status → media type → where in the document its schema is; a status without a body has none. */
  readonly responses: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

/** Whether SDKs, not token holders, call this operation. */
export function acceptsDsn(operation: ContractOperation): boolean {
  return operation.security.some((requirement) => 'dsnQuery' in requirement);
}

type JsonNode = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json';
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Reads the operations out of the bundled contract. */
export function readOperations(document: object): ContractOperation[] {
  const root = document as JsonNode;
  return Object.entries(root['paths'] as JsonNode).flatMap(([path, item]) =>
    METHODS.filter((method) => method in (item as JsonNode)).map((method) => readOperation(root, path, method)),
  );
}

/** The schemas of some fields of an object schema, by name. */
export function readFieldSchemas(document: object, schema: string, fields: readonly string[]): Record<string, object> {
  const root = document as JsonNode;
  const properties = resolveReference(root, { $ref: `#/components/schemas/${schema}/properties` }).value;
  return Object.fromEntries(
    fields.map((field) => [field, resolveReference(root, properties[field] as JsonNode).value]),
  );
}

function readOperation(root: JsonNode, path: string, method: string): ContractOperation {
  const pointer = `#/paths/${escapePointer(path)}/${method}`;
  const operation = resolveReference(root, { $ref: pointer }).value;
  const parameters = ((operation['parameters'] ?? []) as JsonNode[]).map(
    (parameter) => resolveReference(root, parameter).value,
  );
  const given = operation['requestBody'] as JsonNode | undefined;
  const { value: body, at } =
    given === undefined ? { value: undefined, at: '' } : resolveReference(root, given, `${pointer}/requestBody`);
  const types = Object.keys(body?.['content'] ?? {});
  const bodySchema = types.includes(JSON_TYPE) ? `${at}/content/${escapePointer(JSON_TYPE)}/schema` : undefined;
  return {
    operationId: String(operation['operationId']),
    method,
    path,
    security: (operation['security'] ?? []) as ContractOperation['security'],
    queryParameters: parameters
      .filter((parameter) => parameter['in'] === 'query')
      .map((parameter) => readParameter(root, parameter)),
    maxBodyBytes: body?.['x-max-body-bytes'] as number | undefined,
    maxWireBytes: body?.['x-max-wire-bytes'] as number | undefined,
    receivesBytes: types.some((type) => type !== JSON_TYPE),
    trimmedFields: bodySchema === undefined ? [] : readTrimmedFields(root, bodySchema),
    bodySchema,
    responses: readResponses(root, operation['responses'] as JsonNode, `${pointer}/responses`),
  };
}

function readParameter(root: JsonNode, parameter: JsonNode): QueryParameter {
  return {
    ...parameter,
    schema: resolveReference(root, parameter['schema'] as JsonNode).value,
  } as unknown as QueryParameter;
}

function readTrimmedFields(root: JsonNode, schema: string, depth = 2): string[][] {
  const properties = (resolveReference(root, { $ref: schema }).value['properties'] ?? {}) as JsonNode;
  return Object.keys(properties).flatMap((name) => {
    const { value, at } = resolveReference(
      root,
      properties[name] as JsonNode,
      `${schema}/properties/${escapePointer(name)}`,
    );
    if (value['x-trim'] === true) return [[name]];
    return depth > 1 && 'properties' in value
      ? readTrimmedFields(root, at, depth - 1).map((path) => [name, ...path])
      : [];
  });
}

function readResponses(root: JsonNode, responses: JsonNode, pointer: string): Map<number, Map<string, string>> {
  const replies = new Map<number, Map<string, string>>();
  for (const [status, response] of Object.entries(responses)) {
    const { value, at } = resolveReference(root, response as JsonNode, `${pointer}/${status}`);
    const types = Object.keys(value['content'] ?? {});
    replies.set(Number(status), new Map(types.map((type) => [type, `${at}/content/${escapePointer(type)}/schema`])));
  }
  return replies;
}

/** Follows a `$ref`, if `node` is one; tells also where in the document the value is. */
function resolveReference(root: JsonNode, node: JsonNode, at = '#'): { value: JsonNode; at: string } {
  const pointer = node['$ref'];
  if (typeof pointer !== 'string') return { value: node, at };
  const parts = pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const value = parts.reduce<unknown>((value, part) => (value as JsonNode)[part], root);
  return resolveReference(root, value as JsonNode, pointer);
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

export type { ErrorObject, ValidateFunction };
type SchemaValidator = InstanceType<typeof Ajv2020>;

/** A validator for the contract's schemas: JSON Schema 2020-12 with formats; the contract's own keywords are let be. */
export function createValidator(options: { allErrors: boolean }): SchemaValidator {
  const validator = new Ajv2020({ strict: false, validateSchema: false, allErrors: options.allErrors, verbose: true });
  addFormats(validator, { mode: 'fast' });
  return validator;
}

/** Knows which replies the contract declares and whether a value fits. A reply that does not is a fault of ours. */
export class ContractSchemas {
  readonly #validator = createValidator({ allErrors: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.#validator.addSchema(document, 'contract');
  }

  /** Compiles what an operation can answer, so that its first reply need not wait for it. */
  compile({ responses: replies }: ContractOperation): void {
    for (const schemas of replies.values()) schemas.forEach((pointer) => this.#validate(pointer));
  }

  /** @throws Error unless the operation declares this status with this media type; null means no body */
  declared(operation: ContractOperation, status: number, mediaType: string | null): string | null {
    const schemas = operation.responses.get(status);
    const pointer = mediaType === null ? null : schemas?.get(mediaType);
    if (schemas === undefined || pointer === undefined || (pointer === null && schemas.size > 0)) {
      throw new Error(`${operation.operationId} does not declare ${status} with ${mediaType ?? 'no body'}`);
    }
    return pointer;
  }

  /** @throws Error unless the value fits the schema at `pointer` in the contract */
  check(pointer: string, value: unknown): void {
    const validate = this.#validate(pointer);
    if (validate(value)) return;
    const [error] = validate.errors ?? [];
    throw new Error(
      `the value does not fit the contract's ${pointer}: ${error?.instancePath ?? ''} ${error?.message ?? ''}`,
    );
  }

  /** @throws Error unless the value fits the schema of that name */
  readonly checkNamed = (schema: string, value: unknown): void => this.check(`#/components/schemas/${schema}`, value);

  /** The first thing that keeps a value from the schema at `pointer`, or null if it fits. */
  firstError(pointer: string, value: unknown): ErrorObject | null {
    const validate = this.#validate(pointer);
    return validate(value) ? null : (validate.errors?.[0] ?? null);
  }

  #validate(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer);
    if (known !== undefined) return known;
    const compiled = this.#validator.compile({ $ref: `contract${pointer}` });
    this.#compiled.set(pointer, compiled);
    return compiled;
  }
}
