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
  const explained: RequestErrors = { query: [], fields: {} };
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  for (const error of errors) {
    if (error.keyword !== 'type' && mistyped.has(error.instancePath)) continue;
    const [, part, name] = error.instancePath.split('/');
    if (part === 'requestBody') addField(explained.fields, error, name);
    else explained.query.push(`Query parameter '${name}' ${error.message}.`);
  }
  return explained;
}

function addField(fields: FieldErrors, error: ErrorObject, name: string | undefined): void {
  const unknown: unknown = error.params['additionalProperty'];
  const field = name ?? (typeof unknown === 'string' ? unknown : 'body');
  const sentences = (fields[field] ??= []);
  const sentence = name === undefined ? unknownField(field, error) : sentenceOf(error);
  if (!sentences.includes(sentence)) sentences.push(sentence);
}

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
