import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ConsoleFiles, HtmlPage, StaticFile } from '../api/contractTypes';
import { entityTag } from './replyForm';

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
  const page = readHtmlPage(path.join(folder, 'index.html'), () => CONSOLE_POLICY);
  if (page === null) return null;
  const assets = path.join(folder, 'assets');
  const files = readdirSync(assets).flatMap((name) => {
    const type = FILE_TYPES[path.extname(name)];
    return type === undefined ? [] : [[name, { type, ...readForms(path.join(assets, name)) }] as const];
  });
  return { page, files: new Map(files) };
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
