/** Turns planned requests into HTTP requests, sends them, and shows them as curl commands. */
import { createHash } from 'node:crypto';
import http from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Reply } from '../../test/support/client';
import { exchange } from '../support/exchange';
import { BUNDLE, type AnyContent, type PlannedBody, type PlannedItem, type PlannedPart } from './bodies';
import type { Credential, PlannedRequest } from './requests';
import { isRecord, Known, toJson } from './values';
import { ARCHIVE, type Tenant } from './tenant';

/** A part of a form as it is sent. */
export interface SentPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly bytes: Buffer;
  /** The bytes before compression. */
  readonly content: Buffer;
}

interface SentBody {
  readonly bytes: Buffer;
  /** The parts of a form; undefined for another body. */
  readonly parts: readonly SentPart[] | undefined;
}

/** A request as it is sent. */
export interface SentRequest {
  readonly plan: PlannedRequest;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The path parameters as the operation has to read them. */
  readonly path: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: SentBody | null;
  readonly isChunked: boolean;
}

const BOUNDARY = 'fuzz-boundary';

/** Fills in ids, tokens and slugs. */
export async function fillIn(plan: PlannedRequest, tenant: Tenant): Promise<SentRequest> {
  const { operation, credential } = plan;
  const find = (reference: Known) => tenant.find(reference, operation.operationId);
  const text = (value: string | Known) => (value instanceof Known ? String(find(value)) : value);
  const path = Object.fromEntries(Object.entries(plan.path).map(([name, value]) => [name, text(value)]));
  const keys = dsnKeys(credential, tenant, path['project_id']);
  const inQuery =
    keys !== undefined && keys.place === 'query' ? keys.keys.map((key): [string, string] => ['sentry_key', key]) : [];
  const query = [...plan.query.map(([name, value]): [string, string] => [name, text(value)]), ...inQuery];
  const dsn = keys?.place === 'envelope' ? `https://${keys.keys[0]}@errors.example/${path['project_id']}` : undefined;
  const body = plan.body === null ? null : renderBody(plan.body, find, dsn);
  return {
    plan,
    method: plan.method,
    target: targetOf(plan, path, query),
    path,
    headers: headersOf(
      plan,
      { token: await tenant.token(credential), ...(await tenant.session(credential)) },
      keys,
      body,
    ),
    body,
    isChunked: plan.body?.isChunked ?? false,
  };
}

interface DsnKeys {
  readonly place: string;
  readonly keys: readonly string[];
}

function dsnKeys(credential: Credential, { projects }: Tenant, projectId = ''): DsnKeys | undefined {
  if (credential.kind !== 'dsn') return undefined;
  const project = projects.find(({ id }) => id === projectId) ?? projects[0];
  const { publicKey = '', disabledKey = '' } = project ?? {};
  const keys = {
    own: [publicKey],
    unknown: ['0'.repeat(32)],
    disabled: [disabledKey],
    two: [publicKey, 'f'.repeat(32)],
  };
  return { place: credential.place, keys: keys[credential.key] };
}

function headersOf(
  plan: PlannedRequest,
  { token, session = {} }: { token: string | undefined; session?: Readonly<Record<string, string>> },
  dsn: DsnKeys | undefined,
  body: SentBody | null,
): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  const add = (name: string, value: string) => (headers[name] ??= []).push(value);
  for (const [name, value] of plan.headers) if (headers[name] === undefined) add(name, value);
  if (token !== undefined) add('Authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(session)) add(name, value);
  if (plan.credential.kind === 'header') add('Authorization', plan.credential.text);
  const [key = '', other] = dsn?.keys ?? [];
  if (dsn?.place === 'header') add('X-Sentry-Auth', `Sentry sentry_version=7, sentry_key=${key}`);
  if (dsn?.place === 'authorization') add('Authorization', `Sentry sentry_key=${key}`);
  if (dsn?.place === 'basic') add('Authorization', `Basic ${Buffer.from(`${key}:`).toString('base64')}`);
  if (other !== undefined && dsn?.place !== 'query')
    add(dsn?.place === 'header' ? 'Authorization' : 'X-Sentry-Auth', `Sentry sentry_key=${other}`);
  if (plan.body === null || body === null) return headers;
  const type = plan.body.contentType === undefined ? usualType(plan.body.content) : plan.body.contentType;
  if (type !== null) add('Content-Type', type);
  const { encoding } = plan.body;
  if (encoding !== 'none') add('Content-Encoding', encoding === 'falsely gzip' ? 'gzip' : encoding);
  if (!plan.body.isChunked) add('Content-Length', String(body.bytes.length));
  else if (body.bytes.length > 0) add('Transfer-Encoding', 'chunked');
  return headers;
}

