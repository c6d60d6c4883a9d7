import type { Event, ExceptionValue, Frame, Stacktrace } from '../../domain/event';
import { functionName, hasShortName, isMinifiedFrame, mainException, mainTrace } from '../stacktrace';
import { type NamedPatterns, alternation } from './generalizeText';
import type { SelectFrames } from './stackTraceRules';
import { isMapped } from '../../sourcemaps/resolve/rewriteFrames';

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
function withoutVersion(name: string): string {
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

/** Returns true if a line lacks the spaces that people write. */
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

/** Maximum length of a source line that is compared. */
export const MAX_SOURCE_LINE = 120;

/** The values of an event that an algorithm compares, without the parts that vary. */
export interface ComparedValues {
  /**
   * Returns the array to hash if no fingerprint takes precedence: the kind of the event, then the values that count.
   */
  components(): unknown[];
  typeOf(exception: ExceptionValue): string;
  /** Returns the text of an exception; it may not count. */
  textOf(exception: ExceptionValue): string;
  /** Returns the text of the log message; the empty text if there is none. */
  template(): string;
  /**
   * Returns the values of a frame: its place, its function and its source line, or as many as the algorithm compares.
   */
  partOf(frame: Frame): readonly string[];
}

/** The differences between the two versions of the algorithm: how they generalize texts. */
interface Simple1Or2 {
  /** Returns the name of a frame's function; null if it has none. */
  readonly functionName: (frame: Frame) => string | null;
  /** Replaces the variable parts of an exception's value by their kind. */
  readonly parameterizeValue: (text: string) => string;
  /** Replaces the variable parts of a message by their kind. */
  readonly parameterizeMessage: (text: string) => string;
}

/**
 * Computes the default components of an event: its stack, else its exception, else its message, else its platform. They
 * contain no line or column numbers, so that an unrelated change of a file does not split an issue.
 */
class Simple1And2Components implements ComparedValues {
  constructor(
    private readonly version: Simple1Or2,
    private readonly event: Event,
    private readonly selectFrames: SelectFrames,
  ) {}

  components(): unknown[] {
    const { event } = this;
    return this.#stack(event) ?? this.#exception(event) ?? this.#message(event) ?? ['none', event.platform];
  }

  typeOf({ type }: ExceptionValue): string {
    return type ?? '';
  }

  textOf({ value }: ExceptionValue): string {
    return this.version.parameterizeValue(value ?? '');
  }

  template(): string {
    const { logentry } = this.event;
    return this.version.parameterizeMessage(logentry?.message ?? logentry?.formatted ?? '');
  }

  partOf(frame: Frame): [string, string] {
    return [moduleOf(frame), this.#line(frame)];
  }

  #stack(event: Event): unknown[] | null {
    const { exceptions } = event;
    if (!exceptions.some((exception) => this.#hasFrames(exception))) {
      const frames = this.#trace(mainTrace(event));
      return frames.length === 0 ? null : ['stack', mainException(event)?.type ?? '', ...frames];
    }
    if (!this.#hasFrames(mainException(event))) return null;
    const stacks = exceptions
      .toReversed()
      .map(({ type, stacktrace }) => ['stack', type ?? '', ...this.#trace(stacktrace)]);
    const [only = []] = stacks;
    return stacks.length === 1 ? only : ['chain', ...stacks];
  }

  #hasFrames(exception: ExceptionValue | undefined): boolean {
    const trace = exception?.stacktrace ?? null;
    return trace !== null && this.selectFrames(trace).length > 0;
  }

  /** Returns a pair for each frame. Equal neighbors, which recursion produces, count once. */
  #trace(trace: Stacktrace | null): [string, string][] {
    const parts: [string, string][] = [];
    for (const frame of trace === null ? [] : this.selectFrames(trace)) {
      const part = this.partOf(frame);
      const last = parts.at(-1);
      if (last === undefined || last[0] !== part[0] || last[1] !== part[1]) parts.push(part);
    }
    return parts;
  }

  /** Returns the source line, which is more specific than the function name. Leaves out minified source and names. */
  #line(frame: Frame): string {
    const isMinified = isMinifiedFrame(frame);
    const line = isMinified ? '' : (frame.contextLine?.trim() ?? '');
    if (line !== '') return line.slice(0, MAX_SOURCE_LINE);
    return isMinified && hasShortName(frame) ? '' : (this.version.functionName(frame) ?? '');
  }

  #exception(event: Event): unknown[] | null {
    const exception = mainException(event);
    if (exception === undefined || (exception.type === null && exception.value === null)) return null;
    return ['exception', exception.type ?? '', this.version.parameterizeValue(exception.value ?? '')];
  }

  #message({ logentry }: Event): unknown[] | null {
    const template = logentry?.message ?? logentry?.formatted ?? null;
    return template === null ? null : ['message', this.version.parameterizeMessage(template)];
  }
}

