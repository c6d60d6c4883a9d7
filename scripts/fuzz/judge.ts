/** Judges replies by the contract, which is read independently of the service. */
import addFormats from 'ajv-formats';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import document from '../../generated/openapi.json';
import { checkReply, type Method, type Reply } from '../../test/support/client';
import { accessOf } from '../contract/read';
import {
  type FuzzBody,
  type FuzzOperation,
  type FuzzParameter,
  OPERATIONS,
  resolveSchema,
  type Schema,
} from './contract';
import { type AnyContent, REFUSED_ENCODINGS, type SentPart } from './bodies';
import { isRecord, TABLE } from './values';
import type { SentRequest } from './wire';
import type { SubjectState, Tenant } from './tenant';

/** A reply that the contract does not allow. */
export interface Complaint {
  /** The kind of complaint. Findings of the same kind about the same operation and status are one. */
  readonly rule: Rule;
  readonly message: string;
}

type Rule =
  'no reply' | 'server error' | 'undocumented' | 'method' | 'credentials' | 'subject' | 'accepted' | 'refused';

/** Result of comparing a request with the contract. `open`: the contract leaves the decision to the service. */
type Conformity = { readonly state: 'conforms' | 'open' } | { readonly state: 'violates'; readonly why: string };

const CONFORMS: Conformity = { state: 'conforms' };
const OPEN: Conformity = { state: 'open' };
const violates = (why: string): Conformity => ({ state: 'violates', why });

const REFUSALS = [400, 413, 415];

/** Returns null if the reply is right. */
function unless(isRight: boolean, rule: Rule, message: string): Complaint | null {
  return isRight ? null : { rule, message };
}

/** Returns a complaint about a reply, or null if the reply is right. */
export function judge(sent: SentRequest, reply: Reply, tenant: Tenant, subject: SubjectState): Complaint | null {
  const { plan } = sent;
  if ((sent.headers['Expect'] ?? ['100-continue'])[0] !== '100-continue')
    return unless(reply.status === 417, 'undocumented', `${reply.status} instead of 417`);
  if (reply.status === 431)
    return unless(mayBeTooLong(sent), 'undocumented', 'a URL and headers within the limit are refused with 431');
  if (reply.status >= 500 && !explainsFailure(sent, reply))
    return { rule: 'server error', message: `the service failed with ${reply.status}` };
  if (plan.method !== plan.operation.method.toUpperCase()) return judgeMethod(sent, reply);
  try {
    checkReply(plan.operation.method as Method, sent.target.replace(/^https?:\/\/[^/]*/, ''), reply);
  } catch (error) {
    return { rule: 'undocumented', message: (error as Error).message };
  }
  return SAME_PATH.has(plan.variation) && isReadable(sent) ? judgeRequest(sent, reply, tenant, subject) : null;
}

/** The limit of the URL and headers of a request, and what a client adds to the headers at most. */
const MAX_HEAD_BYTES = 96 * 1024;
const ADDED_HEAD_BYTES = 1024;

function mayBeTooLong({ target, headers }: SentRequest): boolean {
  return target.length + JSON.stringify(headers).length > MAX_HEAD_BYTES - ADDED_HEAD_BYTES;
}

/** The forms of a path that name the same operation. */
const SAME_PATH = new Set(['none', 'no trailing slash', 'two slashes', 'absolute', 'not encoded']);

/** Returns true if the path names the operation: an empty segment or one that is not UTF-8 does not. */
function isReadable({ path }: SentRequest): boolean {
  return Object.values(path).every((value) => value !== '' && !/[\ud800-\udfff]/u.test(value));
}

/** Checks the reply to a method: HEAD is like GET, OPTIONS is for browsers that send events, other methods are 405. */
function judgeMethod({ plan, path }: SentRequest, { status, headers }: Reply): Complaint | null {
  const { method, operation, variation } = plan;
  if (variation !== 'none' || Object.values(path).includes('')) return null;
  if (method === 'HEAD' && operation.method === 'get')
    return unless(operation.statuses.includes(status), 'method', `HEAD is ${status}, which GET does not declare`);
  const isPreflight = status === 204 && headers['access-control-allow-origin'] === '*';
  if (method === 'OPTIONS' && accessOf(operation) === 'dsn')
    return unless(isPreflight, 'method', `the preflight request is ${status}`);
  const pathOperations = OPERATIONS.filter(({ path: template }) => template === operation.path);
  const allowed = pathOperations.flatMap((other) =>
    other.method === 'get' ? ['GET', 'HEAD'] : [other.method.toUpperCase()],
  );
  const isRefused = status === 405 && headers['allow'] === allowed.join(', ');
  const message = `${method} is ${status} with Allow "${headers['allow'] ?? ''}"`;
  return unless(allowed.includes(method) || isRefused, 'method', message);
}

