/** Reads the bundled contract for the scripts, with all references followed. */
import { existsSync, readFileSync } from 'node:fs';

export type Json = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly example: unknown;
}

/** One media type of a request body, with the first of its examples. */
export interface BodyExample {
  readonly mediaType: string;
  readonly value: unknown;
  /** Names of the parts of a form that are files. */
  readonly files: readonly string[];
}

export interface ContractOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /** Lower case. */
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: BodyExample | undefined;
  /** Alternative requirements: scopes by scheme. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** True if the operation returns a paged list. */
  readonly isPaged: boolean;
  /** `x-agent`: what agents call the operation, and how long its replies to them are. */
  readonly agent: { readonly name: string; readonly tokens: number } | undefined;
}

export function accessOf({ security }: Pick<ContractOperation, 'security'>): 'public' | 'token' | 'session' | 'dsn' {
  if (security.some((requirement) => 'bearer' in requirement)) return 'token';
  if (security.some((requirement) => 'session' in requirement)) return 'session';
  return security.length === 0 ? 'public' : 'dsn';
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Loads a bundled contract. @throws Error with one sentence */
export function loadContract(file: string): Json {
  if (!existsSync(file)) throw new Error(`There is no contract at ${file}.`);
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const { message } = error as Error;
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
    const line = text.slice(0, position).split('\n').length;
    throw new Error(`${file}:${line} is not JSON: ${message}.`);
  }
}

/** Reads every operation of a bundled contract, in its order. */
export function readContract(contract: Json): ContractOperation[] {
  const follow: Follow = (part) => followIn(contract, part).node;
  return Object.entries(contract['paths'] as Record<string, Json>).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => readOperation(follow, method, path, item)),
  );
}

/** Follows the reference of a part of a contract, if it is one. @returns the part, and the pointer to it if it was */
export function followIn(
  contract: Json,
  part: unknown,
  pointer = '',
): { readonly node: Json; readonly pointer: string } {
  const node = (part ?? {}) as Json;
  const reference = node['$ref'];
  if (typeof reference !== 'string') return { node, pointer };
  const keys = reference.slice(2).split('/');
  const target = keys.reduce<unknown>(
    (from, key) => (from as Json)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    contract,
  );
  return followIn(contract, target, reference);
}

type Follow = (part: unknown) => Json;

function readOperation(follow: Follow, method: string, path: string, item: Json): ContractOperation {
  const operation = follow(item[method]);
  const parameters = [...list(item['parameters']), ...list(operation['parameters'])].map((part) =>
    readParameter(follow(part)),
  );
  return {
    operationId: String(operation['operationId']),
    summary: String(operation['summary']),
    tag: String(list(operation['tags'])[0]),
    method,
    path,
    parameters,
    body: readBody(follow, follow(operation['requestBody'])),
    security: list(operation['security']) as ContractOperation['security'],
    isPaged: isPaged(follow, operation, parameters),
    agent: operation['x-agent'] as ContractOperation['agent'],
  };
}

function readParameter({ name, in: place, required = false, example }: Json): Parameter {
  return { name, in: place, required, example } as Parameter;
}

/** Prefers JSON if there are several media types. */
function readBody(follow: Follow, body: Json): BodyExample | undefined {
  const content = (body['content'] ?? {}) as Record<string, Json>;
  const [mediaType] = Object.keys(content).sort(
    (a, b) => Number(b === 'application/json') - Number(a === 'application/json'),
  );
  if (mediaType === undefined) return undefined;
  const media = content[mediaType] ?? {};
  const [example] = Object.values((media['examples'] ?? {}) as Json);
  return { mediaType, value: follow(example)['value'], files: binaryParts(follow, follow(media['schema'])) };
}

function binaryParts(follow: Follow, schema: Json): string[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Json);
  return properties.filter(([, property]) => isBinary(follow, follow(property))).map(([name]) => name);
}

/** True if a schema describes bytes or a list of them: OpenAPI 3.1 by a media type, 3.0 by a format. */
function isBinary(follow: Follow, schema: Json): boolean {
  if (schema['type'] === 'array') return isBinary(follow, follow(schema['items']));
  return schema['format'] === 'binary' || 'contentMediaType' in schema;
}

function isPaged(follow: Follow, operation: Json, parameters: readonly Parameter[]): boolean {
  const answer = follow((operation['responses'] as Json)['200']);
  const media = ((answer['content'] ?? {}) as Json)['application/json'];
  return parameters.some(({ name }) => name === 'cursor') && follow(follow(media)['schema'])['type'] === 'array';
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
