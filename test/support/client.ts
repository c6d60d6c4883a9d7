import http, { type IncomingHttpHeaders } from 'node:http';
import addFormats from 'ajv-formats';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import supertest, { type Response, type Test } from 'supertest';
import contract from '../../generated/openapi.json';
import { escapePointer } from '../../src/http/contract';

type Node = Record<string, unknown>;
export type Method = 'get' | 'head' | 'put' | 'post' | 'delete' | 'patch';

const ajv = addFormats(new Ajv2020({ strict: false, validateSchema: false, allErrors: true }));
ajv.addSchema(closeObjects(contract), 'contract');
const compiled = new Map<string, ValidateFunction>();

/** Names of parameters that are all the rest of a path, with its slashes. */
const REST = Object.values<{ name: string; 'x-remaining-path'?: boolean }>(contract.components.parameters)
  .filter((parameter) => parameter['x-remaining-path'] === true)
  .map(({ name }) => name);

const templates = Object.keys(contract.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: patternOf(path) }));

function patternOf(path: string): RegExp {
  const source = path.replace(/\{([^}]+)\}/g, (_, name: string) => (REST.includes(name) ? '.+' : '[^/]+'));
  return new RegExp(`^${source.replace(/(?<!\])\.(?!\+)/g, '\\.')}$`);
}

/**
 * Closes the objects of a contract. Clients must ignore fields that the contract does not declare, but the service
 * sends none: this is the one client that refuses them.
 */
export function closeObjects<T>(part: T, isInAllOf = false): T {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one: unknown) => closeObjects(one, isInAllOf)) as T;
  const closed = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === 'examples' ? value : closeObjects<unknown>(value, key === 'allOf'),
    ]),
  );
  // The parts of an `allOf` have the fields of the others.
  const isOpen = 'properties' in part && !('additionalProperties' in part) && !isInAllOf;
  return (isOpen ? { ...closed, unevaluatedProperties: false } : closed) as T;
}

/**
 * A client that throws for every reply that the contract does not declare: status, media type, required headers and
 * body.
 */
export class ContractClient {
  constructor(readonly url: string) {}

  get(path: string, token?: string): Test {
    return this.send('get', path, token);
  }

  put(path: string, token?: string): Test {
    return this.send('put', path, token);
  }

  post(path: string, token?: string): Test {
    return this.send('post', path, token);
  }

  delete(path: string, token?: string): Test {
    return this.send('delete', path, token);
  }

  /** Sends a request whose reply is checked against the contract. */
  send(method: Method, path: string, token?: string): Test {
    const request = supertest(this.url)[method](path).redirects(0);
    if (token !== undefined) void request.set('Authorization', `Bearer ${token}`);
    return request.expect((response) => checkReply(method, path, response));
  }
}

/** An unchecked reply. */
export interface WireReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends a request exactly as given, which client libraries would change or refuse. The body is sent in chunks, without
 * a length or a media type.
 */
export function sendRaw(
  url: string,
  options: { method: string; path: string; headers?: http.OutgoingHttpHeaders; body?: string | Buffer },
): Promise<WireReply> {
  const { hostname, port } = new URL(url);
  const { method, path, headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        });
      });
    });
    request.on('error', reject);
    if (body !== undefined) request.write(body);
    request.end();
  });
}

/** One side of a `Link` header. */
export interface Linked {
  readonly url: string;
  /** The URL without its origin. */
  readonly path: string;
  readonly results: boolean;
  readonly cursor: string;
}

/** Reads a `Link` header. @throws Error unless it has the form of openapi/DECISIONS.md D16 */
export function readLink(response: { headers: unknown }): { previous: Linked; next: Linked } {
  const text = String((response.headers as IncomingHttpHeaders)['link']);
  const side = (rel: string) => `<(https?://[^>]+)>; rel="${rel}"; results="(true|false)"; cursor="([^"]*)"`;
  const match = new RegExp(`^${side('previous')}, ${side('next')}$`).exec(text);
  if (match === null) throw new Error(`not the form of a Link header: ${text}`);
  const read = (url = '', results = '', cursor = ''): Linked => {
    const { pathname, search } = new URL(url);
    return { url, path: pathname + search, results: results === 'true', cursor };
  };
  return { previous: read(match[1], match[2], match[3]), next: read(match[4], match[5], match[6]) };
}

/**
 * The parts of a reply that the contract describes. The body is the parsed JSON, the bytes or the text, by its media
 * type.
 */
export type CheckedReply = Pick<Response, 'status' | 'type' | 'body' | 'text'> & {
  readonly headers: Readonly<Record<string, unknown>>;
};