function judgeRequest(sent: SentRequest, reply: Reply, tenant: Tenant, subject: SubjectState): Complaint | null {
  const { operation } = sent.plan;
  const { status } = reply;
  const expected = expectedByCredential(sent, tenant);
  if (expected !== undefined) {
    const statuses = expected.join(' or ');
    return unless(expected.includes(status), 'credentials', `${status} instead of ${statuses} for these credentials`);
  }
  if (status === 401)
    return unless(accessOf(operation) === 'public', 'credentials', '401 although the credentials are valid');
  if (status === 403) return unless(isRestricted(sent), 'credentials', '403 although the token has the scope');
  const isForeign = sent.plan.credential.kind === 'foreign';
  if (isForeign && sent.path['organization_slug'] === tenant.foreign) return null;
  const takesToken = accessOf(operation) === 'token';
  const isAbsent = subject === 'absent' || (isForeign && 'organization_slug' in sent.path);
  if (takesToken && isAbsent)
    return unless(
      status === 404,
      'subject',
      `${status} although the organization, team, project or plugin does not exist`,
    );
  if (subject === 'moved') return unless(status === 302, 'subject', `${status} instead of 302 for a former slug`);
  if (status === 302) return { rule: 'subject', message: '302 although the project has this slug' };
  const { searchParams } = new URL(`http://localhost${sent.target}`);
  const namesSubject = searchParams.has('project') || searchParams.has('team');
  const isFound =
    !namesSubject && operation.parameters.every(({ in: place, name }) => place !== 'path' || SUBJECTS.has(name));
  if (status === 404 && isFound && takesToken && !operation.operationId.endsWith('GroupingPreview'))
    return { rule: 'subject', message: '404 although everything in the path exists' };
  const conformity = worst([queryConformity(sent), bodyConformity(sent)]);
  const isRefused = REFUSALS.includes(status);
  // A rate limit applies before the request is read.
  if (conformity.state === 'violates')
    return unless(isRefused || status === 404 || status === 429, 'accepted', `${status} although ${conformity.why}`);
  if (conformity.state === 'open' || !isRefused) return null;
  const message = `${status} although the request conforms to the contract: ${reply.text.slice(0, 500)}`;
  return unless(explainsRefusal(sent, reply, tenant), 'refused', message);
}

const SUBJECTS = new Set(['organization_slug', 'project_slug', 'team_id_or_slug', 'plugin_id']);

/** Returns the statuses that credentials demand, or undefined if they are sufficient. */
function expectedByCredential({ plan, path }: SentRequest, tenant: Tenant): number[] | undefined {
  const { credential, operation } = plan;
  const access = accessOf(operation);
  if (access === 'public') return undefined;
  if (credential.kind === 'session' && access !== 'dsn')
    return credential.isForged && operation.method !== 'get' ? [403] : undefined;
  if (access === 'session') return [credential.kind === 'none' ? 401 : 403];
  if (access === 'token') {
    const scopes = operation.security.flatMap((requirement) => requirement['bearer'] ?? []);
    if (credential.kind === 'full') return undefined;
    if (credential.kind === 'scope')
      return scopes.length === 0 || scopes.includes(credential.scope) ? undefined : [403];
    if (credential.kind === 'foreign') return undefined;
    return [401];
  }
  // The DSN of the form is a parameter, which hardly ever names a project.
  if (operation.security.some((requirement) => 'dsnAddress' in requirement)) return [200, 400, 403, 404, 413, 415];
  // The key in the path is hardly ever one of the project.
  if (operation.operationId.startsWith('storeKeyed')) return [202, 400, 401, 403, 413, 415];
  // An envelope is read before its own key is known.
  const unread = operation.operationId === 'storeEnvelope' ? REFUSALS : [];
  if (credential.kind === 'header' && credential.text.startsWith('Basic')) return [403, ...unread];
  if (credential.kind !== 'dsn') return [401, ...unread];
  const more = credential.place === 'envelope' ? [401, ...unread] : [];
  if (credential.key === 'two') return credential.place === 'envelope' ? [400, 403, 413, 415] : [400];
  // The key alone decides if the path has no project.
  const isFound = path['project_id'] === undefined || tenant.projects.some(({ id }) => id === path['project_id']);
  const isOwn = credential.key === 'own' && isFound;
  return isOwn ? (more.length > 0 ? [200, ...more] : undefined) : [403, ...more];
}

