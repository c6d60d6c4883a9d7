import type { Frame } from '../../domain/event';
import { isMapped } from '../../sourcemaps/resolve/rewriteFrames';
import { isMinifiedFrame } from '../stacktrace';

/*
 * Names of files, functions and lines without the parts that builds add: versions, hashes, numbers and short names. The
 * functions never change, because stored hashes depend on them.
 */

/** Returns the last part of a path or of a URL. */
export function baseName(file: string): string {
  const [path = ''] = file.split(/[?#]/, 1);
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Versions, as in `jquery-3.6.0.min.js` and `@v2`. */
const VERSION = /[.\-_@](?:v\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?:-(?:alpha|beta|rc)[.\d]*)?(?=[.\-_/]|$)/gi;
/** Possible content hashes, as in `main.3f2a9c1b.js`. */
const HASH_CANDIDATE = /[.\-_@]([0-9a-z]{7,64})(?=[.\-_/]|$)/gi;

/** Returns the name of a file without versions and hashes. */
export function withoutVersion(name: string): string {
  const plain = /\d/.test(name) ? name.replace(VERSION, '') : name;
  return plain.replace(HASH_CANDIDATE, (text: string, segment: string) => (isHash(segment) ? '' : text));
}

/**
 * Returns true if a segment consists of hexadecimal digits, or of 8 to 10 characters in the alphabets of bundlers that
 * do not look like a word.
 */
function isHash(segment: string): boolean {
  if (/^(?=.*\d)[0-9a-f]+$/i.test(segment) || /^[A-Z2-7]{8}$/.test(segment)) return true;
  if (segment.length < 8 || segment.length > 10) return false;
  return /[a-z]\d|\d[a-z]/i.test(segment) || /[a-z][A-Z].*[a-z][A-Z]/.test(segment);
}

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

/** Names whose end may be a number or a `$` that a bundler appended: see `withoutSuffix`. */
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
export function hasHash(frame: Frame): boolean {
  const name = isMapped(frame) ? '' : baseName(frame.filename ?? '');
  return /\.[cm]?js$/i.test(name) && (BUILD_HASH.test(name) || /[-.][0-9a-f]{16,64}(?=\.)/i.test(name));
}

/** Files that bundlers read, not write. */
export const SOURCE = /^webpack|\.(?:tsx?|jsx|vue|svelte)$/i;
const SCRIPT = /\.(?:[cm]?[jt]sx?|wasm|vue|svelte)$/i;

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
export function isMappedWithoutText(frame: Frame): boolean {
  return frame.contextLine === null && isMapped(frame);
}

/** Maximum column of lines that people write. */
const MAX_COLUMN = 300;

/**
 * Returns true if a frame shows that its file is minified: by its line or, if the line is unknown, by a hash in the
 * name of the file or a large column.
 */
export function isInMinifiedFile(frame: Frame): boolean {
  const { contextLine, filename, colno } = frame;
  if (isMapped(frame)) return false;
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
