import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Request } from 'express';
import type { ReplyEncoding, ConsoleFiles, Docs, HtmlPage, StaticFile } from '../api/contractTypes';

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

/** Reads a page and its compressed forms from the files beside it. Returns null if one of them is missing. */
function readHtmlPage(file: string, policy: string): HtmlPage | null {
  const forms = readForms(file);
  return forms === null ? null : { ...forms, policy, etag: `W/${entityTag(forms.plain)}` };
}

/** Reads a file and the compressed forms beside it. Returns null if one of them is missing. */
function readForms(file: string): Pick<StaticFile, 'plain' | 'compressed'> | null {
  try {
    return {
      plain: readFileSync(file),
      compressed: { br: readFileSync(`${file}.br`), gzip: readFileSync(`${file}.gz`) },
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Media types by the suffix of the file. */
const FILE_TYPES: Readonly<Record<string, StaticFile['type']>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/**
 * Opens the console. Returns null if it was not built. Its pages are read at once, the files that they load when they
 * are first requested: there are megabytes of them, in three forms each.
 */
export function openConsole(folder: string): ConsoleFiles | null {
  const [page = null, confirmAddressPage = null] = ['index.html', 'confirm-address.html'].map((name) =>
    readHtmlPage(path.join(folder, name), CONSOLE_POLICY),
  );
  if (page === null || confirmAddressPage === null) return null;
  const assets = path.join(folder, 'assets');
  const names = new Set(readdirSync(assets));
  return {
    page,
    confirmAddressPage,
    findFile: cacheResults((name) => (names.has(name) ? readStaticFile(path.join(assets, name)) : null)),
  };
}

function readStaticFile(file: string): StaticFile | null {
  const type = FILE_TYPES[path.extname(file)];
  const forms = type === undefined ? null : readForms(file);
  return type === undefined || forms === null ? null : { type, ...forms };
}

/** The paths of pages and the names of files: none leads out of the folder of the documentation. */
const DOCS_PAGE = /^(?:guides|api)(?:\/[\w-]+){1,2}$/;
const DOCS_FILE = /^docs-[\w-]+\.(?:js|css)$/;

/**
 * Opens the documentation. Returns null if it was not built. Its hundreds of pages and files are read when they are
 * first requested, so that the service starts faster.
 */
export function openDocs(folder: string): Docs | null {
  const start = readHtmlPage(path.join(folder, 'index.html'), docsPolicy({ isReference: false }));
  if (start === null) return null;
  return {
    start,
    findPage: cacheResults((name) => {
      if (!DOCS_PAGE.test(name)) return null;
      const isReference = /^api\/[^/]+\//.test(name);
      return readHtmlPage(path.join(folder, `${name}.html`), docsPolicy({ isReference }));
    }),
    findFile: cacheResults((name) => (DOCS_FILE.test(name) ? readStaticFile(path.join(folder, 'assets', name)) : null)),
  };
}

/** Caches the results of a function by its argument. Null is not cached, because clients can send any argument. */
function cacheResults<Result>(find: (name: string) => Result | null): (name: string) => Result | null {
  const results = new Map<string, Result>();
  return (name) => {
    const cached = results.get(name);
    if (cached !== undefined) return cached;
    const result = find(name);
    if (result !== null) results.set(name, result);
    return result;
  };
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
 * Allows a browser to load scripts and styles of the service, and nothing else. Pages of operations may have styles of
 * their own, because the components of Redoc write rules and `style` attributes while they render.
 */
function docsPolicy({ isReference }: { readonly isReference: boolean }): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${isReference ? " 'unsafe-inline'" : ''}`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