/** True if 403 is right for a token with an accepted scope, for a key of the project, or for somebody who signs in. */
function isRestricted({ plan, headers }: SentRequest): boolean {
  if (['dsn', 'public'].includes(accessOf(plan.operation))) return 'Origin' in headers || 'Referer' in headers;
  return RESTRICTED.includes(plan.operation.operationId) && plan.credential.kind === 'scope';
}

/** Operations of which some fields need another scope than the others. */
const RESTRICTED = [
  ...['addMember', 'updateProject', 'updateIssue', 'updateIssueById', 'updateIssues'],
  'updateOrganizationIssues',
];

/** Operations whose pages must be built before the service starts. */
const BUILT = [
  ...['getDocs', 'getDocsPage', 'getStartPage', 'getSignInPage', 'getConfirmAddressPage', 'getAuthorizePage'],
  'getConsolePage',
];

/** Returns true if the contract explains a failure: the documentation page and the console have to be built. */
function explainsFailure({ plan }: SentRequest, { status }: Reply): boolean {
  return BUILT.includes(plan.operation.operationId) && status === 503;
}

/** Returns true if the contract explains why a request that matches the schemas is refused. */
function explainsRefusal({ plan, target }: SentRequest, reply: Reply, tenant: Tenant): boolean {
  const { operationId } = plan.operation;
  const messages = messagesOf(reply.body);
  const cursor = new URL(target, 'http://localhost').searchParams.get('cursor');
  return messages.every((message) => {
    if (message === 'Invalid cursor parameter.') return cursor !== null && !tenant.gaveCursor(operationId, cursor);
    return TABLE.explained[operationId]?.some((expression) => new RegExp(expression, 's').test(message)) ?? false;
  });
}

/** Returns the sentences of an error, without their place inside a field. */
function messagesOf(body: unknown): string[] {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const { detail, code, message } = fields;
  // Errors of operations for OpenTelemetry have a code and a message.
  const sentence = typeof code === 'number' ? message : detail;
  if (typeof sentence === 'string') return [sentence];
  return Object.values(fields)
    .flat()
    .map((message) => String(message).replace(/^[A-Za-z]+\[[0-9]+\][^ ]*: /, ''));
}

function worst(conformities: readonly Conformity[]): Conformity {
  return (
    conformities.find(({ state }) => state === 'violates') ??
    conformities.find(({ state }) => state === 'open') ??
    CONFORMS
  );
}

function queryConformity({ plan, target }: SentRequest): Conformity {
  const { operation } = plan;
  const mark = target.indexOf('?');
  const pairs = [...new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1))];
  const parameters = operation.parameters.filter(({ in: place }) => place === 'query');
  const isClosed = ['token', 'session'].includes(accessOf(operation));
  const unknown = pairs.find(([name]) => !parameters.some((parameter) => parameter.name === name));
  if (unknown !== undefined && isClosed) return violates(`there is no query parameter "${unknown[0]}"`);
  const each = parameters.map((parameter) =>
    parameterConformity(
      parameter,
      pairs.filter(([name]) => name === parameter.name).map(([, value]) => value),
    ),
  );
  return isClosed ? worst(each) : OPEN;
}

function parameterConformity({ name, required, schema }: FuzzParameter, texts: readonly string[]): Conformity {
  if (texts.length === 0) return required ? violates(`the query parameter "${name}" is missing`) : CONFORMS;
  if (schema.type === 'array') {
    const { items = {}, maxItems = Number.POSITIVE_INFINITY } = schema;
    if (texts.length > maxItems) return violates(`the query parameter "${name}" has more than ${maxItems} values`);
    return worst(texts.map((text) => textConformity(name, items, text)));
  }
  if (texts.length > 1) return violates(`the query parameter "${name}" is repeated`);
  return textConformity(name, schema, texts[0] ?? '');
}

