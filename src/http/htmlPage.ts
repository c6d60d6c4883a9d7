import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { HtmlPage } from '../api/operation';

/** Compressed forms of a page, the smallest first, by the names HTTP has for them. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** Reads a page and, beside it, its compressed forms; null if one of them is not there. @throws Error for any other reason */
export function readHtmlPage(file: string): HtmlPage | null {
  try {
    const plain = readFileSync(file);
    const compressed = Object.entries(ENCODINGS).map(([name, suffix]) => [name, readFileSync(file + suffix)] as const);
    return { plain, compressed: new Map(compressed), policy: contentSecurityPolicyOf(plain.toString('utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * What a browser may do on the page: run exactly the scripts in it, load nothing. The page's search runs in workers made from its
 * own script. Styles are let in whole, because its components write rules and `style` attributes as they are drawn.
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

/** The form of the page that a caller who sends this `Accept-Encoding` gets. */
export function negotiateEncoding(
  { plain, compressed }: HtmlPage,
  accepted: string | undefined,
): { encoding: string | null; bytes: Buffer } {
  for (const [encoding, bytes] of compressed) {
    if (accepts(accepted ?? '', encoding)) return { encoding, bytes };
  }
  return { encoding: null, bytes: plain };
}

/** Whether the encoding is named, and not with a quality of 0. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((member) => {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
