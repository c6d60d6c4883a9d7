import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Request } from 'express';
import type { ReplyEncoding, ConsoleFiles, HtmlPage, StaticFile } from '../api/contractTypes';

/**
 * Returns the headers of replies that may be stored and must be revalidated before each use (RFC 9111, section
 * 5.2.2.4).
 */
export function revalidationHeaders(etag: string): Record<string, string> {
  return { ETag: etag, 'Cache-Control': 'no-cache' };
}

/** Creates the entity tag of a body, or of several parts of a reply: 132 bits of their hash. */
export function entityTag(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/**
 * Returns true if the `If-None-Match` header of a request names the tag. The comparison is weak: the prefix `W/` makes
 * no difference (RFC 9110, section 13.1.2).
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** Encodings of replies, the one with the smallest bodies first. */
const ENCODINGS: readonly ReplyEncoding[] = ['br', 'gzip'];

/** Shorter replies fit in one packet, compressed or not. */
export const MIN_COMPRESSED_BYTES = 1024;

/** Low levels: higher ones take several times as long and make JSON little smaller. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Returns the first encoding that the client accepts (`Accept-Encoding`, RFC 9110, section 12.5.3); null for none. */
export function negotiateEncoding(request: Request): ReplyEncoding | null {
  return ENCODINGS.find((encoding) => request.acceptsEncodings(encoding) !== false) ?? null;
}

/** Compresses a body on a thread of zlib, so that other requests do not wait. */
export function compress(body: Buffer, encoding: ReplyEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: GZIP_LEVEL });
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/**
 * Reads a page with its Content-Security-Policy, and its compressed forms from the files beside it. Returns null if one
 * of them is missing.
 */
export function readHtmlPage(file: string, policyOf = policyOfDocumentation): HtmlPage | null {
  try {
    const { plain, compressed } = readForms(file);
    return { plain, compressed, policy: policyOf(plain.toString('utf8')), etag: `W/${entityTag(plain)}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads a file and the compressed forms beside it. @throws Error with code ENOENT if one of them is missing */
function readForms(file: string): Pick<StaticFile, 'plain' | 'compressed'> {
  return {
    plain: readFileSync(file),
    compressed: { br: readFileSync(`${file}.br`), gzip: readFileSync(`${file}.gz`) },
  };
}

/** Media types by the suffix of the file. */
const FILE_TYPES: Readonly<Record<string, StaticFile['type']>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Reads the page of the console and the files that it loads. Returns null if the console was not built. */
export function readConsoleFiles(folder: string): ConsoleFiles | null {
  const [page = null, confirmAddressPage = null] = ['index.html', 'confirm-address.html'].map((name) =>
    readHtmlPage(path.join(folder, name), () => CONSOLE_POLICY),
  );
  if (page === null || confirmAddressPage === null) return null;
  const assets = path.join(folder, 'assets');
  const files = readdirSync(assets).flatMap((name) => {
    const type = FILE_TYPES[path.extname(name)];
    return type === undefined ? [] : [[name, { type, ...readForms(path.join(assets, name)) }] as const];
  });
  return { page, confirmAddressPage, files: new Map(files) };
}

/** Allows a browser to load scripts, styles and pictures of the service itself, and to send requests to it. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Allows a browser to run exactly the scripts of the page, and to load nothing. The search of the page runs in workers
 * that its script creates. All styles are allowed, because the components of the page write rules and `style`
 * attributes while they render.
 */
function policyOfDocumentation(html: string): string {
  const scripts = [...html.matchAll(/<script\b[^>]*>([^]*?)<\/script\s*>/gi)].map(
    ([, script = '']) => `'sha256-${sha256(script)}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
