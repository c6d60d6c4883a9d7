import type { FieldErrors } from '../domain/errors';
import { isObject } from '../domain/event';
import { createValidator, type ErrorObject, readFieldSchemas } from './contract';

type SchemaMessages = Readonly<Record<string, string>>;

/** The error messages of a request: of its query string, and of the fields of its body. */
export interface RequestErrors {
  readonly query: string[];
  readonly fields: FieldErrors;
}

/**
 * Converts the validator's errors to messages; the contract has its own in `x-messages`. A wrong type and a blank text
 * are conclusive: other errors of the same value are left out.
 */
export function describeErrors(errors: readonly ErrorObject[]): RequestErrors {
  const query: string[] = [];
  // A map, because a field may have any name, also one that objects inherit.
  const fields = new Map<string, string[]>();
  const conclusive = new Map(errors.filter(isConclusive).map(({ instancePath, keyword }) => [instancePath, keyword]));
  for (const error of errors) {
    if ((conclusive.get(error.instancePath) ?? error.keyword) !== error.keyword) continue;
    const [, part, name, ...steps] = error.instancePath.split('/');
    if (part === 'requestBody') addField(fields, error, name, steps);
    else query.push(messagesOf(error)[error.keyword] ?? `Query parameter '${name}' ${error.message}.`);
  }
  return { query, fields: Object.fromEntries(fields) };
}

/**
 * Returns true if other errors of the same value add nothing. The error of alternatives comes after the errors of each
 * of them.
 */
function isConclusive(error: ErrorObject): boolean {
  const { keyword, data } = error;
  const isOfAlternatives = ['anyOf', 'oneOf'].includes(keyword) && messagesOf(error)[keyword] !== undefined;
  return isOfAlternatives || keyword === 'type' || (keyword === 'minLength' && data === '');
}

/** Maximum number of messages of one field: a body of 16 KB can have thousands of invalid elements. */
const MAX_MESSAGES = 100;
const FURTHER_ERRORS = 'Further errors of this field are not listed.';

function addField(
  fields: Map<string, string[]>,
  error: ErrorObject,
  name: string | undefined,
  steps: readonly string[],
): void {
  const { additionalProperty: unknown, missingProperty: missing } = error.params as Readonly<
    Record<string, string | undefined>
  >;
  const field = name ?? unknown ?? missing ?? 'body';
  const message =
    unknown !== undefined
      ? unknownFieldMessage(unknown, error)
      : missing !== undefined
        ? REQUIRED_MESSAGE
        : messageOf(error);
  const path = name === undefined || missing === undefined ? steps : [...steps, missing];
  const messages = fields.get(field) ?? [];
  fields.set(field, messages);
  if (messages.length > MAX_MESSAGES) return;
  const located = name === undefined ? message : locate(name, path, message);
  if (messages.length === MAX_MESSAGES) messages.push(FURTHER_ERRORS);
  else if (!messages.includes(located)) messages.push(located);
}

/**
 * Puts the place of an invalid value before its message: its position if it is in a list, such as
 * `commits[17].timestamp`, or else the name of the member.
 */
function locate(field: string, steps: readonly string[], message: string): string {
  const [member] = steps;
  if (member === undefined) return message;
  if (!steps.some(isIndex)) return `${member}: ${message}`;
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return `${field}${names.map((step) => (isIndex(step) ? `[${step}]` : `.${step}`)).join('')}: ${message}`;
}

/** Returns true if a step of a path is the name of a member, and not the index of an element. */
function isMember(step: string | undefined): step is string {
  return step !== undefined && !isIndex(step);
}

function isIndex(step: string): boolean {
  return /^[0-9]+$/.test(step);
}

/**
 * Returns a body without the fields, and without the members of object fields, that have errors.
 * @param others names of further fields to leave out
 */
export function withoutInvalidFields(
  body: Readonly<Record<string, unknown>>,
  errors: readonly ErrorObject[],
  others: readonly string[],
): Record<string, unknown> {
  const dropped = new Set(others);
  const droppedMembers = new Map<string, Set<string>>();
  for (const { instancePath, params } of errors) {
    const [, part, name, step] = instancePath.split('/');
    if (part !== 'requestBody') continue;
    const unknown = (params as { additionalProperty?: string }).additionalProperty;
    const member = name === undefined ? undefined : (step ?? unknown);
    if (name !== undefined && isMember(member))
      droppedMembers.set(name, (droppedMembers.get(name) ?? new Set()).add(member));
    else dropped.add(name ?? unknown ?? '');
  }
  return Object.fromEntries(
    Object.entries(body).flatMap(([field, value]) =>
      dropped.has(field) ? [] : [[field, withoutMembers(value, droppedMembers.get(field))]],
    ),
  );
}

