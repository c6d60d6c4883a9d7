import { createHash } from 'node:crypto';
import type { Response } from 'supertest';

/** The parts of a response that a client sees, except for values that differ between any two services. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; the SHA-256 of a binary body. */
  readonly body: string;
}

const HEADERS = ['content-type', 'link', 'location', 'allow', 'retry-after', 'www-authenticate', 'content-disposition'];

/** Values that a service generates, and durations, in replies and in the requests that name them. */
const GENERATED: readonly (readonly [RegExp, string])[] = [
  [/culprit_[0-9a-f]{64}/g, '<token>'],
  [/"tokenLastCharacters":"[0-9a-f]{4}"/g, '"tokenLastCharacters":"<end>"'],
  // Written beside the requests, and so before one of them or after it.
  [/"lastUsedAt":"[^"]*"/g, '"lastUsedAt":"<time>"'],
  [/"(public|secret|securityToken|svc:token)":"[0-9a-f]{32}"/g, '"$1":"<key>"'],
  [/"id":"[0-9a-f]{32}","name":/g, '"id":"<key>","name":'],
  [/\/keys\/[0-9a-f]{32}\//g, '/keys/<key>/'],
  [/\/\/[0-9a-f]{32}@/g, '//<key>@'],
  [/sentry_key=[0-9a-f]{32}/g, 'sentry_key=<key>'],
  [/"[0-9a-f]{8}…"/g, '"<key>"'],
  [/"start":"[0-9a-f]{8}"/g, '"start":"<key>"'],
  [/whsec_[A-Za-z0-9+/=]+/g, '<secret>'],
  [/"durationMs":\d+/g, '"durationMs":0'],
];

/** @param secrets values that the service generated, by the name that replaces them */
export function exchangeOf(request: string, response: Response, secrets: Readonly<Record<string, string>>): Exchange {
  const without = (text: string) =>
    GENERATED.reduce(
      (left, [pattern, name]) => left.replaceAll(pattern, name),
      Object.entries(secrets).reduce((left, [name, secret]) => left.replaceAll(secret, `<${name}>`), text),
    );
  const headers = HEADERS.filter((name) => response.headers[name] !== undefined);
  return {
    request: without(request),
    status: response.status,
    headers: Object.fromEntries(headers.map((name) => [name, without(String(response.headers[name]))])),
    body: without(bodyOf(response)),
  };
}

function bodyOf({ body, text }: { body?: unknown; text?: string | undefined }): string {
  return Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : (text ?? '');
}