/** A reply that no client library has read, in the form that is checked. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The media type without parameters; empty for none. */
  readonly type: string;
  /** The body, if it is JSON or plain text. */
  readonly text: string;
  /** The parsed JSON, or the bytes. */
  readonly body: unknown;
}

/** @param bytes the complete body */
export function readReply(
  { statusCode = 0, headers }: Pick<http.IncomingMessage, 'statusCode' | 'headers'>,
  bytes: Buffer,
): Reply {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim() ?? '';
  const isJson = type === 'application/json';
  const text = isJson || type === 'text/plain' ? bytes.toString('utf8') : '';
  return { status: statusCode, headers, type, text, body: isJson ? parseJson(text) : bytes };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws Error unless the contract declares this reply; an unknown path or method must get 404 or 405 */
export function checkReply(method: Method, url: string, response: CheckedReply): void {
  const operation = findOperation(method, url);
  if (operation === undefined) {
    if (![400, 404, 405].includes(response.status))
      throw new Error(`${method} ${url} is not in the contract, yet answers ${response.status}`);
    return;
  }
  const { node, pointer } = follow(operation.node, operation.pointer, 'responses', String(response.status));
  if (node === undefined)
    throw new Error(`${method} ${url}: the contract does not declare ${response.status}: ${response.text}`);
  checkHeaders(node, response);
  checkCursors(operation.node, response);
  const content = (node['content'] ?? {}) as Node;
  const type = response.type || null;
  if (type === null ? Object.keys(content).length > 0 : !(type in content)) {
    throw new Error(`${method} ${url}: ${response.status} must not be ${type ?? 'empty'}`);
  }
  if (type === null || method === 'head') return;
  const validate = compile(`${pointer}/content/${escapePointer(type)}/schema`);
  if (!validate(type === 'application/json' ? response.body : textOf(response))) {
    throw new Error(
      `${method} ${url}: ${response.status} does not fit the contract: ${ajv.errorsText(validate.errors)}`,
    );
  }
}

/** Schemas describe bytes as a string. */
function textOf({ body, text }: CheckedReply): string {
  return Buffer.isBuffer(body) ? body.toString('latin1') : text;
}

/** True if the contract has an operation for a path. */
export function isOperation(method: Method, url: string): boolean {
  return findOperation(method, url) !== undefined;
}

function findOperation(method: Method, url: string): { node: Node; pointer: string } | undefined {
  const path = (url.split('?')[0] ?? '').replace(/\/{2,}/g, '/');
  const bare = path.replace(/(?<=.)\/$/, '');
  const full = path.startsWith('/api/') ? `${bare}/` : bare;
  const template = templates.find(({ pattern }) => pattern.test(full))?.path;
  if (template === undefined) return undefined;
  const item = (contract.paths as Node)[template] as Node;
  const served = method === 'head' ? 'get' : method;
  const node = item[served] as Node | undefined;
  return node === undefined ? undefined : { node, pointer: `#/paths/${escapePointer(template)}/${served}` };
}

function checkHeaders(node: Node, response: CheckedReply): void {
  const declared = (node['headers'] ?? {}) as Node;
  for (const name of Object.keys(declared)) {
    const isRequired = follow(declared, '', name).node?.['required'] === true;
    if (isRequired && response.headers[name.toLowerCase()] === undefined)
      throw new Error(`${response.status} lacks the header ${name}`);
  }
}

/** @throws Error if the list would reject a cursor that it hands out */
function checkCursors({ parameters = [] }: Node, { headers, status }: CheckedReply): void {
  const link = (headers as IncomingHttpHeaders)['link'];
  if (status !== 200 || link === undefined) return;
  const declared = (parameters as Node[]).map((parameter) => follow({ parameter }, '', 'parameter').node);
  const { pattern } = declared.find((parameter) => parameter?.['name'] === 'cursor')?.['schema'] as { pattern: string };
  for (const [, cursor = ''] of String(link).matchAll(/; cursor="([^"]*)"/g)) {
    if (!new RegExp(pattern, 'u').test(cursor)) throw new Error(`the cursor ${cursor} does not match ${pattern}`);
  }
}

function follow(start: Node, at: string, ...keys: string[]): { node: Node | undefined; pointer: string } {
  let node: Node | undefined = start;
  let pointer = at;
  for (const key of keys) {
    node = node?.[key] as Node | undefined;
    pointer = `${pointer}/${key}`;
    const reference = node?.['$ref'];
    if (typeof reference === 'string') {
      pointer = reference;
      node = reference
        .slice(2)
        .split('/')
        .reduce<Node>((value, part) => value[part.replaceAll('~1', '/')] as Node, contract);
    }
  }
  return { node, pointer };
}

function compile(pointer: string): ValidateFunction {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `contract${pointer}` });
  compiled.set(pointer, validate);
  return validate;
}
