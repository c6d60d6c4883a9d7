/** Reads the parameters and bodies of requests, with their schemas, from the bundled contract. */
import document from '../../generated/openapi.json';
import { escapePointer } from '../../src/http/contract';
import { type ContractOperation, followIn, type Json, list, readContract } from '../contract/read';

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

type WrittenParameter = Omit<FuzzParameter, 'required'> & { readonly required?: boolean };

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

export const OPERATIONS: readonly FuzzOperation[] = readContract(document).map((operation) => {
  const item = (document.paths as Record<string, Json>)[operation.path] as Record<string, Json>;
  const node = item[operation.method] as Json;
  const parameters = [...list(item['parameters']), ...list(node['parameters'])].map((part) => {
    const { required = false, schema, ...rest } = followIn(document, part).node as unknown as WrittenParameter;
    return { ...rest, required, schema: withItems(resolveSchema(schema)) };
  });
  const pointer = `#/paths/${escapePointer(operation.path)}/${operation.method}/requestBody`;
  const body = node['requestBody'] === undefined ? undefined : readBody(node['requestBody'], pointer);
  return { ...operation, parameters, body, statuses: Object.keys(node['responses'] as Json).map(Number) };
});

function withItems(schema: Schema): Schema {
  return schema.items === undefined ? schema : { ...schema, items: resolveSchema(schema.items) };
}

function readBody(part: unknown, at: string): FuzzBody {
  const { node, pointer } = followIn(document, part, at);
  const content = Object.entries(node['content'] as Record<string, { schema: Schema }>);
  return {
    required: node['required'] === true,
    maxBytes: Number(node['x-max-body-bytes']),
    schemas: new Map(content.map(([type, { schema }]) => [type, schema])),
    pointers: new Map(content.map(([type]) => [type, `${pointer}/content/${escapePointer(type)}/schema`])),
  };
}

/** Follows the reference of a schema, if it is one; members beside the reference add to it. */
export function resolveSchema(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref: _, ...beside } = schema;
  return { ...resolveSchema(followIn(document, schema).node), ...beside };
}