function textConformity(name: string, schema: Schema, text: string): Conformity {
  if (schema.type === 'boolean')
    return ['true', 'false', '1', '0'].includes(text) ? CONFORMS : violates(`"${name}" is "${text}"`);
  if (schema.type !== 'integer')
    return validator(schema)(text) ? CONFORMS : violates(`"${name}" does not match its schema`);
  if (!/^\s*[+-]?[0-9]+\s*$/.test(text)) return violates(`"${name}" is no integer`);
  // A sign, spaces and leading zeros are left to the service.
  if (!/^(0|-?[1-9][0-9]{0,14})$/.test(text)) return OPEN;
  return validator(schema)(Number(text)) ? CONFORMS : violates(`"${name}" is out of range`);
}

function bodyConformity({ plan, body, headers }: SentRequest): Conformity {
  const { operation } = plan;
  const bytes = body?.bytes ?? Buffer.alloc(0);
  if (operation.body === undefined)
    return operation.method === 'delete' && bytes.length > 0 ? violates('the operation takes no body') : CONFORMS;
  if (accessOf(operation) === 'dsn') return eventConformity(plan.body, operation);
  if (bytes.length === 0 && operation.body.required) return violates('there is no body');
  if (bytes.length > operation.body.maxBytes) return violates('the body is too large');
  const [encoding = 'identity'] = [headers['Content-Encoding'] ?? []].flat();
  const content = inflate(bytes, encoding);
  if (content === undefined) return violates(`the body is not ${encoding}`);
  const [contentType = ''] = [headers['Content-Type'] ?? []].flat();
  const conformity =
    body?.parts === undefined
      ? jsonConformity(operation.body, content, contentType)
      : formConformity(operation, body.parts, plan.body?.content, contentType);
  return encoding === 'identity' || conformity.state === 'violates' ? conformity : OPEN;
}

function inflate(bytes: Buffer, encoding: string): Buffer | undefined {
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  try {
    if (/^gzip$/i.test(encoding)) return gunzipSync(bytes);
    if (encoding === 'deflate') return inflateSync(bytes);
    return encoding === 'br' ? brotliDecompressSync(bytes) : undefined;
  } catch {
    return undefined;
  }
}

function jsonConformity(body: FuzzBody, bytes: Buffer, contentType: string): Conformity {
  const pointer = body.pointers.get('application/json');
  const schema = body.schemas.get('application/json');
  if (pointer === undefined || schema === undefined)
    return bytes.length === 0 ? violates('there is no form') : violates('the body is no form');
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase();
  if (bytes.length > 0 && mediaType !== 'application/json') return violates(`the content type is "${contentType}"`);
  const value = bytes.length === 0 ? {} : parseJson(bytes);
  if (value === undefined) return violates('the body is no JSON');
  const trimmed = trim(value, schema);
  const validate = compiled(pointer);
  if (!validate(trimmed)) return violates(`the body does not match its schema: ${ajv.errorsText(validate.errors)}`);
  if (hasUnstorableText(trimmed)) return violates('a text has a null character or an unpaired surrogate');
  return bytes[0] === 0xef || (contentType !== 'application/json' && bytes.length > 0) ? OPEN : CONFORMS;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Removes white space around texts that the service trims before it validates them. */
function trim(value: unknown, schema: Schema): unknown {
  const { properties, 'x-trim': isTrimmed } = resolveSchema(schema);
  if (typeof value === 'string' && isTrimmed === true) return value.trim();
  if (properties === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Object.hasOwn(properties, name) ? trim(member, properties[name] ?? {}) : member,
    ]),
  );
}

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string')
    return /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnstorableText);
}

