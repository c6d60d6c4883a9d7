import { createRequire } from 'node:module';
import type * as Protobuf from '@bufbuild/protobuf/wire';
import {
  BadRequest,
  type FieldErrors,
  Forbidden,
  InvalidFields,
  InvalidForm,
  Moved,
  NotFound,
  OAuthRefusal,
  RateLimited,
  ServiceError,
  TooLarge,
  TooLate,
  Unauthenticated,
  Unavailable,
  UnsupportedMedia,
} from '../domain/errors';
import { isObject } from '../domain/event';
import { type ErrorObject, createValidator, readFieldSchemas } from './contract';

/** Loads the package for protobuf only for the first error in that form. */
const requireHere = createRequire(__filename);

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

/** Merges errors: a field in both has the messages of both. */
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
  const start =
    messagesOf(error)[error.keyword] ?? `Unknown ${error.instancePath === '/requestBody' ? 'field' : 'member'}`;
  return `${start} "${field}"; accepted are ${names.join(', ')}.`;
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

/** The path exists, but not with this method. */
export class MethodNotAllowed extends ServiceError {
  constructor(
    method: string,
    /** The methods of the path, separated by commas. */
    readonly allowed: string,
  ) {
    super(`Method "${method}" not allowed; use ${allowed}.`);
  }
}

/** The request has an expectation that the service does not support. */
export class ExpectationFailed extends ServiceError {
  constructor(expectation: string) {
    super(`Expectation "${expectation}" is not supported; send "100-continue" or no Expect header.`);
  }
}

/** The URL and the headers of the request are too long. */
export class HeadTooLarge extends ServiceError {}

/** The body of the request arrives too slowly. The connection is closed after the reply. */
export class BodyTimeout extends BadRequest {}

/** The response to an error. */
export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** The properties of a request that the response to an error depends on. */
export interface ErrorContext {
  /** The canonical path with the query string; the new address of a moved project is made from it. */
  readonly url: string;
  readonly requestId: string;
  /** True if an SDK sent the request: it authenticates in another way, and receives the causes of an invalid body. */
  readonly isIngest: boolean;
  /** The error code of invalid requests of OAuth; undefined for other requests. */
  readonly oauthError?: string | undefined;
  /** True if the body is a `google.rpc.Status`, as exporters of OpenTelemetry expect. */
  readonly isOtlp?: boolean | undefined;
  /** The value of `WWW-Authenticate`, if it is another one than for most operations. */
  readonly challenge?: string | undefined;
}

/**
 * Maps errors to statuses and bodies (openapi/DECISIONS.md D12, D17). Anything but a `ServiceError` is a defect of the
 * service: the response does not reveal its cause, which is in the log.
 */
export function errorReply(error: unknown, context: ErrorContext): ErrorReply {
  const reply = commonReply(error, context);
  return context.isOtlp === true ? { ...reply, body: otlpStatusOf(reply) } : reply;
}

function commonReply(error: unknown, context: ErrorContext): ErrorReply {
  const { url, requestId, isIngest, oauthError, challenge = 'Bearer' } = context;
  if (error instanceof OAuthRefusal) return oauthReply(error.code, error.message);
  if (error instanceof Moved) return movedReply(error, url);
  if (error instanceof InvalidFields)
    return oauthError === undefined ? reply(400, error.fields) : oauthReply(oauthError, fieldsText(error));
  if (error instanceof InvalidForm) return reply(400, { errors: error.errors });
  if (error instanceof BodyTimeout) return reply(408, detail(error), { Connection: 'close' });
  if (error instanceof BadRequest) {
    if (oauthError !== undefined) return oauthReply(oauthError, error.message);
    return isIngest ? ingestErrorReply(error) : reply(400, detail(error));
  }
  if (error instanceof Unauthenticated) {
    return reply(401, detail(error), { 'WWW-Authenticate': isIngest ? 'Sentry' : challenge });
  }
  if (error instanceof Forbidden) return reply(403, forbiddenBody(error));
  if (error instanceof NotFound) return reply(404, detail(error));
  if (error instanceof MethodNotAllowed) return reply(405, detail(error), { Allow: error.allowed });
  if (error instanceof TooLate) return reply(409, detail(error));
  if (error instanceof TooLarge) return reply(413, detail(error));
  if (error instanceof UnsupportedMedia) return reply(415, detail(error));
  if (error instanceof ExpectationFailed) return reply(417, detail(error));
  if (error instanceof HeadTooLarge) return reply(431, detail(error));
  if (error instanceof RateLimited) return rateLimitReply(error);
  if (error instanceof Unavailable) {
    return reply(503, detail(error), { 'Retry-After': String(Math.ceil(error.retryAfter)) });
  }
  return reply(500, { detail: `Internal error. The service's log has the cause under request ${requestId}.` });
}

