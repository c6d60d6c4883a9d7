import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { HtmlPage } from '../api/operation';
import { entityTag } from './conditionalRequest';

/** Content encodings of the compressed forms and the suffixes of their files, the smallest first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** Reads a page and its compressed forms from the files beside it. Returns null if one of them is missing. */
export function readHtmlPage(file: string): HtmlPage | null {
  try {
    const plain = readFileSync(file);
    const compressed = Object.entries(ENCODINGS).map(([name, suffix]) => [name, readFileSync(file + suffix)] as const);
    const policy = contentSecurityPolicyOf(plain.toString('utf8'));
    return { plain, compressed: new Map(compressed), policy, etag: `W/${entityTag(plain)}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Allows a browser to run exactly the scripts of the page, and to load nothing. The search of the page runs in workers that its
 * script creates. All styles are allowed, because the components of the page write rules and `style` attributes while they render.
 */
function contentSecurityPolicyOf(html: string): string {
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

/** Selects the form of the page for an `Accept-Encoding` header. */
export function negotiateEncoding(
  { plain, compressed }: HtmlPage,
  accepted: string | undefined,
): { encoding: string | null; bytes: Buffer } {
  for (const [encoding, bytes] of compressed) {
    if (accepts(accepted ?? '', encoding)) return { encoding, bytes };
  }
  return { encoding: null, bytes: plain };
}

/** Whether the header has the encoding with a quality above 0. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((member) => {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