function usualType(content: AnyContent): string {
  if (content.kind === 'form')
    return content.variation === 'no boundary' ? 'multipart/form-data' : `multipart/form-data; boundary=${BOUNDARY}`;
  return content.kind === 'envelope' ? 'application/x-sentry-envelope' : 'application/json';
}

function targetOf(
  { operation, variation, querySuffix }: PlannedRequest,
  values: Readonly<Record<string, string>>,
  query: readonly [string, string][],
): string {
  const encode = variation === 'not encoded' ? encodeRarely : encodeSegment;
  let path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => encode(values[name] ?? ''));
  if (variation === 'no trailing slash') path = path.replace(/(?<=.)\/$/, '');
  if (variation === 'two slashes') path = path.replace(/\/(?=[^/]*\/?$)/, '//');
  if (variation === 'not UTF-8') path = path.replace(/[^/](?=\/?$)/, '%ff');
  if (variation === 'one more segment') path = `${path.replace(/\/$/, '')}/more/`;
  if (variation === 'upper case') path = path.toUpperCase();
  if (variation === 'fragment') path += '#fragment';
  const search = query.map(([name, value]) => `${encodeSegment(name)}=${encodeSegment(value)}`).join('&') + querySuffix;
  const origin = variation === 'absolute' ? 'http://errors.example' : '';
  return `${origin}${path}${search === '' ? '' : `?${search}`}`;
}

/** Percent-encodes a text. An unpaired surrogate becomes bytes that are not UTF-8. */
function encodeSegment(text: string): string {
  return [...text]
    .map((character) => (/^[\ud800-\udfff]$/.test(character) ? '%ED%A0%80' : encodeURIComponent(character)))
    .join('');
}

/** Leaves all characters unencoded that HTTP allows in a target. */
function encodeRarely(text: string): string {
  return encodeSegment(text).replace(/%(2[1-46-9A-E]|3[A-E]|5[BD]|5E|60|7[B-E])/g, (encoded) =>
    decodeURIComponent(encoded),
  );
}

type Find = (reference: Known) => string | number;

function renderBody({ content, encoding }: PlannedBody, find: Find, dsn: string | undefined): SentBody {
  const parts = content.kind === 'form' ? content.parts.map(renderPart) : undefined;
  const bytes =
    parts === undefined
      ? renderContent(content, find, dsn)
      : renderForm(parts, 'variation' in content ? content.variation : 'none');
  return { bytes: compress(bytes, encoding), parts };
}

function compress(bytes: Buffer, encoding: PlannedBody['encoding']): Buffer {
  if (encoding === 'gzip' || encoding === 'GZIP') return gzipSync(bytes, { level: 1 });
  if (encoding === 'deflate') return deflateSync(bytes, { level: 1 });
  return encoding === 'br' ? brotliCompressSync(bytes) : bytes;
}

function renderContent(content: AnyContent, find: Find, dsn: string | undefined): Buffer {
  switch (content.kind) {
    case 'text':
      return Buffer.from(content.text, 'utf8');
    case 'spaces':
      return Buffer.alloc(content.length, ' ');
    case 'json':
      return renderJson(toJson(content.value, find), content.variation);
    case 'event': {
      const json = Buffer.from(toJson(content.value, find));
      return content.isPacked ? Buffer.from(deflateSync(json).toString('base64')) : json;
    }
    case 'envelope':
      return renderEnvelope(content, find, dsn);
    case 'form':
      throw new Error('a form is made of its parts');
  }
}

function renderJson(json: string, variation: string): Buffer {
  if (variation === 'byte order mark') return Buffer.from(`\ufeff${json}`);
  if (variation === 'cut') return Buffer.from(json.slice(0, -1));
  if (variation === 'two values') return Buffer.from(`${json}${json}`);
  if (variation === 'key twice') return Buffer.from(json.replace(/^\{("[^"]*"):/, '{$1:null,$1:'));
  if (variation === 'not UTF-8')
    return Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from(',"\xff\xfe":1}', 'latin1')]);
  if (variation === 'spaces around') return Buffer.from(`\r\n\t ${json} \n`);
  if (variation === 'comment') return Buffer.from(`/* */${json}`);
  if (variation === 'deep')
    return Buffer.from(json.replace(/\}$/, `,"deep":${'['.repeat(5000)}${']'.repeat(5000)}}`).replace('{,', '{'));
  return Buffer.from(json);
}