function formConformity(
  { body }: FuzzOperation,
  parts: readonly SentPart[],
  content: unknown,
  contentType: string,
): Conformity {
  const pointer = body?.pointers.get('multipart/form-data');
  const schema = body?.schemas.get('multipart/form-data');
  if (pointer === undefined || schema === undefined) return violates('the body is a form');
  if (
    !contentType.startsWith('multipart/form-data; boundary=') ||
    (content as { variation?: string }).variation !== 'none'
  )
    return violates('the body is no form');
  const { properties = {} } = resolveSchema(schema);
  const values = new Map<string, unknown[]>();
  for (const { name, bytes } of parts)
    values.set(name, [...(values.get(name) ?? []), bytes.toString(name.startsWith('file') ? 'latin1' : 'utf8')]);
  const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, texts] of values) {
    const isList = Object.hasOwn(properties, name) && resolveSchema(properties[name] ?? {}).type === 'array';
    if (!isList && texts.length > 1) return violates(`the part "${name}" is repeated`);
    object[name] = isList ? texts : texts[0];
  }
  const validate = compiled(pointer);
  if (!validate(trim(object, schema)))
    return violates(`the form does not match its schema: ${ajv.errorsText(validate.errors)}`);
  return 'file_gzip' in properties ? worst(parts.map(chunkConformity)) : partsConformity(parts);
}

/**
 * Checks a chunk. The name of its part is its SHA-1 before compression; only parts named `file_gzip` are compressed.
 */
function chunkConformity({ name, fileName, bytes, content }: SentPart): Conformity {
  const isCompressed = bytes !== content;
  const sha1 = createHash('sha1')
    .update(name === 'file_gzip' ? content : bytes)
    .digest('hex');
  if (name === 'file_gzip' && !isCompressed) return violates('a chunk is not compressed');
  return fileName?.toLowerCase() === sha1 ? CONFORMS : violates('the name of a chunk is not its SHA-1');
}

/**
 * Checks the parts of a form. Without `name`, the file name of the file is the name; then the file name is required.
 */
function partsConformity(parts: readonly SentPart[]): Conformity {
  const { fileName = '' } = parts.find(({ name }) => name === 'file') ?? {};
  return fileName === '' && !parts.some(({ name }) => name === 'name') ? violates('the file has no name') : CONFORMS;
}

/**
 * Compares an event with the contract. Events are accepted in any form that is JSON; their invalid parts are dropped.
 */
function eventConformity(body: SentRequest['plan']['body'], { operationId }: FuzzOperation): Conformity {
  if (body === null) return violates('there is no body');
  const { content, encoding } = body;
  if (REFUSED_ENCODINGS.includes(encoding)) return violates('the content encoding is not supported');
  if (operationId !== 'storeEnvelope') return content.kind === 'event' ? CONFORMS : OPEN;
  return content.kind === 'envelope' && isRegular(content) ? CONFORMS : OPEN;
}

/** Returns true if an envelope is framed correctly and has at most one event, which is an object. */
function isRegular({ header, items, variation }: Extract<AnyContent, { kind: 'envelope' }>): boolean {
  if (variation !== 'none' || !isRecord(header) || 'dsn' in header) return false;
  const { event_id: eventId = '0'.repeat(32) } = header;
  const areFramed = items.every(({ type, payload, length }) => {
    const isOneLine = length === 'none' && !(typeof payload === 'string' && payload.includes('\n'));
    return typeof type === 'string' && type !== '' && (length === 'right' || isOneLine);
  });
  const events = items.filter(({ type }) => type === 'event');
  const isId = typeof eventId === 'string' && /^[0-9a-f-]{32,36}$/i.test(eventId);
  return isId && areFramed && events.length < 2 && events.every(({ payload }) => isRecord(payload));
}

const ajv = addFormats(new Ajv2020({ strict: false, validateSchema: false, allErrors: false, validateFormats: true }));
// RFC 3339 has a T between date and time; the library also accepts a space there.
const isTime = ajv.formats['date-time'];
ajv.addFormat(
  'date-time',
  (text: string) =>
    text[10] !== ' ' &&
    typeof isTime === 'object' &&
    'validate' in isTime &&
    (isTime.validate as (value: string) => boolean)(text),
);

ajv.addSchema(document, 'contract');
const byPointer = new Map<string, ValidateFunction>();
const bySchema = new WeakMap<Schema, ValidateFunction>();

function compiled(pointer: string): ValidateFunction {
  const validate = byPointer.get(pointer) ?? ajv.compile({ $ref: `contract${pointer}` });
  byPointer.set(pointer, validate);
  return validate;
}

function validator(schema: Schema): ValidateFunction {
  const validate = bySchema.get(schema) ?? ajv.compile(schema);
  bySchema.set(schema, validate);
  return validate;
}
