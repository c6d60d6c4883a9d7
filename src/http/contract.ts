import { createRequire } from 'node:module';
import type AddFormats from 'ajv-formats';
import type * as Ajv from 'ajv/dist/2020';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020';
import type { Access, PublicServices } from '../api/operation';
import type { TaggedJson } from '../api/contractTypes';
import { entityTag } from './replyForm';
import type { QueryParameter } from './queryString';

/** Loads Ajv only once a validator is created: most commands need none, and loading it takes a fifth of their time. */
const requireHere = createRequire(__filename);

/** The parts of an operation of the contract that the server reads. References are resolved, except inside schemas. */
export interface ContractOperation {
  readonly operationId: string;
  /** Lower case. */
  readonly method: string;
  /** The template, such as `/api/0/teams/{organization_slug}/…`. */
  readonly path: string;
  /** True if the parameter of the path matches all the rest of it (`x-remaining-path`). */
  readonly endsInRest: boolean;
  /** True if its replies hold no secrets: they are compressed, and 304 if the client has them already. */
  readonly isConditional: boolean;
  readonly access: Access;
  /** True if a caller with a DSN needs neither a token nor a session. */
  readonly acceptsDsn: boolean;
  /** Scopes of which a caller needs one; empty if each token is sufficient. */
  readonly acceptedScopes: readonly string[];
  /** True if it accepts the tokens of programs that members allowed to act for them (`x-oauth-resource`). */
  readonly acceptsPrograms: boolean;
  /** The error code of invalid requests, if errors have the form of OAuth (`x-oauth-error`). */
  readonly oauthError: string | undefined;
  readonly queryParameters: readonly QueryParameter[];
  /**
   * True if unknown query parameters are rejected. SDKs add parameters of their own, and health checks have some
   * against caches.
   */
  readonly rejectsUnknownParameters: boolean;
  /** Maximum length of the inflated body; undefined if the operation has no body. */
  readonly maxBodyBytes: number | undefined;
  /** Maximum length of the body as sent; undefined if only the inflated length is limited. */
  readonly maxWireBytes: number | undefined;
  /** True if the handler receives the body as bytes, because it can have a media type other than JSON. */
  readonly receivesBytes: boolean;
  /** Paths of body members that are trimmed before they are validated. */
  readonly trimmedFields: readonly (readonly string[])[];
  /** Pointer to the schema of a JSON body. */
  readonly bodySchema: string | undefined;
  /** Headers of every reply of a deprecated operation: when it was deprecated, and when it may be removed. */
  readonly deprecationHeaders: Readonly<Record<string, string>>;
  /** Status → media type → pointer to its schema. A status without a body has no media type. */
  readonly responses: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

/**
 * Returns a function that serves the contract with the address of the service in place of the template in `servers`,
 * and without the webhooks if the caller does not request them. The address is known once the service listens, and
 * stays the same.
 * @param read returns the bundled contract
 */
export function createServedContract(read: () => object): PublicServices['contract'] {
  const texts = new Map<string, TaggedJson>();
  return (publicUrl, hasWebhooks) => {
    const key = `${hasWebhooks} ${publicUrl}`;
    const cached = texts.get(key);
    if (cached !== undefined) return cached;
    const document = read();
    const servers = [{ url: publicUrl, description: 'This service.' }];
    const text = JSON.stringify({ ...(hasWebhooks ? document : withoutWebhooks(document)), servers });
    const tagged = { text, etag: entityTag(text) };
    texts.set(key, tagged);
    return tagged;
  };
}

type JsonNode = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json';
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Reads the operations of the bundled contract. */
export function readOperations(document: object): ContractOperation[] {
  const root = document as JsonNode;
  return Object.entries(root['paths'] as JsonNode).flatMap(([path, item]) =>
    METHODS.filter((method) => method in (item as JsonNode)).map((method) => readOperation(root, path, method)),
  );
}

/** Returns the part of the bundled contract that checking values against one schema needs. */
export function selectSchema(document: object, schema: string): object {
  const pointers = reachableComponents(document, { $ref: `#/components/schemas/${schema}` });
  const { schemas = {} } = (document as { components: Record<string, DocumentPart> }).components;
  const selected = Object.entries(schemas).filter(([name]) => pointers.has(`#/components/schemas/${name}`));
  return { components: { schemas: Object.fromEntries(selected) } };
}

/** Returns the schemas of some fields of an object schema by name. */
export function readFieldSchemas(document: object, schema: string, fields: readonly string[]): Record<string, object> {
  const root = document as JsonNode;
  const properties = resolveReference(root, { $ref: `#/components/schemas/${schema}/properties` }).value;
  return Object.fromEntries(
    fields.map((field) => [field, resolveReference(root, properties[field] as JsonNode).value]),
  );
}

function readOperation(root: JsonNode, path: string, method: string): ContractOperation {
  const pointer = `#/paths/${escapePointer(path)}/${method}`;
  const operation = resolveReference(root, { $ref: pointer }).value;
  const parameters = ((operation['parameters'] ?? []) as JsonNode[]).map(
    (parameter) => resolveReference(root, parameter).value,
  );
  const requestBody = operation['requestBody'] as JsonNode | undefined;
  const { value: body, at } =
    requestBody === undefined
      ? { value: undefined, at: '' }
      : resolveReference(root, requestBody, `${pointer}/requestBody`);
  const types = Object.keys(body?.['content'] ?? {});
  const security = (operation['security'] ?? []) as SecurityRequirement[];
  const access = accessOf(security);
  const queryParameters = parameters
    .filter((parameter) => parameter['in'] === 'query')
    .map((parameter) => readParameter(root, parameter));
  const bodySchema = types.includes(JSON_TYPE) ? `${at}/content/${escapePointer(JSON_TYPE)}/schema` : undefined;
  return {
    operationId: String(operation['operationId']),
    method,
    path,
    endsInRest: parameters.some((parameter) => parameter['x-remaining-path'] === true),
    isConditional: method === 'get' && declaresHeader(root, operation, '200', 'Content-Encoding'),
    access,
    acceptsDsn: security.some((requirement) => 'dsnToken' in requirement),
    acceptedScopes: security.flatMap((requirement) => requirement['bearer'] ?? []),
    acceptsPrograms: operation['x-oauth-resource'] === true,
    oauthError: operation['x-oauth-error'] as string | undefined,
    queryParameters,
    rejectsUnknownParameters:
      access !== 'dsn' && (access !== 'public' || method !== 'get' || queryParameters.length > 0),
    maxBodyBytes: body?.['x-max-body-bytes'] as number | undefined,
    maxWireBytes: body?.['x-max-wire-bytes'] as number | undefined,
    receivesBytes: types.some((type) => type !== JSON_TYPE),
    trimmedFields: bodySchema === undefined ? [] : readTrimmedFields(root, bodySchema),
    bodySchema,
    deprecationHeaders: readDeprecationHeaders(operation),
    responses: readResponses(root, operation['responses'] as JsonNode, `${pointer}/responses`),
  };
}

/** The schemes that a request must satisfy together, each with its scopes. */
type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

function accessOf(security: readonly SecurityRequirement[]): Access {
  if (security.some((requirement) => 'dsnQuery' in requirement || 'dsnAddress' in requirement)) return 'dsn';
  if (security.length === 0) return 'public';
  return security.every((requirement) => 'session' in requirement) ? 'session' : 'token';
}

function declaresHeader(root: JsonNode, operation: JsonNode, status: string, header: string): boolean {
  const reply = (operation['responses'] as JsonNode)[status];
  if (reply === undefined) return false;
  const headers = (resolveReference(root, reply as JsonNode).value['headers'] ?? {}) as JsonNode;
  return header in headers;
}

/** Returns the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), from the dates in the contract. */
function readDeprecationHeaders(operation: JsonNode): Record<string, string> {
  if (operation['deprecated'] !== true) return {};
  const { date, sunset } = operation['x-deprecation'] as { date: string; sunset: string };
  return { Deprecation: `@${Date.parse(date) / 1000}`, Sunset: new Date(sunset).toUTCString() };
}

function readParameter(root: JsonNode, parameter: JsonNode): QueryParameter {
  return {
    ...parameter,
    schema: resolveReference(root, parameter['schema'] as JsonNode).value,
  } as unknown as QueryParameter;
}

function readTrimmedFields(root: JsonNode, schema: string, depth = 2): string[][] {
  const properties = (resolveReference(root, { $ref: schema }).value['properties'] ?? {}) as JsonNode;
  return Object.keys(properties).flatMap((name) => {
    const { value, at } = resolveReference(
      root,
      properties[name] as JsonNode,
      `${schema}/properties/${escapePointer(name)}`,
    );
    if (value['x-trim'] === true) return [[name]];
    return depth > 1 && 'properties' in value
      ? readTrimmedFields(root, at, depth - 1).map((path) => [name, ...path])
      : [];
  });
}

function readResponses(root: JsonNode, responses: JsonNode, pointer: string): Map<number, Map<string, string>> {
  const replies = new Map<number, Map<string, string>>();
  for (const [status, response] of Object.entries(responses)) {
    const { value, at } = resolveReference(root, response as JsonNode, `${pointer}/${status}`);
    const types = Object.keys(value['content'] ?? {});
    replies.set(Number(status), new Map(types.map((type) => [type, `${at}/content/${escapePointer(type)}/schema`])));
  }
  return replies;
}

/** Follows a `$ref`, if the node is one. Returns the value and the pointer to it. */
function resolveReference(root: JsonNode, node: JsonNode, at = '#'): { value: JsonNode; at: string } {
  const pointer = node['$ref'];
  if (typeof pointer !== 'string') return { value: node, at };
  const parts = pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const value = parts.reduce<unknown>((value, part) => (value as JsonNode)[part], root);
  return resolveReference(root, value as JsonNode, pointer);
}

/** Escapes a member's name for a JSON pointer (RFC 6901). */
export function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

export type { ErrorObject, ValidateFunction };
type SchemaValidator = Ajv.default;

/**
 * Creates a validator for the schemas of the contract: JSON Schema 2020-12 with formats. It ignores the contract's own
 * keywords.
 */
export function createValidator(options: { allErrors: boolean }): SchemaValidator {
  const { default: Ajv2020 } = requireHere('ajv/dist/2020') as typeof Ajv;
  const { default: addFormats } = requireHere('ajv-formats') as { default: typeof AddFormats };
  const validator = new Ajv2020({ strict: false, validateSchema: false, allErrors: options.allErrors, verbose: true });
  addFormats(validator, { mode: 'fast' });
  return validator;
}

/** Checks replies and records against the contract. A mismatch is a defect of the service. */
export class ContractSchemas {
  readonly #validator = createValidator({ allErrors: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.#validator.addSchema(document, 'contract');
  }

