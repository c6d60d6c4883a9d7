import { createHash } from 'node:crypto';
import type { Response } from 'supertest';

/** What a client sees of a response, except for values that differ between any two services. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; the SHA-256 of a binary body. */
  readonly body: string;
}

const HEADERS = ['content-type', 'link', 'location', 'allow', 'retry-after', 'www-authenticate', 'content-disposition'];

/** @param secrets values that the service generated, by the name that replaces them */
export function exchangeOf(request: string, response: Response, secrets: Readonly<Record<string, string>>): Exchange {
  const without = (text: string) =>
    Object.entries(secrets).reduce((left, [name, secret]) => left.replaceAll(secret, `<${name}>`), text);
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