function renderEnvelope(
  { header, items, variation }: Extract<AnyContent, { kind: 'envelope' }>,
  find: Find,
  dsn: string | undefined,
): Buffer {
  const withDsn = dsn !== undefined && isRecord(header) ? { ...header, dsn } : header;
  const lineEnd = variation === 'CRLF' ? '\r\n' : '\n';
  const lines = [toJson(withDsn, find), ...items.flatMap((item) => renderItem(item, find))];
  const text = lines.join(lineEnd);
  if (variation === 'blank line first') return Buffer.from(`\n${text}`);
  if (variation === 'line ends after') return Buffer.from(`${text}\n\n\n`);
  return Buffer.from(variation === 'cut' ? text.slice(0, -3) : text);
}

function renderItem({ type, payload, length }: PlannedItem, find: Find): [header: string, payload: string] {
  const text = typeof payload === 'string' ? payload : toJson(payload, find);
  const bytes = Buffer.byteLength(text);
  const lengths = { right: bytes, none: undefined, 'too long': bytes + 10, wrong: Math.max(0, bytes - 1) };
  const given = lengths[length];
  return [toJson(given === undefined ? { type } : { type, length: given }, find), text];
}

function renderPart({ name, content, fileName, isCompressed }: PlannedPart): SentPart {
  const plain = content === BUNDLE ? ARCHIVE : Buffer.from(content);
  const hash = createHash('sha1').update(plain).digest('hex');
  const named = fileName === 'sha1' ? hash : fileName === 'SHA1' ? hash.toUpperCase() : fileName;
  return { name, fileName: named, bytes: isCompressed ? gzipSync(plain, { level: 1 }) : plain, content: plain };
}

function renderForm(parts: readonly SentPart[], variation: string): Buffer {
  const boundary = variation === 'other boundary' ? 'another' : BOUNDARY;
  const quote = (text: string) =>
    text
      .replaceAll('\\', '\\\\')
      .replaceAll('"', '\\"')
      .replace(/[\r\n]/g, ' ');
  const pieces = parts.flatMap(({ name, fileName, bytes }) => {
    const named = variation === 'part without name' ? '' : `; name="${quote(name)}"`;
    const file =
      fileName === undefined ? '' : `; filename="${quote(fileName)}"\r\nContent-Type: application/octet-stream`;
    return [`--${boundary}\r\nContent-Disposition: form-data${named}${file}\r\n\r\n`, bytes, '\r\n'];
  });
  const end = variation === 'cut' ? '' : `--${boundary}--\r\n`;
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece as string)));
}

const REPLY_TIMEOUT_MS = 10_000;
/** The `Location` of a redirect repeats the query, which may be that long. */
const MAX_REPLY_HEADER_BYTES = 128 * 1024;

/** Sends requests over one connection, one after the other. */
export class Sender {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;

  /** @param url `http://127.0.0.1:PORT` */
  constructor(url: string) {
    this.#port = Number(new URL(url).port);
  }

  /** @throws Error if there is no reply in time */
  send({ method, target, headers, body, isChunked }: SentRequest): Promise<Reply> {
    const request = http.request({
      host: '127.0.0.1',
      port: this.#port,
      agent: this.#agent,
      method,
      path: target,
      timeout: REPLY_TIMEOUT_MS,
      maxHeaderSize: MAX_REPLY_HEADER_BYTES,
      headers: headers as http.OutgoingHttpHeaders,
    });
    request.on('timeout', () => request.destroy(new Error(`no reply within ${REPLY_TIMEOUT_MS / 1000} seconds`)));
    const isEmpty = body === null || (isChunked && body.bytes.length === 0);
    return exchange(request, () => (isEmpty ? request.end() : request.end(body.bytes)));
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Quotes an argument of a command. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Shows a request as a curl command. Placeholders of the tenant are already filled in. */
export function curlOf({ method, target, headers, body }: SentRequest, url: string): string {
  const parts = ['curl', '-i', '--path-as-is', '-g', ...(method === 'HEAD' ? ['-I'] : ['-X', method])];
  parts.push(
    target.startsWith('http') ? `--request-target ${quoteForShell(target)} ${url}` : quoteForShell(url + target),
  );
  for (const [name, values] of Object.entries(headers))
    if (name !== 'Content-Length')
      for (const value of [values].flat()) parts.push('-H', quoteForShell(`${name}: ${value}`));
  if (body === null) return parts.join(' ');
  const text = body.bytes.toString('utf8');
  const isPlain = Buffer.from(text).equals(body.bytes) && !/[\0-\x08\x0b-\x1f\x7f]/.test(text);
  if (isPlain) return `${parts.join(' ')} --data-binary ${quoteForShell(text)}`;
  return `base64 -d <<< ${quoteForShell(body.bytes.toString('base64'))} | ${parts.join(' ')} --data-binary @-`;
}
