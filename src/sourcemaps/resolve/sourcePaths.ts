import { sanitizeText, truncate } from '../../domain/text';
import { decodePath } from './urls';

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
  const given = source.slice(0, MAX_SOURCE_LENGTH);
  const text = withoutMarks(given).replaceAll('\\', '/');
  const hasScheme = BUNDLER_SCHEME.test(text);
  const name = text.replace(hasScheme ? BUNDLER_SCHEME : SERVED_ORIGIN, '');
  const folderEnd = hasScheme ? name.search(FOLDER_MODULE) : -1;
  const resource = hasScheme ? withoutLoaders(name) : name;
  const file = decodePath(folderEnd === -1 ? resource.replace(/\?.*$/s, '') : name.slice(0, folderEnd));
  const proxyStart = file.indexOf(NEXT_PROXY);
  const ofModule = proxyStart === -1 ? file : file.slice(0, proxyStart);
  const path = withoutFolders(hasScheme ? withoutLayers(ofModule) : ofModule);
  const isVirtual = text.length < given.length && !/^(?:virtual:|\.{0,2}\/)/.test(file);
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