  /** Compiles the response schemas of an operation, so that its first reply does not wait for them. */
  compile({ responses }: ContractOperation): void {
    for (const schemas of responses.values()) schemas.forEach((pointer) => this.#validate(pointer));
  }

  /**
   * Returns the pointer to the schema of a response.
   * @param mediaType null for a response without a body
   * @throws Error unless the operation declares the status with the media type
   */
  schemaPointer(operation: ContractOperation, status: number, mediaType: string | null): string | null {
    const schemas = operation.responses.get(status);
    const pointer = mediaType === null ? null : schemas?.get(mediaType);
    if (schemas === undefined || pointer === undefined || (pointer === null && schemas.size > 0)) {
      throw new Error(`${operation.operationId} does not declare ${status} with ${mediaType ?? 'no body'}`);
    }
    return pointer;
  }

  /** Checks a reply that has no schema. @throws Error unless the operation declares the status with the media type */
  requireDeclared(operation: ContractOperation, status: number, mediaType: string | null): void {
    this.schemaPointer(operation, status, mediaType);
  }

  /** @throws Error unless the value matches the schema at the pointer */
  check(pointer: string, value: unknown): void {
    const validate = this.#validate(pointer);
    if (validate(value)) return;
    const [error] = validate.errors ?? [];
    throw new Error(
      `the value does not match the contract's ${pointer}: ${error?.instancePath ?? ''} ${error?.message ?? ''}`,
    );
  }

  /** @throws Error unless the value matches the schema of that name */
  readonly checkNamed = (schema: string, value: unknown): void => this.check(`#/components/schemas/${schema}`, value);

  /**
   * Returns the error of a value that does not match the schema at the pointer; null if it matches. If the value
   * matches none of several alternatives, the error is about all of them and not about the first one.
   */
  decidingError(pointer: string, value: unknown): ErrorObject | null {
    const validate = this.#validate(pointer);
    return validate(value) ? null : (validate.errors?.at(-1) ?? null);
  }

  #validate(pointer: string): ValidateFunction {
    const cached = this.#compiled.get(pointer);
    if (cached !== undefined) return cached;
    const compiled = this.#validator.compile({ $ref: `contract${pointer}` });
    this.#compiled.set(pointer, compiled);
    return compiled;
  }
}

