import type { FieldErrors } from '../domain/errors';
import { isObject } from '../domain/event';
import { createValidator, type ErrorObject, readFieldSchemas } from './contract';

type SchemaMessages = Readonly<Record<string, string>>;

/** What is wrong with a request: its query (one sentence for all), and its body field by field. */
export interface RequestErrors {
  readonly query: string[];
  readonly fields: FieldErrors;
}

/** Turns the validator's errors into sentences; the contract carries its own in `x-messages`. Of a wrong type, and of a blank text, nothing more is said. */
export function describeErrors(errors: readonly ErrorObject[]): RequestErrors {
  const query: string[] = [];
  // A map, since a field may have any name, also one that objects inherit.
  const fields = new Map<string, string[]>();
  const settled = new Map(errors.filter(isConclusive).map(({ instancePath, keyword }) => [instancePath, keyword]));
  for (const error of errors) {
    if ((settled.get(error.instancePath) ?? error.keyword) !== error.keyword) continue;
    const [, part, name, member] = error.instancePath.split('/');
    if (part === 'requestBody') addField(fields, error, name, member);
    else query.push(`Query parameter '${name}' ${error.message}.`);
  }
  return { query, fields: Object.fromEntries(fields) };
}

/** Whether an error says all there is to say of its value. */
function isConclusive({ keyword, data }: ErrorObject): boolean {
  return keyword === 'type' || (keyword === 'minLength' && data === '');
}

function addField(
  fields: Map<string, string[]>,
  error: ErrorObject,
  name: string | undefined,
  member: string | undefined,
): void {
  const { additionalProperty: unknown, missingProperty: missing } = error.params as Readonly<
    Record<string, string | undefined>
  >;
  const field = name ?? unknown ?? missing ?? 'body';
  const sentence =
    unknown !== undefined
      ? unknownFieldMessage(unknown, error)
      : name === undefined && missing !== undefined
        ? REQUIRED_MESSAGE
        : messageOf(error);
  const named = isMember(member) ? `${member}: ${sentence}` : sentence;
  const sentences = fields.get(field) ?? [];
  if (!sentences.includes(named)) fields.set(field, [...sentences, named]);
}

/** Whether a step of a path leads to a member of an object, which is told by its name, and not to an element of a list. */
function isMember(step: string | undefined): step is string {
  return step !== undefined && !/^[0-9]+$/.test(step);
}

/** A body without the fields, and the members of fields that are objects, that these errors are about. */
export function withoutInvalidFields(
  body: Readonly<Record<string, unknown>>,
  errors: readonly ErrorObject[],
  unsound: readonly string[],
): Record<string, unknown> {
  const dropped = new Set(unsound);
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
  const kept = Object.entries(body).filter(([field]) => !dropped.has(field));
  return Object.fromEntries(kept.map(([field, value]) => [field, withoutMembers(value, droppedMembers.get(field))]));
}

function withoutMembers(value: unknown, members: ReadonlySet<string> | undefined): unknown {
  if (members === undefined || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !members.has(name)));
}

/** The faults of both, those of one field together. */
export function mergeFieldErrors(faults: FieldErrors, others: FieldErrors): FieldErrors {
  const all = { ...faults };
  for (const [field, sentences] of Object.entries(others))
    all[field] = [...(Object.hasOwn(all, field) ? (all[field] ?? []) : []), ...sentences];
  return all;
}

/** Fields whose text no database and no reader could keep as it is (reference/endpoints.md §2.2). */
export function unstorableTextErrors(body: Readonly<Record<string, unknown>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(body).flatMap(([field, value]) => {
      const sentences = new Set(collectStrings(value).flatMap((text) => unstorableTextError(text) ?? []));
      return sentences.size === 0 ? [] : [[field, [...sentences]]];
    }),
  );
}

/** The texts a value is or holds, however deep. */
function collectStrings(value: unknown): string[] {
  const texts: string[] = [];
  const rest = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) rest.push(member);
  }
  return texts;
}

function unstorableTextError(text: string): string | null {
  if (text.includes('\0')) return 'Null characters are not allowed.';
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text);
  return lone === null
    ? null
    : `Surrogate characters are not allowed: U+${lone[0].charCodeAt(0).toString(16).toUpperCase()}.`;
}

const REQUIRED_MESSAGE = 'This field is required.';

function unknownFieldMessage(field: string, error: ErrorObject): string {
  const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
  const what =
    messagesOf(error)[error.keyword] ?? `Unknown ${error.instancePath === '/requestBody' ? 'field' : 'member'}`;
  return `${what} "${field}"; accepted are ${known.join(', ')}.`;
}

/** By keyword; that of `additionalProperties` is what stands before the name of the property. */
function messagesOf({ parentSchema }: ErrorObject): SchemaMessages {
  return (parentSchema?.['x-messages'] ?? {}) as SchemaMessages;
}

function messageOf(error: ErrorObject): string {
  const messages = messagesOf(error);
  if (error.keyword === 'type' && error.data === null) return 'This field may not be null.';
  const sentence = messages[error.keyword] ?? `This value ${error.message}.`;
  return error.keyword === 'pattern' ? locateInvalidPart(error, sentence) : sentence;
}

/** Names the part of a text that is wrong, and its line, where the schema tells how to find it (`x-wrong-part`). */
function locateInvalidPart({ parentSchema, data }: ErrorObject, sentence: string): string {
  const wrong = parentSchema?.['x-wrong-part'] as string | undefined;
  const found = wrong === undefined || typeof data !== 'string' ? null : new RegExp(wrong, 'u').exec(data);
  if (found === null) return sentence.replace(' {part}', '');
  return `line ${found.input.slice(0, found.index).split('\n').length}: ${sentence.replace('{part}', `\`${found[0]}\``)}`;
}

/** A check of some fields of an object schema of the contract, outside any request. */
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
