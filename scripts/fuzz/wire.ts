/** Turns planned requests into HTTP requests, sends them, and shows them as curl commands. */
import http from 'node:http';
import type { Reply } from '../../test/support/client';
import { exchange } from '../support/exchange';
import { renderBody, type SentBody, usualType } from './bodies';
import { type Credential, PATH_VARIATIONS, type PlannedRequest } from './requests';
import { Known } from './values';
import type { Tenant } from './tenant';

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

/** Fills in ids, tokens and slugs. */
export async function fillIn(plan: PlannedRequest, tenant: Tenant): Promise<SentRequest> {
  const { operation, credential } = plan;
  const find = (reference: Known) => tenant.find(reference, operation.operationId);
  const text = (value: string | Known) => (value instanceof Known ? String(find(value)) : value);
  const path = Object.fromEntries(Object.entries(plan.path).map(([name, value]) => [name, text(value)]));
  const keys = dsnKeys(credential, tenant, path['project_id']);
  const inQuery = keys?.place === 'query' ? keys.keys.map((key): [string, string] => ['sentry_key', key]) : [];
  const query = [...plan.query.map(([name, value]): [string, string] => [name, text(value)]), ...inQuery];
  const dsn = keys?.place === 'envelope' ? `https://${keys.keys[0]}@errors.example/${path['project_id']}` : undefined;
  const body = plan.body === null ? null : renderBody(plan.body, find, dsn);
  const session = await tenant.session(credential);
  return {
    plan,
    method: plan.method,
    target: targetOf(plan, path, query),
    path,
    headers: headersOf(plan, { token: await tenant.token(credential), ...session }, keys, body),
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

function targetOf(
  { operation, variation, querySuffix }: PlannedRequest,
  values: Readonly<Record<string, string>>,
  query: readonly [string, string][],
): string {
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeSegment(values[name] ?? ''));
  const search = query.map(([name, value]) => `${encodeSegment(name)}=${encodeSegment(value)}`).join('&') + querySuffix;
  return `${PATH_VARIATIONS[variation]?.(path) ?? path}${search === '' ? '' : `?${search}`}`;
}

/** Percent-encodes a text. An unpaired surrogate becomes bytes that are not UTF-8. */
function encodeSegment(text: string): string {
  return [...text]
    .map((character) => (/^[\ud800-\udfff]$/.test(character) ? '%ED%A0%80' : encodeURIComponent(character)))
    .join('');
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
