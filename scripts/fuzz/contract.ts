/** Reads the parameters and bodies of requests, with their schemas, from the bundled contract. */
import document from '../../generated/openapi.json';
import { type ContractOperation, type Json, readContract } from '../contract/read';

/** A JSON Schema, as far as the contract uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly 'x-trim'?: boolean;
}

export interface FuzzParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface FuzzBody {
  readonly required: boolean;
  /** The limit of the inflated body. */
  readonly maxBytes: number;
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Pointers to the schemas, for validation. */
  readonly pointers: ReadonlyMap<string, string>;
}

/** An operation with the parameters and bodies from which requests to it are made. */
export interface FuzzOperation extends Omit<ContractOperation, 'parameters' | 'body'> {
  readonly parameters: readonly FuzzParameter[];
  readonly body: FuzzBody | undefined;
  readonly statuses: readonly number[];
}

/** Returns the kind of caller that may call an operation. */
export function accessOf({ security }: Pick<FuzzOperation, 'security'>): 'public' | 'token' | 'session' | 'dsn' {
  if (security.some((requirement) => 'bearer' in requirement)) return 'token';
  if (security.some((requirement) => 'session' in requirement)) return 'session';
  return security.length === 0 ? 'public' : 'dsn';
}

/** Returns all operations of the contract. */
export function readOperations(): readonly FuzzOperation[] {
  return OPERATIONS;
}

function readAll(): FuzzOperation[] {
  return readContract(document).map((operation) => {
    const item = (document.paths as Record<string, Json>)[operation.path] as Record<string, Json>;
    const node = item[operation.method] as Json;
    const parameters = [...nodes(item['parameters']), ...nodes(node['parameters'])].map(
      (parameter) =>
        follow(parameter).node as unknown as Omit<FuzzParameter, 'required'> & { readonly required?: boolean },
    );
    const pointer = `#/paths/${escapePointer(operation.path)}/${operation.method}/requestBody`;
    return {
      ...operation,
      parameters: parameters.map(({ required = false, schema, ...rest }) => ({
        ...rest,
        required,
        schema: withItems(resolveSchema(schema)),
      })),
      body: node['requestBody'] === undefined ? undefined : readBody(node['requestBody'] as Json, pointer),
      statuses: Object.keys(node['responses'] as Json).map(Number),
    };
  });
}

function withItems(schema: Schema): Schema {
  return schema.items === undefined ? schema : { ...schema, items: resolveSchema(schema.items) };
}

function readBody(part: Json, at: string): FuzzBody {
  const { node, pointer } = follow(part, at);
  const content = node['content'] as Record<string, { schema: Schema }>;
  const types = Object.keys(content);
  return {
    required: node['required'] === true,
    maxBytes: Number(node['x-max-body-bytes']),
    schemas: new Map(types.map((type) => [type, content[type]?.schema ?? {}])),
    pointers: new Map(types.map((type) => [type, `${pointer}/content/${escapePointer(type)}/schema`])),
  };
}

/** Follows the reference of a schema, if it is one; members beside the reference add to it. */
export function resolveSchema(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref: _, ...beside } = schema;
  return { ...resolveSchema(follow({ ...schema }).node), ...beside };
}

function follow(node: Json, pointer = ''): { node: Json; pointer: string } {
  const reference = node['$ref'];
  if (typeof reference !== 'string') return { node, pointer };
  const keys = reference.slice(2).split('/');
  const target = keys.reduce<unknown>(
    (from, key) => (from as Json)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
  return follow(target as Json, reference);
}

function nodes(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

const OPERATIONS = readAll();
