import { BadRequest } from '../domain/errors';

/** A query parameter of the contract. */
export interface QueryParameter {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: { readonly type?: string; readonly items?: { readonly type?: string } };
  /** The pattern of the text as sent, and the error message for any other text. */
  readonly 'x-text-pattern'?: string;
  readonly 'x-text-message'?: string;
}

type QueryValue = string | number | boolean | (string | number | boolean)[];

/** The largest integer that a number represents exactly. Ids stay below it. */
const LARGEST_INTEGER = Number.MAX_SAFE_INTEGER;

/** The name and the text of a parameter, decoded. */
export type QueryPair = readonly [name: string, text: string];

/** Splits a query string into its parameters, in their order. Most contain nothing encoded, and are only cut. */
export function splitQuery(search: string): readonly QueryPair[] {
  if (search === '') return [];
  if (/^\?|[%+]/.test(search)) return [...new URLSearchParams(search)];
  const pairs: QueryPair[] = [];
  for (const part of search.split('&')) {
    const mark = part.indexOf('=');
    if (mark !== -1) pairs.push([part.slice(0, mark), part.slice(mark + 1)]);
    else if (part !== '') pairs.push([part, '']);
  }
  return pairs;
}

/**
 * Converts a query string to the types that the contract gives its parameters.
 * @param pairs as `splitQuery` returns them
 * @param isClosed true if undeclared parameters are rejected (openapi/DECISIONS.md D5), false if they are ignored
 * @throws BadRequest with the name of the parameter
 */
export function parseQuery(
  pairs: readonly QueryPair[],
  parameters: readonly QueryParameter[],
  isClosed: boolean,
): Record<string, QueryValue> {
  const texts = groupByName(pairs, parameters, isClosed);
  const query: Record<string, QueryValue> = {};
  for (const parameter of parameters) {
    const values = texts.get(parameter.name);
    if (values === undefined || (values[0] === '' && parameter.required)) {
      if (parameter.required) throw new BadRequest(`Query parameter '${parameter.name}' is required.`);
      continue;
    }
    query[parameter.name] = parseParameter(parameter, values);
  }
  return query;
}

function groupByName(
  pairs: readonly QueryPair[],
  parameters: readonly QueryParameter[],
  isClosed: boolean,
): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [name, text] of pairs) {
    const isDeclared = parameters.some((parameter) => parameter.name === name);
    if (!isDeclared && isClosed) throw new BadRequest(unknownParameterMessage(name, parameters));
    if (!isDeclared) continue;
    const sameName = texts.get(name);
    if (sameName === undefined) texts.set(name, [text]);
    else sameName.push(text);
  }
  return texts;
}

function unknownParameterMessage(name: string, parameters: readonly QueryParameter[]): string {
  const names = parameters.map((parameter) => `'${parameter.name}'`).join(', ');
  return `Unknown query parameter '${name}'; ${names === '' ? 'this operation accepts none' : `accepted are ${names}`}.`;
}

function parseParameter(parameter: QueryParameter, texts: readonly string[]): QueryValue {
  const { name, schema } = parameter;
  matchTextPattern(parameter, texts);
  if (schema.type === 'array') return texts.map((text) => parseScalar(name, schema.items?.type, text));
  const [text = '', ...repeats] = texts;
  if (repeats.length > 0) throw new BadRequest(`Query parameter '${name}' may be given only once.`);
  return parseScalar(name, schema.type, text);
}

function matchTextPattern(
  { name, 'x-text-pattern': pattern, 'x-text-message': message }: QueryParameter,
  texts: readonly string[],
): void {
  if (pattern === undefined) return;
  const expression = new RegExp(pattern);
  if (!texts.every((text) => expression.test(text)))
    throw new BadRequest(message ?? `Query parameter '${name}' must match ${pattern}.`);
}

function parseScalar(name: string, type: string | undefined, text: string): string | number | boolean {
  if (type === 'integer') return parseInteger(name, text);
  if (type === 'boolean') return parseBoolean(name, text);
  return text;
}

/**
 * Parses an integer with an optional sign and surrounding white space. An integer that a number cannot represent
 * becomes the largest one instead of another id.
 */
function parseInteger(name: string, text: string): number {
  if (!/^\s*[+-]?[0-9]+\s*$/.test(text)) throw new BadRequest(`Query parameter '${name}' must be an integer.`);
  return Math.min(Math.max(Number(text), -LARGEST_INTEGER), LARGEST_INTEGER);
}

/** Parses a boolean: openapi/DECISIONS.md D13 lists its texts. */
function parseBoolean(name: string, text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new BadRequest(`Query parameter '${name}' must be true or false.`);
}
