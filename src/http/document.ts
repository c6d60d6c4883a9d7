import type { QueryParameter } from './query';

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
  readonly takesBytes: boolean;
  /** Body fields, and members of such fields, whose surrounding white space is removed before they are checked. */
  readonly trimmedFields: readonly (readonly string[])[];
  /** Where in the document the schema of a JSON body is. */
  readonly bodySchema: string | undefined;
  /** Status → media type → where in the document its schema is; a status without a body has none. */
  readonly replies: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

/** Whether SDKs, not token holders, call this operation. */
export function takesDsn(operation: ContractOperation): boolean {
  return operation.security.some((requirement) => 'dsnQuery' in requirement);
}

type Json = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json';
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Reads the operations out of the bundled contract. */
export function readOperations(document: object): ContractOperation[] {
  const root = document as Json;
  return Object.entries(root['paths'] as Json).flatMap(([path, item]) =>
    METHODS.filter((method) => method in (item as Json)).map((method) => readOperation(root, path, method)),
  );
}

/** The schemas of some fields of an object schema, by name. */
export function readFieldSchemas(document: object, schema: string, fields: readonly string[]): Record<string, object> {
  const root = document as Json;
  const properties = resolve(root, { $ref: `#/components/schemas/${schema}/properties` }).value;
  return Object.fromEntries(fields.map((field) => [field, resolve(root, properties[field] as Json).value]));
}

function readOperation(root: Json, path: string, method: string): ContractOperation {
  const pointer = `#/paths/${escape(path)}/${method}`;
  const operation = resolve(root, { $ref: pointer }).value;
  const parameters = ((operation['parameters'] ?? []) as Json[]).map((parameter) => resolve(root, parameter).value);
  const given = operation['requestBody'] as Json | undefined;
  const { value: body, at } =
    given === undefined ? { value: undefined, at: '' } : resolve(root, given, `${pointer}/requestBody`);
  const types = Object.keys(body?.['content'] ?? {});
  const bodySchema = types.includes(JSON_TYPE) ? `${at}/content/${escape(JSON_TYPE)}/schema` : undefined;
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
    takesBytes: types.some((type) => type !== JSON_TYPE),
    trimmedFields: bodySchema === undefined ? [] : readTrimmedFields(root, bodySchema),
    bodySchema,
    replies: readReplies(root, operation['responses'] as Json, `${pointer}/responses`),
  };
}

function readParameter(root: Json, parameter: Json): QueryParameter {
  return { ...parameter, schema: resolve(root, parameter['schema'] as Json).value } as unknown as QueryParameter;
}

function readTrimmedFields(root: Json, schema: string, depth = 2): string[][] {
  const properties = (resolve(root, { $ref: schema }).value['properties'] ?? {}) as Json;
  return Object.keys(properties).flatMap((name) => {
    const { value, at } = resolve(root, properties[name] as Json, `${schema}/properties/${escape(name)}`);
    if (value['x-trim'] === true) return [[name]];
    return depth > 1 && 'properties' in value
      ? readTrimmedFields(root, at, depth - 1).map((path) => [name, ...path])
      : [];
  });
}

function readReplies(root: Json, responses: Json, pointer: string): Map<number, Map<string, string>> {
  const replies = new Map<number, Map<string, string>>();
  for (const [status, response] of Object.entries(responses)) {
    const { value, at } = resolve(root, response as Json, `${pointer}/${status}`);
    const types = Object.keys(value['content'] ?? {});
    replies.set(Number(status), new Map(types.map((type) => [type, `${at}/content/${escape(type)}/schema`])));
  }
  return replies;
}

/** Follows a `$ref`, if `node` is one; tells also where in the document the value is. */
function resolve(root: Json, node: Json, at = '#'): { value: Json; at: string } {
  const pointer = node['$ref'];
  if (typeof pointer !== 'string') return { value: node, at };
  const parts = pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const value = parts.reduce<unknown>((value, part) => (value as Json)[part], root);
  return resolve(root, value as Json, pointer);
}

function escape(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
