import { BadRequest } from '../domain/errors';

/** A query parameter, as far as reading its text needs the contract. */
export interface QueryParameter {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: { readonly type?: string; readonly items?: { readonly type?: string } };
  /** The only form the raw text may have, and the sentence for any other. */
  readonly 'x-text-pattern'?: string;
  readonly 'x-text-message'?: string;
}

type QueryValue = string | number | boolean | (string | number | boolean)[];

/** The largest integer a number holds exactly; no id of ours reaches it. */
const LARGEST_INTEGER = Number.MAX_SAFE_INTEGER;

/**
 * Reads a query string into the types that the contract gives its parameters.
 * @param closed whether other keys are refused (decisions.md D5), or ignored as ingestion protocols need it
 * @throws BadRequest naming the parameter
 */
export function parseQuery(
  search: string,
  parameters: readonly QueryParameter[],
  closed: boolean,
): Record<string, QueryValue> {
  const texts = groupByName(search, parameters, closed);
  const query: Record<string, QueryValue> = {};
  for (const parameter of parameters) {
    const given = texts.get(parameter.name);
    if (given === undefined || (given[0] === '' && parameter.required)) {
      if (parameter.required) throw new BadRequest(`Query parameter '${parameter.name}' is required.`);
      continue;
    }
    query[parameter.name] = parseParameter(parameter, given);
  }
  return query;
}

function groupByName(search: string, parameters: readonly QueryParameter[], closed: boolean): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [name, text] of new URLSearchParams(search)) {
    const known = parameters.some((parameter) => parameter.name === name);
    if (!known && closed) throw new BadRequest(unknownParameterMessage(name, parameters));
    const sameName = texts.get(name);
    if (sameName === undefined) texts.set(name, [text]);
    else sameName.push(text);
  }
  return texts;
}

function unknownParameterMessage(name: string, parameters: readonly QueryParameter[]): string {
  const known = parameters.map((parameter) => `'${parameter.name}'`).join(', ');
  return `Unknown query parameter '${name}'; ${known === '' ? 'this operation accepts none' : `accepted are ${known}`}.`;
}

function parseParameter(parameter: QueryParameter, texts: readonly string[]): QueryValue {
  const { name, schema } = parameter;
  matchTextPattern(parameter, texts);
  if (schema.type === 'array') return texts.map((text) => parseScalar(name, schema.items?.type, text));
  const [text = '', ...repeats] = texts;
  if (repeats.length > 0) throw new BadRequest(`Query parameter '${name}' may be given only once.`);
  return parseScalar(name, schema.type, text);
}

/** Thousands of texts are compared with one expression, made once. */
function matchTextPattern(
  { name, 'x-text-pattern': pattern, 'x-text-message': message }: QueryParameter,
  texts: readonly string[],
): void {
  if (pattern === undefined) return;
  const form = new RegExp(pattern);
  if (!texts.every((text) => form.test(text)))
    throw new BadRequest(message ?? `Query parameter '${name}' must match ${pattern}.`);
}

function parseScalar(name: string, type: string | undefined, text: string): string | number | boolean {
  if (type === 'integer') return parseInteger(name, text);
  if (type === 'boolean') return parseBoolean(name, text);
  return text;
}

/** Sign and surrounding blanks are fine; one too large to be held exactly stays out of reach instead of being rounded. */
function parseInteger(name: string, text: string): number {
  if (!/^\s*[+-]?[0-9]+\s*$/.test(text)) throw new BadRequest(`Query parameter '${name}' must be an integer.`);
  return Math.min(Math.max(Number(text), -LARGEST_INTEGER), LARGEST_INTEGER);
}

/** decisions.md D13 */
function parseBoolean(name: string, text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new BadRequest(`Query parameter '${name}' must be true or false.`);
}