type DocumentPart = Readonly<Record<string, unknown>>;

/**
 * Returns a copy of the bundled contract without its webhooks, for generators of clients that cannot read them.
 * Components and tags that only webhooks use are left out too.
 */
export function withoutWebhooks(document: object): object {
  const { webhooks = {}, components = {}, tags = [], ...rest } = document as DocumentPart;
  const kept = reachableComponents(document, rest);
  const dropped = new Set([...reachableComponents(document, webhooks)].filter((pointer) => !kept.has(pointer)));
  const keptTags = tagsOf(rest['paths']);
  const droppedTags = new Set([...tagsOf(webhooks)].filter((tag) => !keptTags.has(tag)));
  return {
    ...rest,
    tags: (tags as { name: string }[]).filter(({ name }) => !droppedTags.has(name)),
    components: Object.fromEntries(
      Object.entries(components as Record<string, DocumentPart>)
        .map(([kind, ofKind]) => [kind, withoutComponents(kind, ofKind, dropped)] as const)
        .filter(([, ofKind]) => Object.keys(ofKind).length > 0),
    ),
  };
}

function withoutComponents(kind: string, ofKind: DocumentPart, dropped: ReadonlySet<string>): DocumentPart {
  return Object.fromEntries(Object.entries(ofKind).filter(([name]) => !dropped.has(`#/components/${kind}/${name}`)));
}

/** Returns the pointers of all components that a part of the document refers to, directly or through others. */
function reachableComponents(document: object, part: unknown): Set<string> {
  const { components = {} } = document as { components?: Record<string, DocumentPart> };
  const pointers = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const [, kind, name] = /^#\/components\/([^/]+)\/([^/]+)/.exec(String((node as DocumentPart)['$ref'])) ?? [];
    if (kind !== undefined && name !== undefined && !pointers.has(`#/components/${kind}/${name}`)) {
      pointers.add(`#/components/${kind}/${name}`);
      visit(components[kind]?.[name]);
    }
    Object.values(node).forEach(visit);
  };
  visit(part);
  return pointers;
}

/** Returns the tags of the operations of path items. */
function tagsOf(items: unknown): Set<string> {
  const operations = Object.values(items as Record<string, Record<string, unknown>>).flatMap((item) =>
    Object.values(item),
  );
  return new Set(operations.flatMap((operation) => (operation as { tags?: string[] }).tags ?? []));
}
