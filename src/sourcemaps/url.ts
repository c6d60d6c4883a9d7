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
