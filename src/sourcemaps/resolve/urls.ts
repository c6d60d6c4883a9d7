/** Schemes whose last path segment may carry `;parameters`, which belong to no file name. */
const WITH_PARAMETERS = /^(?:https?|s?ftp|rtspu?)?$/i;

/** Whether `text` has a scheme and a path; `localhost:3000/x.js` does, `https://h` does not (reference/endpoints.md §6.3). */
export function isAbsoluteUrl(text: string): boolean {
  const match = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?([^?#]*)/i.exec(text);
  return match !== null && match[1] !== '';
}

/** `~` and the path of a URL: the name a file has wherever it is served from (reference/endpoints.md §6.4). */
export function unifiedPath(url: string): string {
  const { scheme, path } = splitUrl(url);
  const last = path.lastIndexOf('/');
  const semicolon = WITH_PARAMETERS.test(scheme) ? path.indexOf(';', last + 1) : -1;
  return `~${semicolon === -1 ? path : path.slice(0, semicolon)}`;
}

/**
 * The names a file may have been uploaded under, best first: its URL without the fragment, then without the query, then the
 * same behind `~` in place of the host (reference/ingest.md §5 step 3).
 */
export function candidateNames(url: string): string[] {
  const [whole = ''] = url.split('#', 1);
  const [bare = ''] = whole.split('?', 1);
  const { path } = splitUrl(url);
  return [...new Set([whole, bare, `~${path}${whole.slice(bare.length)}`, `~${path}`, unifiedPath(url)])];
}

/**
 * Where a reference leads that stands in the file at `base`. Custom schemes are as good as `https`, and so is the `~` of
 * uploaded names (reference/endpoints.md §6.5, §6.8).
 */
export function joinUrl(base: string, reference: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(reference) || /^data:/i.test(reference)) return reference;
  const [, origin = '', rest = ''] = /^((?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?~?)(.*)$/is.exec(base) ?? [];
  if (reference.startsWith('//')) return origin.slice(0, origin.indexOf(':') + 1) + reference;
  const [path = '', tail = ''] = splitTail(reference);
  const [from = ''] = (rest === '' ? '/' : rest).split(/[?#]/, 1);
  const folder = path.startsWith('/') ? '' : from.slice(0, from.lastIndexOf('/') + 1);
  return origin + withoutDots(folder + path) + tail;
}

/** Python's `urlparse`, as far as it counts here; the `~` of an uploaded name is no part of its path. */
function splitUrl(url: string): { scheme: string; path: string } {
  const match = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(url);
  return { scheme: match?.[1] ?? '', path: match?.[2]?.replace(/^~(?=\/)/, '') ?? '' };
}

function splitTail(text: string): [string, string] {
  const at = text.search(/[?#]/);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/** The path without `.` and `..`; what would lead above the root stays at the root, and above a relative path stays as it is. */
function withoutDots(path: string): string {
  const isRooted = path.startsWith('/');
  const kept: string[] = [];
  for (const part of path.split('/').slice(isRooted ? 1 : 0)) {
    if (part === '.') continue;
    const last = kept.at(-1);
    if (part === '..' && last !== undefined && last !== '..') kept.pop();
    else if (part !== '..' || !isRooted) kept.push(part);
  }
  return (isRooted ? '/' : '') + kept.join('/');
}

const HEADERS = ['sourcemap', 'x-sourcemap'];
const LONG = 10;
const LINES_EACH = 5;
const TAIL_BYTES = 300;
/** Characters of an address; longer ones name nothing that a server would take. */
const MAX_ADDRESS = 2048;

/** The reference to a source map among the headers a file was uploaded with (reference/endpoints.md §6.5 rule 1). */
export function referenceInHeaders(headers: Readonly<Record<string, string>>): string | null {
  return HEADERS.map((name) => headers[name]?.trim() ?? '').find((value) => value !== '' && !isTooLong(value)) ?? null;
}

/** The reference to a source map in the text of a minified file (reference/endpoints.md §6.5 rules 2–4). */
export function referenceInText(text: string): string | null {
  const found = referenceLine(text) ?? referenceAtEnd(text);
  return found === null ? null : withoutComment(found);
}

/** The last line at either end of the file that is such a comment. */
function referenceLine(text: string): string | null {
  const line = linesAtEnds(text).findLast((one) => /^\/\/[#@] sourceMappingURL=/.test(one));
  return line === undefined ? null : line.slice(line.indexOf('=') + 1).trimEnd();
}

/** All lines of a short text, and the first and the last of a long one, which may have millions. */
function linesAtEnds(text: string): string[] {
  const lines = text.split('\n', LONG + 1);
  if (lines.length <= LONG) return lines;
  let start = text.length;
  for (let count = 0; count < LINES_EACH; count += 1) start = text.lastIndexOf('\n', start - 1);
  return [...lines.slice(0, LINES_EACH), ...text.slice(start + 1).split('\n')];
}

/** Bundles may end in a comment on the line of the code. */
function referenceAtEnd(text: string): string | null {
  const last = text.slice(text.trimEnd().lastIndexOf('\n') + 1).trimEnd();
  return /\/\/# sourceMappingURL=(.*)$/.exec(last.slice(-TAIL_BYTES))?.[1] ?? null;
}

/** Tools of React Native put a comment behind the reference. */
function withoutComment(reference: string): string | null {
  const comment = reference.endsWith('*/') ? reference.indexOf('/*') : -1;
  const bare = (comment === -1 ? reference : reference.slice(0, comment)).trim();
  return bare === '' || bare.startsWith('/*') || isTooLong(bare) ? null : bare;
}

function isTooLong(reference: string): boolean {
  return reference.length > MAX_ADDRESS && !isInline(reference);
}

/** Whether a reference is the source map itself. */
export function isInline(reference: string): boolean {
  return /^data:/i.test(reference);
}

/** What a `data:` URL holds; null if it cannot be decoded. */
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