function reply(status: number, body: object, headers: Record<string, string> = {}): ErrorReply {
  return { status, headers, body };
}

/** The description is printable ASCII without quotes and backslashes (RFC 6749, section 5.2). */
function oauthReply(code: string, message: string): ErrorReply {
  const description = message.replaceAll('"', "'").replace(/[^ -~]|\\/g, '?');
  return reply(400, { error: code, error_description: description });
}

function fieldsText({ fields }: InvalidFields): string {
  return Object.entries(fields)
    .map(([name, messages]) => `${name}: ${messages.join(' ')}`)
    .join(' ');
}

function detail({ message }: ServiceError): object {
  return { detail: message };
}

/** Header values are Latin-1 without control characters: Node throws for other text. */
function ingestErrorReply({ message, causes }: BadRequest): ErrorReply {
  const body = causes.length === 0 ? { detail: message } : { detail: message, causes };
  return reply(400, body, { 'X-Sentry-Error': message.replace(/[^\x20-\x7e]/g, '?') });
}

/** The code of `google.rpc.Status` for a status of HTTP. */
const RPC_CODES: Readonly<Record<number, number>> = { 401: 16, 403: 7, 408: 4, 429: 8, 500: 13, 503: 14 };
const INVALID_ARGUMENT = 3;

/** An error of OpenTelemetry: `google.rpc.Status` without details. */
export interface OtlpStatus {
  /** https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
  readonly code: number;
  readonly message: string;
}

/** Returns the protobuf message of an error. */
export function encodeOtlpStatus({ code, message }: OtlpStatus): Uint8Array {
  const { BinaryWriter, WireType } = requireHere('@bufbuild/protobuf/wire') as typeof Protobuf;
  const writer = new BinaryWriter();
  writer.tag(1, WireType.Varint).int32(code);
  return writer.tag(2, WireType.LengthDelimited).string(message).finish();
}

function otlpStatusOf({ status, body }: ErrorReply): OtlpStatus {
  const { detail: message, causes = [] } = body as { detail: string; causes?: readonly string[] };
  const isExplained = causes.length > 0;
  return {
    code: RPC_CODES[status] ?? INVALID_ARGUMENT,
    message: isExplained ? `${message.replace(/\.$/, '')}: ${causes.join(': ')}.` : message,
  };
}

function rateLimitReply(error: RateLimited): ErrorReply {
  const limits = error.limits === null ? {} : { 'X-Sentry-Rate-Limits': error.limits };
  return reply(429, detail(error), { 'Retry-After': String(Math.ceil(error.retryAfter)), ...limits });
}

function forbiddenBody({ message, requiredScopes }: Forbidden): object {
  return requiredScopes.length === 0 ? { detail: message } : { detail: message, requiredScopes };
}

/** Redirects to the same path with the new slug of the project, which follows the slug of the organization. */
function movedReply({ newSlug, message }: Moved, url: string): ErrorReply {
  const location = encodeTarget(url.replace(/^(\/api\/0\/projects\/[^/]+\/)[^/?]+/, `$1${newSlug}`));
  const extra = { url: location, slug: newSlug };
  return reply(302, { slug: newSlug, detail: { code: 'resource-moved', message, extra } }, { Location: location });
}

/**
 * Percent-encodes characters that the path and query of a URI may not contain (RFC 3986, sections 3.3 and 3.4): a `%`
 * without two digits, and characters such as `<`, `"` and bytes outside of ASCII. A query decodes to the same text
 * before and after.
 * @param target as Node.js has it: each byte is one character
 */
function encodeTarget(target: string): string {
  return target.replace(
    /%(?![0-9A-Fa-f]{2})|[^-A-Za-z0-9._~!$&'()*+,;=:@/?%]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
