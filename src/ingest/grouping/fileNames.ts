import type { Frame } from '../../domain/event';
import { baseName, withoutVersion } from './simple1And2';

/**
 * Returns the name of a file without hashes and numbers that a build adds. Pages, blobs and compiled templates have no
 * name.
 */
export function fileName(frame: Frame): string {
  const file = frame.filename ?? frame.absPath ?? '';
  const name = baseName(file);
  if (/^[0-9a-f]{32,40}\./i.test(name)) return name.slice(name.indexOf('.'));
  const isUrl = /^[a-z][a-z0-9+.-]{1,30}:\/\//i.test(file);
  if (file.startsWith('blob:') || (isUrl && !SCRIPT.test(name))) return '';
  if (!SCRIPT.test(name)) return name;
  const plain = withoutVersion(name.replace(BUILD_HASH, ''));
  // Pages of frameworks are named by their folder.
  const isPage = /^(?:\[|%5b|index\.|page\.|route\.|layout\.)/i.test(name);
  const folder = isPage ? (/(?<![^/\\])([^/\\]+)[/\\][^/\\]+$/.exec(file.split(/[?#]/, 1)[0] ?? '')?.[1] ?? '') : '';
  return `${folder}/${plain}`;
}

/**
 * Returns the name of a JavaScript file without the extension, which compilers change. Clients derive the module from
 * the path in different ways; the file is therefore used, whether the client or a source map names it.
 */
export function scriptName(frame: Frame): string {
  if ((frame.filename ?? frame.absPath) === null) return frame.module ?? '';
  return fileName(frame).replace(SCRIPT, '').replace(/\d+/g, '');
}

export const NUMBERED = /[\d$]$/;

/**
 * Returns the text without the numbers that bundlers append to distinguish names of different modules: `rate2` and
 * `rate$1`.
 */
export function withoutSuffix(text: string): string {
  return text.replace(/(?<=[a-z_$])\d+(?![\w$])/gi, '').replace(/(?<=\w)\$(?![\w$])/g, '');
}

/** Names of files with the shared code of a program; their content changes from build to build. */
export const COMMON_FILE =
  /^[^/]*\/(?:app|bundle|chunk|common|commons|framework|index|main|runtime|shared|vendor|vendors)?[-._]*(?:bundle|chunk|min)?$/;

/** Hashes that bundlers add to names of files. */
const BUILD_HASH = /[-.](?=[a-z_-]{0,7}[\dA-Z])[\w-]{8}(?=\.[cm]?js$)/;

/** Returns true if the name of a file has a hash of its content, as bundlers write it. */
export function hasHash({ filename, data }: Frame): boolean {
  const name = isMapped(data) ? '' : baseName(filename ?? '');
  return /\.[cm]?js$/i.test(name) && (BUILD_HASH.test(name) || /[-.][0-9a-f]{16,64}(?=\.)/i.test(name));
}

/** Files that bundlers read, not write. */
export const SOURCE = /^webpack|\.(?:tsx?|jsx|vue|svelte)$/i;
const SCRIPT = /\.(?:[cm]?[jt]sx?|wasm|vue|svelte)$/i;

/** Returns true if a source map has resolved a frame. */
export function isMapped(data: Frame['data']): boolean {
  return data !== null && 'sourcemap' in data;
}

/** Modules and class in the name of a method, as Ruby 3.4 writes it: `block in Admin::Orders#show`. */
const RUBY_CLASS = /(?:^|\s)([A-Z]\w*(?:::[A-Z]\w*)*)[#.]/;

/**
 * Returns the path of a Ruby file below the folder whose subfolders are modules: `admin/orders.rb` for
 * `app/models/admin/orders.rb` and for `lib/admin/orders.rb`. For other files, returns the name, with the modules of
 * the class that is named like the file if they are known.
 */
export function rubyFile(frame: Frame): string {
  const folders = (frame.filename ?? frame.absPath ?? '').replaceAll('\\', '/').split('/');
  const name = (folders.pop() ?? '').replaceAll('_', '');
  const root = folders.findLastIndex((folder, at) => folder === 'lib' || folders[at - 1] === 'app');
  const modules = root < 0 ? [] : folders.slice(root + 1).filter((folder, at) => at > 0 || folder !== 'concerns');
  const file = [...modules.map((folder) => folder.replaceAll('_', '')), name].join('/').toLowerCase();
  const className = frame.module ?? RUBY_CLASS.exec(frame.function ?? '')?.[1] ?? '';
  const classFile = `${className.replaceAll('::', '/').replaceAll('_', '').toLowerCase()}.rb`;
  return classFile.endsWith(`/${file}`) ? classFile : file;
}
