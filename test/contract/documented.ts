import contract from '../../generated/openapi.json';
import { type ContractOperation, readContract } from '../../scripts/contract/read';

export type Json = Record<string, any>;

/** An example of a body. */
export interface Example {
  readonly name: string;
  readonly mediaType: string;
  readonly value: unknown;
  readonly schema: Json;
}

/** An example of a successful response. If it has no body, its name is its status. */
export interface ResponseExample extends Partial<Example> {
  readonly name: string;
  readonly status: number;
}

/** An operation with its example requests and successful responses. */
export interface DocumentedOperation extends ContractOperation {
  readonly bodies: readonly Example[];
  readonly responses: readonly ResponseExample[];
}

/** Reads all operations of the contract. */
export function readDocumentedOperations(document: Json = contract): DocumentedOperation[] {
  return readContract(document).map((operation) => {
    const node = (document['paths'] as Json)[operation.path][operation.method] as Json;
    return {
      ...operation,
      bodies: examplesOf(resolve(node['requestBody'] ?? {})),
      responses: Object.entries(node['responses']).flatMap(responsesOf),
    };
  });
}

function responsesOf([status, response]: [string, unknown]): ResponseExample[] {
  if (!/^2\d\d$/.test(status)) return [];
  const examples = examplesOf(resolve(response as Json));
  if (examples.length === 0) return [{ name: status, status: Number(status) }];
  return examples.map((example) => ({ ...example, status: Number(status) }));
}

function examplesOf({ content = {} }: Json): Example[] {
  return Object.entries<Json>(content).flatMap(([mediaType, { schema, examples = {} }]) =>
    Object.entries<Json>(examples).map(([name, example]) => ({
      name,
      mediaType,
      value: resolve(example)['value'],
      schema,
    })),
  );
}

/** Returns the path of an operation with the examples of its parameters. @param values other values, by name */
export function addressOf(
  { path, parameters }: Pick<ContractOperation, 'path' | 'parameters'>,
  values: Readonly<Record<string, string>> = {},
): string {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(values[name] ?? String(example))),
      path,
    );
}

/** An operation whose list has pages. */
export interface ListOperation extends DocumentedOperation {
  readonly cursor: Json;
  /** The orders of the list, if a request can choose one. */
  readonly orders: readonly string[];
}

/** Reads all operations that have a cursor. */
export function readListOperations(): ListOperation[] {
  return readDocumentedOperations().flatMap((operation) => {
    const { parameters = [] } = (contract.paths as Json)[operation.path][operation.method] as { parameters?: Json[] };
    const declared = parameters.map(resolve);
    const cursor = declared.find(({ name }) => name === 'cursor');
    const orders = (declared.find(({ name }) => name === 'sort')?.['schema'].enum ?? []) as string[];
    return cursor === undefined ? [] : [{ ...operation, cursor, orders }];
  });
}

/** Follows references. */
export function resolve(part: Json): Json {
  if (part['$ref'] === undefined) return part;
  const keys: string[] = part['$ref'].slice(2).split('/');
  return resolve(keys.reduce<Json>((from, key) => from[key.replaceAll('~1', '/').replaceAll('~0', '~')], contract));
}
