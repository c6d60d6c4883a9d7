import type { Frame } from '../../domain/event';
import { baseName, withoutVersion } from './simple1And2';
import { isMinifiedFrame } from '../stacktrace';

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
function isMapped(data: Frame['data']): boolean {
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

/** Returns true if a name is as short as minified names, or consists of hexadecimal digits after `_0x`. */
export function isChosenByMinifier(name: string, maxLength: number): boolean {
  if (name.length <= maxLength || (name.length === maxLength + 1 && name.startsWith('#'))) return true;
  return /^#?_0x[0-9a-f]+$/i.test(name);
}

/**
 * Returns true if a source map has resolved a frame without its source text: the name may come from the minified file.
 */
export function isMappedWithoutText({ data, contextLine }: Frame): boolean {
  return contextLine === null && isMapped(data);
}

/** Maximum column of lines that people write. */
const MAX_COLUMN = 300;

/**
 * Returns true if a frame shows that its file is minified: by its line or, if the line is unknown, by a hash in the
 * name of the file or a large column.
 */
export function isInMinifiedFile(frame: Frame): boolean {
  const { contextLine, filename, colno, data } = frame;
  if (isMapped(data)) return false;
  if (isMinifiedFrame(frame)) return true;
  if (contextLine !== null) return isMinifiedLine(contextLine);
  if (SOURCE.test(filename ?? '')) return false;
  return hasHash(frame) || (colno !== null && colno > MAX_COLUMN);
}

/**
 * Statements that follow one another without a space. Lines that people write contain at most two, as in
 * `for (;i<n;i++)`.
 */
const JOINED = /[;)}](?=[a-z_$])|\{(?=(?:async|const|for|if|let|return|switch|this|throw|try|var)\b)/gi;
const MIN_JOINED = 3;

/** Minimum length of lines that are tested: files that are minified to lines of limited length fill them. */
const MIN_LINE_LENGTH = 80;

/** Returns true if a line, which is not long, lacks the spaces that people write. */
function isMinifiedLine(line: string): boolean {
  return line.length >= MIN_LINE_LENGTH && (line.match(JOINED)?.length ?? 0) >= MIN_JOINED;
}

/** A name that a minifier may have chosen, in a message of an engine about a variable or a class of the program. */
const SHORT_NAME =
  /(?<![\w$.#])[a-z_$][\w$]{0,2}(?=\(\.\.\.\)| is (?!not defined))|(?<=^Class constructor |#<)[a-z_$][\w$]{0,2}(?=[ >])|(?<=['"])[a-z_$][\w$]{0,2}(?=['"] (?:before|is|as) )/gi;

/** Removes names that a minifier may have chosen. Global variables keep their names: `x is not defined`. */
export function withoutShortNames(text: string): string {
  return text.slice(0, MAX_ENGINE_TEXT).replace(SHORT_NAME, '_');
}

const MAX_ENGINE_TEXT = 1024;