/** Returns the module, or the base name of the file, without versions and hashes that a build adds. */
function moduleOf(frame: Frame): string {
  const file = frame.filename ?? frame.absPath ?? '';
  return withoutVersion(frame.module ?? baseName(file)).toLowerCase();
}

/** The variable parts of texts by kind. If several match, the first one is used. */
const VARIABLE_PATTERNS: NamedPatterns = [
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/],
  ['url', /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s"'<>()[\]]+/],
  ['email', /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/],
  ['hex', /\b(?:0x[0-9a-f]+|[0-9a-f]{40}|[0-9a-f]{32})\b/],
  ['date', /\b\d{4}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:z|[+-]\d\d:?\d\d))?)?\b/],
  ['time', /\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/],
  [
    'ip',
    /\b(?:\d{1,3}\.){3}\d{1,3}\b|(?<![\w:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])|(?<![\w:])(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}(?![\w:])/,
  ],
  ['duration', /\b\d+(?:\.\d+)? ?(?:ns|us|µs|ms|s|sec|secs|seconds?|minutes?|mins?|hours?|hrs?|h|days?|d)\b/],
  ['float', /\b\d+\.\d+\b/],
  ['int', /\b\d+\b/],
];

const QUOTED_PATTERN: NamedPatterns[number] = ['str', /"[^"]*"|'(?<![\w]')[^']*'(?!\w)|`[^`]*`/];

/**
 * Ids that `simple:1` does not replace: short hexadecimal ids, and numbers within words, as in `user_17` and `cart17`.
 */
const SHORT_IDS: NamedPatterns = [
  ['hex', /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/],
  ['int', /\d+/],
];

const SIMPLE_2_MESSAGE_PATTERN = alternation(withShortIds(VARIABLE_PATTERNS));
const SIMPLE_2_VALUE_PATTERN = alternation(withShortIds([QUOTED_PATTERN, ...VARIABLE_PATTERNS]));

/** Adds the short ids to the patterns of the first version. */
function withShortIds(patterns: NamedPatterns): NamedPatterns {
  const shortIds = new Map(SHORT_IDS);
  return patterns.map(
    ([name, { source }]) => [name, new RegExp([source, shortIds.get(name)?.source].filter(Boolean).join('|'))] as const,
  );
}

/**
 * Additions of engines to a function name: keywords and receivers before it, and the property by which it was called.
 */
const FUNCTION_DECORATION =
  /^(?:(?:async|new|get|set|bound|static) )+|^(?:Object|Module|Function|AsyncFunction|_?this|exports)\.(?=[\w$<])| \[as [^\]]{1,100}\]$/g;

/**
 * Returns one name for `async Object.pay [as charge]` and `pay`: engines, bundlers and calls name one function
 * differently.
 */
function undecoratedName(frame: Frame): string | null {
  const name = functionName(frame)?.replace(FUNCTION_DECORATION, '').replace(FUNCTION_DECORATION, '') ?? null;
  return name === '' || name === '<anonymous>' ? null : name;
}

/**
 * The second version also replaces short ids and ids within words, and ignores how a function was called. It splits
 * fewer issues.
 */
const SIMPLE_2: Simple1Or2 = {
  functionName: undecoratedName,
  parameterizeValue: (text) => parameterize(text, SIMPLE_2_VALUE_PATTERN),
  parameterizeMessage: (text) => parameterize(text, SIMPLE_2_MESSAGE_PATTERN),
};

const MESSAGE_PATTERN = alternation(VARIABLE_PATTERNS);
const VALUE_PATTERN = alternation([QUOTED_PATTERN, ...VARIABLE_PATTERNS]);

const MAX_PARAMETERIZED_LENGTH = 1024;

/** Replaces the variable parts of the first line of a message, as in `took <duration>`. */
export function parameterizeMessage(text: string): string {
  return parameterize(text, MESSAGE_PATTERN);
}

/** Replaces the variable parts of the first line of an exception's value; quoted text is variable too. */
export function parameterizeValue(text: string): string {
  return parameterize(text, VALUE_PATTERN);
}

/** Returns the first line of a text with each match replaced by the name of its group. */
function parameterize(text: string, variables: RegExp): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  const replaced = line.slice(0, 4 * MAX_PARAMETERIZED_LENGTH).replace(variables, (...match: unknown[]) => {
    const groups = match.at(-1) as Record<string, string | undefined>;
    for (const name in groups) {
      if (groups[name] !== undefined) return `<${name}>`;
    }
    return '';
  });
  return replaced.replace(/\s+/g, ' ').trim().slice(0, MAX_PARAMETERIZED_LENGTH);
}

/** These algorithms are never changed, because stored hashes depend on them. */
const SIMPLE_1: Simple1Or2 = { functionName, parameterizeValue, parameterizeMessage };

export function simple1(event: Event, selectFrames: SelectFrames): ComparedValues {
  return new Simple1And2Components(SIMPLE_1, event, selectFrames);
}

export function simple2(event: Event, selectFrames: SelectFrames): ComparedValues {
  return new Simple1And2Components(SIMPLE_2, event, selectFrames);
}