function withoutMembers(value: unknown, members: ReadonlySet<string> | undefined): unknown {
  if (members === undefined || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !members.has(name)));
}

/** Returns the messages of both: a field that both name has the messages of both. */
export function mergeFieldErrors(errors: FieldErrors, others: FieldErrors): FieldErrors {
  const all = { ...errors };
  for (const [field, messages] of Object.entries(others))
    all[field] = [...(Object.hasOwn(all, field) ? (all[field] ?? []) : []), ...messages];
  return all;
}

/**
 * Returns the errors of fields with lone surrogates, which databases cannot store. A pattern in the contract cannot
 * reject them in all dialects of regular expressions, as it rejects null characters.
 */
export function surrogateErrors(body: Readonly<Record<string, unknown>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(body).flatMap(([field, value]) => {
      const messages = collectStrings(value).flatMap(({ steps, text }) => {
        const message = surrogateError(text);
        if (message === null) return [];
        return steps.some(isIndex) ? locate(field, steps, message) : message;
      });
      const listed = [...new Set(messages)];
      if (listed.length > MAX_MESSAGES) listed.splice(MAX_MESSAGES, listed.length, FURTHER_ERRORS);
      return listed.length === 0 ? [] : [[field, listed]];
    }),
  );
}

/** Returns all strings in a value, at any depth, with the steps that lead to each. */
function collectStrings(value: unknown): { steps: readonly string[]; text: string }[] {
  const texts: { steps: readonly string[]; text: string }[] = [];
  const rest: { steps: readonly string[]; part: unknown }[] = [{ steps: [], part: value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { steps, part } = next;
    if (typeof part === 'string') texts.push({ steps, text: part });
    else if (typeof part === 'object' && part !== null)
      for (const [name, member] of Object.entries(part)) rest.push({ steps: [...steps, name], part: member });
  }
  return texts;
}

function surrogateError(text: string): string | null {
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text);
  return lone === null
    ? null
    : `Surrogate characters are not allowed: U+${lone[0].charCodeAt(0).toString(16).toUpperCase()}.`;
}

const REQUIRED_MESSAGE = 'This field is required.';

function unknownFieldMessage(field: string, error: ErrorObject): string {
  const names = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
  const what =
    messagesOf(error)[error.keyword] ?? `Unknown ${error.instancePath === '/requestBody' ? 'field' : 'member'}`;
  return `${what} "${field}"; accepted are ${names.join(', ')}.`;
}

/** Returns the messages by keyword. The message of `additionalProperties` is followed by the name of the property. */
function messagesOf({ parentSchema }: ErrorObject): SchemaMessages {
  return (parentSchema?.['x-messages'] ?? {}) as SchemaMessages;
}

function messageOf(error: ErrorObject): string {
  const messages = messagesOf(error);
  if (error.keyword === 'type' && error.data === null) return 'This field may not be null.';
  if (error.keyword === 'pattern' && String(error.data).includes('\0')) return 'Null characters are not allowed.';
  if (error.keyword === 'minLength' && error.data === '')
    return messages[error.keyword] ?? 'This field may not be blank.';
  const message = messages[error.keyword] ?? `This value ${error.message}.`;
  return error.keyword === 'pattern' ? locateInvalidPart(error, message) : message;
}

/** Adds the invalid part of a text and its line, if the schema has an expression that finds it (`x-wrong-part`). */
function locateInvalidPart({ parentSchema, data }: ErrorObject, message: string): string {
  const wrong = parentSchema?.['x-wrong-part'] as string | undefined;
  const match = wrong === undefined || typeof data !== 'string' ? null : new RegExp(wrong, 'u').exec(data);
  if (match === null) return message.replace(' {part}', '');
  return `line ${match.input.slice(0, match.index).split('\n').length}: ${message.replace('{part}', `\`${match[0]}\``)}`;
}

/** Creates a validator of some fields of an object schema of the contract, for use outside requests. */
export function createFieldValidator(
  document: object,
  schema: string,
  fields: readonly string[],
): (values: object) => FieldErrors {
  const requestBody = { properties: readFieldSchemas(document, schema, fields), additionalProperties: false };
  const validate = createValidator({ allErrors: true }).compile({ properties: { requestBody } });
  return (values) => {
    validate({ requestBody: values });
    return describeErrors(validate.errors ?? []).fields;
  };
}
