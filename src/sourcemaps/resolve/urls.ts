import { sanitizeText, truncate } from '../../domain/text';

/** Schemes whose last path segment can end in `;parameters`, which are not part of the file name. */
const WITH_PARAMETERS = /^(?:https?|s?ftp|rtspu?)?$/i;

/** Returns true if a text has a scheme and a path, as `localhost:3000/x.js` has and `https://h` has not. */
export function isAbsoluteUrl(text: string): boolean {
  const match = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?([^?#]*)/i.exec(text);
  return match !== null && match[1] !== '';
}

/** Returns `~` and the path of a URL: the name of an uploaded file for every host that serves it. */
export function unifiedPath(url: string): string {
  const { scheme, path } = splitUrl(url);
  const last = path.lastIndexOf('/');
  const semicolon = WITH_PARAMETERS.test(scheme) ? path.indexOf(';', last + 1) : -1;
  return `~${semicolon === -1 ? path : path.slice(0, semicolon)}`;
}

/** Text that percent encoding does not change. */
const UNENCODED = /^[\w\-.!~*'();,/?:@&=+$#]*$/;

/**
 * Returns the names under which a file can have been uploaded, best first: its URL without the fragment, then without
 * the query, then both with `~` in place of the host. Then the same names with forward slashes, decoded, and
 * percent-encoded.
 */
export function candidateNames(url: string): string[] {
  const names = namesOf(url);
  if (UNENCODED.test(url)) return [...new Set(names)];
  if (url.includes('\\')) names.push(...namesOf(url.replaceAll('\\', '/')));
  return [...new Set([...names, ...names.flatMap(respell)])];
}

function namesOf(url: string): string[] {
  const [withQuery = ''] = url.split('#', 1);
  const [withoutQuery = ''] = withQuery.split('?', 1);
  const query = withQuery.slice(withoutQuery.length);
  const { path } = splitUrl(url);
  return [withQuery, withoutQuery, `~${path}${query}`, `~${path}`, unifiedPath(url)];
}

/** Returns the name decoded, encoded as `encodeURI` does it, and as browsers do it, which leave brackets. */
function respell(name: string): string[] {
  const segments = name.split('/').map((segment) => {
    const decoded = decodePath(segment);
    // An encoded slash is part of a name, and does not separate folders.
    return decoded.includes('/') ? { decoded: segment, encoded: segment } : { decoded, encoded: encodePath(decoded) };
  });
  const decoded = segments.map((segment) => segment.decoded).join('/');
  const encoded = segments.map((segment) => segment.encoded).join('/');
  return [decoded, encoded, encoded.replace(/%5B/g, '[').replace(/%5D/g, ']').replace(/%7C/g, '|')];
}

/** Percent-encodes a path. Returns half a surrogate pair, which has no encoding, as it is. */
function encodePath(path: string): string {
  try {
    return encodeURI(path);
  } catch {
    return path;
  }
}

/** Decodes percent encoding. Returns a text as it is if it has none. */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the path of a stack trace's line, in which parsers of SDKs leave `async`: `async https://shop.test/a.js`. */
export function withoutAsync(path: string): string {
  return path.replace(/^async (?=[a-z][a-z0-9+.-]*:|[/\\])/i, '');
}

/**
 * Resolves a reference in a file. Unlike `new URL`, it treats any scheme as `https` is treated, and the `~` of
 * uploaded names as a host.
 */
export function joinUrl(from: string, to: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(to) || /^data:/i.test(to)) return to;
  const [base, reference] = [from.replaceAll('\\', '/'), to.replaceAll('\\', '/')];
  const [, origin = '', rest = ''] = /^((?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?~?)(.*)$/is.exec(base) ?? [];
  if (reference.startsWith('//')) return origin.slice(0, origin.indexOf(':') + 1) + reference;
  const [path, tail] = splitTail(reference);
  const [file = ''] = (rest === '' ? '/' : rest).split(/[?#]/, 1);
  const folder = path.startsWith('/') ? '' : file.slice(0, file.lastIndexOf('/') + 1);
  return origin + withoutDots(folder + path) + tail;
}

/**
 * Splits a URL into scheme and path, as Python's `urlparse` splits it. The `~` of an uploaded name is not part of the
 * path.
 */
function splitUrl(url: string): { scheme: string; path: string } {
  const match = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(url);
  return { scheme: match?.[1] ?? '', path: match?.[2]?.replace(/^~(?=\/)/, '') ?? '' };
}

function splitTail(text: string): [string, string] {
  const at = text.search(/[?#]/);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/** Returns the path without `.` and `..`. A leading `..` is dropped below the root, and kept in a relative path. */
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
/** Longer URLs are ignored: servers do not accept them. */
const MAX_URL_LENGTH = 2048;

/** Returns the reference to a source map in the headers that a file was uploaded or served with. */
export function referenceInHeaders(headers: Readonly<Record<string, string>>): string | null {
  return (
    REFERENCE_HEADERS.map((name) => headers[name]?.trim() ?? '').find((value) => value !== '' && !isTooLong(value)) ??
    null
  );
}

/**
 * Returns the reference to a source map in the text of a minified file: in the last comment of the form of ECMA-426
 * that no code follows. If there is none, in the last such comment on a line of its own, at either end of the text.
 */
export function referenceInText(text: string): string | null {
  const reference = referenceAtEnd(text) ?? referenceOnLine(text);
  return reference === null || reference === '' || isTooLong(reference) ? null : reference;
}

const KEY = 'sourceMappingURL=';
/** Number of comments, from the last one on, that are searched: a file has one reference. */
const MAX_COMMENTS = 8;
/** Characters of blanks before the key. */
const MAX_BLANKS = 64;
/**
 * Characters that an address in the text of a program can have, and an address in a comment cannot. Data URLs can have
 * any.
 */
const QUOTES = /^(?!data:).*["'`]/is;

/**
 * Reads comments backward, as long as only comments and blanks are behind them (ECMA-426, extraction without parsing).
 */
function referenceAtEnd(text: string): string | null {
  let key = text.lastIndexOf(KEY);
  for (let count = 0; key !== -1 && count < MAX_COMMENTS; count += 1, key = text.lastIndexOf(KEY, key - 1)) {
    const comment = readComment(text, key);
    if (!isOnlyComments(text, comment?.end ?? key)) return null;
    if (comment?.reference != null) return comment.reference;
    if (key === 0) return null;
  }
  return null;
}

/** Reads the comment around a key. Null if there is none. */
function readComment(text: string, key: number): { reference: string | null; end: number } | null {
  const before = /(\/[/*])[#@][^\S\r\n\u2028\u2029]*$/.exec(text.slice(Math.max(0, key - MAX_BLANKS), key));
  if (before === null) return null;
  const start = key + KEY.length;
  const lineEnd = endOfLine(text, start);
  if (isInLineComment(text, key - before[0].length)) return { reference: null, end: lineEnd };
  const close = before[1] === '/*' ? text.indexOf('*/', start) : lineEnd;
  if (close === -1 || close > lineEnd) return null;
  const value = text.slice(start, close).trimEnd();
  const isReference = !/\s/.test(value) && !QUOTES.test(value);
  return { reference: isReference ? withoutComment(value) : null, end: before[1] === '/*' ? close + 2 : close };
}

/** Returns true if the line of a position begins with a comment that contains the position. */
function isInLineComment(text: string, position: number): boolean {
  const start = Math.max(text.lastIndexOf('\n', position - 1), text.lastIndexOf('\r', position - 1)) + 1;
  return start < position && /^\s*\/\//.test(text.slice(start, Math.min(position, start + MAX_BLANKS)));
}

function endOfLine(text: string, start: number): number {
  const ends = /[\r\n\u2028\u2029]/g;
  ends.lastIndex = start;
  return ends.exec(text)?.index ?? text.length;
}

/** Returns true if only comments and blanks follow from a position on. */
function isOnlyComments(text: string, from: number): boolean {
  const part = /\s+|\/\/[^\r\n\u2028\u2029]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//y;
  for (part.lastIndex = from; part.lastIndex < text.length;) if (!part.test(text)) return false;
  return true;
}

/** In a text with more lines, only the first and the last are searched. */
const MAX_SEARCHED_LINES = 10;
const LINES_AT_EACH_END = 5;

/**
 * Returns the reference in the last line that is a comment with a reference, among the lines at both ends of the text.
 * Tools add code behind such a comment, and write blanks in addresses.
 */
function referenceOnLine(text: string): string | null {
  const line = linesAtEnds(text).findLast((one) => /^\/\/[#@][ \t]*sourceMappingURL=/.test(one));
  return line === undefined ? null : withoutComment(line.slice(line.indexOf('=') + 1));
}

/** Returns all lines of a short text; the first and the last of a long one, which can have millions. */
function linesAtEnds(text: string): string[] {
  const lines = text.split('\n', MAX_SEARCHED_LINES + 1);
  if (lines.length <= MAX_SEARCHED_LINES) return lines;
  let start = text.length;
  for (let count = 0; count < LINES_AT_EACH_END; count += 1) start = text.lastIndexOf('\n', start - 1);
  return [...lines.slice(0, LINES_AT_EACH_END), ...text.slice(start + 1).split('\n')];
}

/** Returns a reference without the comment that React Native's tools put behind it. */
function withoutComment(text: string): string | null {
  const reference = text.trimEnd();
  const comment = reference.endsWith('*/') ? reference.indexOf('/*') : -1;
  const bare = (comment === -1 ? reference : reference.slice(0, comment)).trim();
  return bare.startsWith('/*') ? null : bare;
}

function isTooLong(reference: string): boolean {
  return reference.length > MAX_URL_LENGTH && !isInline(reference);
}

/** Returns true if a reference is a data URL, which contains the source map. */
export function isInline(reference: string): boolean {
  return /^data:/i.test(reference);
}

/** Returns the content of a data URL. Null if it cannot be decoded. */
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

/*
 * Code that no upload has a source map for, by the path of its frame.
 */

/** Code of the engine and of Node.js, and code without a file. Clients may put their own prefix before it. */
const NO_FILE =
  /^(?:app:\/\/\/?)?(?:node:|<(?:anonymous|unknown|eval)>|native$|\[native code\]|\[wasm code\]|native code$|(?:debugger )?eval code$)/;
/** Scripts of extensions and of the browser, and scripts that are made while the page runs. */
const NO_UPLOAD =
  /^(?:(?:(?:chrome|moz|safari|safari-web|ms-browser)-)?extension:|webkit-masked-url:|(?:chrome|resource|blob|data|about|javascript):)/i;
/** A page, in which the script is written: the address of a folder or of an HTML file. */
const PAGE = /^https?:\/\/[^/]+\/(?:.*\/)?(?:[^/]+\.x?html?)?$/i;

/** Returns true if code at a path is in no file. A frame without a path has the path null. */
export function isInNoFile(path: string | null): boolean {
  return NO_FILE.test(path ?? 'native');
}

/**
 * Returns true if, as a rule, nobody uploads a map for the file at a path: a page, a script of an
 * extension or of the browser, or a script that is made while the page runs.
 * @param page the address of the page, if it is known
 */
export function isHardlyUploaded(path: string | null, page: string | null): boolean {
  if (path === null) return false;
  const address = withoutQuery(path);
  return NO_UPLOAD.test(path) || PAGE.test(address) || (page !== null && address === withoutQuery(page));
}

function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? '';
}

const MAX_PATH_LENGTH = 2048;
const MAX_NAME_LENGTH = 512;
/** Maximum characters of a source that are read: its path, and the text that bundlers write around it. */
const MAX_SOURCE_LENGTH = 2 * MAX_PATH_LENGTH;

/** Schemes of bundlers, with the name of the package in place of a host. */
const BUNDLER_SCHEME = /^(?!https?:|file:|app:)[a-z][a-z0-9+.-]*:\/\/(?:@[^/]+\/)?[^/]*\//i;
const SERVED_ORIGIN = /^(?:https?|file|app):\/\/[^/]*/i;

/**
 * Rollup, and the bundlers built on it, begin ids of modules without a file with a null character, which Vite writes as
 * `__x00__`.
 */
const VIRTUAL = /(?<=^|\/)\0|(?:\/@id\/)?__x00__/g;
/** The folder of the application, as Turbopack, Parcel and Next.js write it. */
const PROJECT_FOLDER = /^(?:\/?(?:\[project\]|__parcel_source_root)\/|_N_E\/)/;
/** The suffix that Turbopack writes behind a path: the layer, and how the module is compiled. */
const COMPILATION = / \[[a-z0-9-]+\](?: \([^()]*\))?(?: <[^<>]*>)?$/;
/** The layer of a module, such as `(rsc)/`, which webpack writes before its path. `(webpack)/` is a folder. */
const LAYER = /^\((?!webpack\))[\w-]+\)\//;
/** The suffix that webpack writes behind the path of a module with which it joined others. */
const JOINED_MODULES = / \+ \d+ modules?$/;
/**
 * The suffix that webpack and Rspack write behind a folder from which they make a module, for `import()` of a path that
 * is known only at run time.
 */
const FOLDER_MODULE = /[ |](?:sync|lazy|eager|weak|lazy-once|async-weak)[ |](?:[/^]|namespace|recursive)/;
/** The suffix behind the path of a module for which Next.js makes another one. */
const NEXT_PROXY = '/__nextjs-internal-proxy';

/** Returns the source without the marks of modules that have no file. */
export function withoutMarks(source: string): string {
  // Most sources have none, which these searches find much faster.
  return source.includes('\0') || source.includes('__x00__') ? source.replace(VIRTUAL, '') : source;
}

/** A source without the text that bundlers write around its path. */
interface SourceParts {
  readonly path: string;
  /** True if the source has the scheme of a bundler. */
  readonly hasScheme: boolean;
  /** True if the source is a module that a bundler makes, of the path or of none. */
  readonly isGenerated: boolean;
}

/**
 * Returns the path of a map's source in the project, as its author named it: `src/pay.ts` for
 * `webpack://shop/./src/pay.ts?3f2a`. Percent encoding is decoded, because sources are URLs (ECMA-426).
 */
export function cleanFilename(source: string): string {
  return nameOf(source, splitSource(source));
}

function nameOf(source: string, { path }: SourceParts): string {
  return sanitizeMapText(path === '' ? source : path, MAX_PATH_LENGTH);
}

function splitSource(source: string): SourceParts {
  const shortened = source.slice(0, MAX_SOURCE_LENGTH);
  const text = withoutMarks(shortened).replaceAll('\\', '/');
  const hasScheme = BUNDLER_SCHEME.test(text);
  const name = text.replace(hasScheme ? BUNDLER_SCHEME : SERVED_ORIGIN, '');
  const folderEnd = hasScheme ? name.search(FOLDER_MODULE) : -1;
  const resource = hasScheme ? withoutLoaders(name) : name;
  const file = decodePath(folderEnd === -1 ? resource.replace(/\?.*$/s, '') : name.slice(0, folderEnd));
  const proxyStart = file.indexOf(NEXT_PROXY);
  const ofModule = proxyStart === -1 ? file : file.slice(0, proxyStart);
  const path = withoutFolders(hasScheme ? withoutLayers(ofModule) : ofModule);
  const isVirtual = text.length < shortened.length && !/^(?:virtual:|\.{0,2}\/)/.test(file);
  return { path, hasScheme, isGenerated: path === '' || folderEnd !== -1 || proxyStart !== -1 || isVirtual };
}

/** Returns the resource of a module of webpack: loaders are written before it, or in its query. */
function withoutLoaders(name: string): string {
  return /^[^!?]*(?:-loader|node_modules)\/[^!]*!/.test(name) ? name.slice(name.lastIndexOf('!') + 1) : name;
}

/** Returns the path without its layer and the text behind it. */
function withoutLayers(path: string): string {
  return path.replace(COMPILATION, '').replace(JOINED_MODULES, '').replace(LAYER, '').replace(/\/$/, '');
}

/** Returns the path from the folder of the application on, if that is named. */
function withoutFolders(path: string): string {
  return path
    .replace(PROJECT_FOLDER, '')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replaceAll('/./', '/')
    .replace(/^\/@fs(?=\/)/, '')
    .replace(/^\/(?=[a-z]:\/)/i, '');
}

/** Returns the path without its extension. In a package, the path from the package's name on. */
export function moduleOf(filename: string): string | null {
  const path = filename.replace(/^.*(?<=^|\/)node_modules\//, '').replace(/^\/+/, '');
  const module = path.replace(/\.[cm]?[jt]sx?$|\.(?:vue|svelte|coffee)$/i, '');
  return module === '' ? null : sanitizeMapText(module, MAX_NAME_LENGTH);
}

const PACKAGE = /(?:^|\/)(?:node_modules|bower_components|jspm_packages|~)\//;
/** Folders that Turbopack has beside the folder of the application. */
const TURBOPACK_FOLDER = /^\/?\[(?:turbopack[\w-]*|next|externals)\]\//;
/** Modules that bundlers add. */
const BUNDLER_MODULES = [
  // The runtime of webpack and Rspack, and modules that another build or the page contains.
  /^\(webpack\)|^(?:webpack|rspack)\/(?:bootstrap|runtime|buildin|startup|container|sharing)(?:[/ ]|$)/,
  /^webpack\/(?:before-startup|after-startup|universalModuleDefinition)$|^external (?:[\w-]+ )?["'[{]/,
  // Vite.
  /^vite\/(?:preload-helper|modulepreload-polyfill|dynamic-import-helper|wasm-helper|legacy-polyfills)|^\/?@(?:vite\/|react-refresh)/,
  // Rollup, Rolldown and their plugins.
  /^_?commonjs-?(?:helpers|dynamic-modules)|^rolldown[/:]runtime|^plugin-vue:|^tslib\.js$|^rollupPluginBabelHelpers|^@oxc-project\/runtime\//i,
  // esbuild and Metro.
  /^<(?:runtime|define:)|^\(disabled\):|^__prelude__$/,
];

/**
 * Returns the path of a source in the project, and whether it is part of a package, or a module that a bundler adds.
 */
export function describeSource(source: string): { filename: string; isThirdParty: boolean } {
  const parts = splitSource(source);
  return { filename: nameOf(source, parts), isThirdParty: isThirdParty(parts) };
}

function isThirdParty({ path, hasScheme, isGenerated }: SourceParts): boolean {
  if (isGenerated || PACKAGE.test(path)) return true;
  return BUNDLER_MODULES.some((pattern) => pattern.test(path)) || (hasScheme && TURBOPACK_FOLDER.test(path));
}

/** Returns a text of a source map, limited and without characters that cannot be stored. */
export function sanitizeMapText(text: string, limit = MAX_PATH_LENGTH): string {
  return sanitizeText(truncate(text, limit));
}
