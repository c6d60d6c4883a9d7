import type { FieldErrors } from '../domain/errors';
import { createValidator, type ErrorObject } from './schemas';

type Messages = Readonly<Record<string, string>>;

/** What is wrong with a request: its query (one sentence for all), and its body field by field. */
export interface RequestErrors {
  readonly query: string[];
  readonly fields: FieldErrors;
}

/** Turns the validator's errors into sentences; the contract carries its own in `x-messages`. Of a wrong type nothing more is said. */
export function explain(errors: readonly ErrorObject[]): RequestErrors {
  const query: string[] = [];
  // A map, since a field may have any name, also one that objects inherit.
  const fields = new Map<string, string[]>();
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  for (const error of errors) {
    if (error.keyword !== 'type' && mistyped.has(error.instancePath)) continue;
    const [, part, name] = error.instancePath.split('/');
    if (part === 'requestBody') addField(fields, error, name);
    else query.push(`Query parameter '${name}' ${error.message}.`);
  }
  return { query, fields: Object.fromEntries(fields) };
}

function addField(fields: Map<string, string[]>, error: ErrorObject, name: string | undefined): void {
  const { additionalProperty: unknown, missingProperty: missing } = error.params as Readonly<Record<string, string | undefined>>;
  const field = name ?? unknown ?? missing ?? 'body';
  const sentence = name !== undefined ? sentenceOf(error) : missing !== undefined ? REQUIRED : unknownField(field, error);
  const sentences = fields.get(field) ?? [];
  if (!sentences.includes(sentence)) fields.set(field, [...sentences, sentence]);
}

/** Fields whose text no database and no reader could keep as it is (reference/endpoints.md §2.2). */
export function unstorableTexts(body: Readonly<Record<string, unknown>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(body).flatMap(([field, value]) => {
      const sentences = new Set(textsIn(value).flatMap((text) => unstorable(text) ?? []));
      return sentences.size === 0 ? [] : [[field, [...sentences]]];
    }),
  );
}

/** The texts a value is or holds, however deep. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const rest = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) rest.push(member);
  }
  return texts;
}

function unstorable(text: string): string | null {
  if (text.includes('\0')) return 'Null characters are not allowed.';
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text);
  return lone === null ? null : `Surrogate characters are not allowed: U+${lone[0].charCodeAt(0).toString(16).toUpperCase()}.`;
}

const REQUIRED = 'This field is required.';

function unknownField(field: string, error: ErrorObject): string {
  const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
  return `Unknown field "${field}"; accepted are ${known.join(', ')}.`;
}

function sentenceOf(error: ErrorObject): string {
  const messages = (error.parentSchema?.['x-messages'] ?? {}) as Messages;
  if (error.keyword === 'type' && error.data === null) return 'This field may not be null.';
  return messages[error.keyword] ?? `This value ${error.message}.`;
}

/** A check of single fields against an object schema of the contract, outside any request. */
export function createFieldCheck(document: object, schema: string): (fields: object) => FieldErrors {
  const validator = createValidator({ allErrors: true }).addSchema(document, 'contract');
  const body = { properties: { requestBody: { $ref: `contract#/components/schemas/${schema}` } } };
  const validate = validator.compile(body);
  return (fields) => {
    validate({ requestBody: fields });
    return explain(validate.errors ?? []).fields;
  };
}
