/** Schemes whose last path segment can end in `;parameters`, which are not part of the file name. */
const WITH_PARAMETERS = /^(?:https?|s?ftp|rtspu?)?$/i;

/** Whether `text` has a scheme and a path. `localhost:3000/x.js` has, `https://h` has not. */
export function isAbsoluteUrl(text: string): boolean {
  const match = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?([^?#]*)/i.exec(text);
  return match !== null && match[1] !== '';
}

/** `~` and the path of a URL: the name of an uploaded file for every host that serves it. */
export function unifiedPath(url: string): string {
  const { scheme, path } = splitUrl(url);
  const last = path.lastIndexOf('/');
  const semicolon = WITH_PARAMETERS.test(scheme) ? path.indexOf(';', last + 1) : -1;
  return `~${semicolon === -1 ? path : path.slice(0, semicolon)}`;
}

/**
 * The names that a file can have been uploaded under, best first: its URL without the fragment, then without the query, then
 * both with `~` in place of the host.
 */
export function candidateNames(url: string): string[] {
  const [withQuery = ''] = url.split('#', 1);
  const [withoutQuery = ''] = withQuery.split('?', 1);
  const query = withQuery.slice(withoutQuery.length);
  const { path } = splitUrl(url);
  return [...new Set([withQuery, withoutQuery, `~${path}${query}`, `~${path}`, unifiedPath(url)])];
}

/**
 * Resolves a reference in the file at `base`. Unlike `new URL`, it treats any scheme as `https` is treated, and the `~` of
 * uploaded names as a host.
 */
export function joinUrl(base: string, reference: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(reference) || /^data:/i.test(reference)) return reference;
  const [, origin = '', rest = ''] = /^((?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?~?)(.*)$/is.exec(base) ?? [];
  if (reference.startsWith('//')) return origin.slice(0, origin.indexOf(':') + 1) + reference;
  const [path, tail] = splitTail(reference);
  const [from = ''] = (rest === '' ? '/' : rest).split(/[?#]/, 1);
  const folder = path.startsWith('/') ? '' : from.slice(0, from.lastIndexOf('/') + 1);
  return origin + withoutDots(folder + path) + tail;
}

/** Scheme and path of a URL, as Python's `urlparse` splits it. The `~` of an uploaded name is not part of the path. */
function splitUrl(url: string): { scheme: string; path: string } {
  const match = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(url);
  return { scheme: match?.[1] ?? '', path: match?.[2]?.replace(/^~(?=\/)/, '') ?? '' };
}

function splitTail(text: string): [string, string] {
  const at = text.search(/[?#]/);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/** The path without `.` and `..`. A leading `..` is dropped below the root, and kept in a relative path. */
function withoutDots(path: string): string {
  const isRooted = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/').slice(isRooted ? 1 : 0)) {
    if (part === '.') continue;
    const last = parts.at(-1);
    if (part === '..' && last !== undefined && last !== '..') parts.pop();
    else if (part !== '..' || !isRooted) parts.push(part);
  }
  return (isRooted ? '/' : '') + parts.join('/');
}

const REFERENCE_HEADERS = ['sourcemap', 'x-sourcemap'];
/** In a text with more lines, only the first and the last are searched. */
const MAX_SEARCHED_LINES = 10;
const LINES_AT_EACH_END = 5;
/** The end of the last line, which can be a whole bundle, that is searched. */
const MAX_SEARCHED_CHARACTERS = 300;
/** Longer URLs are ignored: servers do not accept them. */
const MAX_URL_LENGTH = 2048;

/** The reference to a source map in the headers that a file was uploaded or served with. */
export function referenceInHeaders(headers: Readonly<Record<string, string>>): string | null {
  return (
    REFERENCE_HEADERS.map((name) => headers[name]?.trim() ?? '').find((value) => value !== '' && !isTooLong(value)) ??
    null
  );
}

/** The reference to a source map in the text of a minified file. */
export function referenceInText(text: string): string | null {
  const found = referenceLine(text) ?? referenceAtEnd(text);
  return found === null ? null : withoutComment(found);
}

/** The reference in the last line that is a `sourceMappingURL` comment, of the lines at both ends of the text. */
function referenceLine(text: string): string | null {
  const line = linesAtEnds(text).findLast((one) => /^\/\/[#@] sourceMappingURL=/.test(one));
  return line === undefined ? null : line.slice(line.indexOf('=') + 1).trimEnd();
}

/** All lines of a short text; the first and the last of a long one, which can have millions. */
function linesAtEnds(text: string): string[] {
  const lines = text.split('\n', MAX_SEARCHED_LINES + 1);
  if (lines.length <= MAX_SEARCHED_LINES) return lines;
  let start = text.length;
  for (let count = 0; count < LINES_AT_EACH_END; count += 1) start = text.lastIndexOf('\n', start - 1);
  return [...lines.slice(0, LINES_AT_EACH_END), ...text.slice(start + 1).split('\n')];
}

/** The reference in a comment behind the code of the last line. */
function referenceAtEnd(text: string): string | null {
  const last = text.slice(text.trimEnd().lastIndexOf('\n') + 1).trimEnd();
  return /\/\/# sourceMappingURL=(.*)$/.exec(last.slice(-MAX_SEARCHED_CHARACTERS))?.[1] ?? null;
}

/** React Native's tools put another comment behind the reference. */
function withoutComment(reference: string): string | null {
  const comment = reference.endsWith('*/') ? reference.indexOf('/*') : -1;
  const bare = (comment === -1 ? reference : reference.slice(0, comment)).trim();
  return bare === '' || bare.startsWith('/*') || isTooLong(bare) ? null : bare;
}

function isTooLong(reference: string): boolean {
  return reference.length > MAX_URL_LENGTH && !isInline(reference);
}

/** Whether a reference is a data URL, which contains the source map. */
export function isInline(reference: string): boolean {
  return /^data:/i.test(reference);
}

/** The content of a data URL. Null if it cannot be decoded. */
export function decodeInline(url: string): Uint8Array | null {
  const comma = url.indexOf(',');
  const content = url.slice(comma + 1);
  if (/;base64$/i.test(url.slice(0, comma))) return Buffer.from(content, 'base64');
  try {
    return Buffer.from(decodeURIComponent(content), 'utf8');
  } catch {
    return null;
  }
}
