import contract from '../../generated/openapi.json';
import { type ContractOperation, readContract } from '../../scripts/contract/read';

export type Json = Record<string, any>;

/** A body as the contract shows it. */
export interface Example {
  readonly name: string;
  readonly mediaType: string;
  readonly value: unknown;
  readonly schema: Json;
}

/** A success as the contract shows it; its name is the status where it has no body. */
export interface ResponseExample extends Partial<Example> {
  readonly name: string;
  readonly status: number;
}

/** An operation with every request and every success the contract shows. */
export interface DocumentedOperation extends ContractOperation {
  readonly bodies: readonly Example[];
  readonly responses: readonly ResponseExample[];
}

/** Every operation of the contract. */
export function readDocumentedOperations(document: Json = contract): DocumentedOperation[] {
  return readContract(document).map((operation) => {
    const node = (document['paths'] as Json)[operation.path][operation.method] as Json;
    return {
      ...operation,
      bodies: examplesOf(resolve(node['requestBody'] ?? {})),
      responses: Object.entries(node['responses']).flatMap(answersOf),
    };
  });
}

function answersOf([status, response]: [string, unknown]): ResponseExample[] {
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

/** What a reference leads to. */
export function resolve(part: Json): Json {
  if (part['$ref'] === undefined) return part;
  const keys: string[] = part['$ref'].slice(2).split('/');
  return resolve(keys.reduce<Json>((from, key) => from[key.replaceAll('~1', '/').replaceAll('~0', '~')], contract));
}
