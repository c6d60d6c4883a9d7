import { createHash } from 'node:crypto';
import type { Event, EventSummary, ExceptionValue, Frame, Grouping, Stacktrace } from '../../domain/event';
import { appFrames, functionName, hasShortName, isMinifiedFrame, mainException, mainTrace } from '../stacktrace';
import { fillVariables, fingerprintVariables } from './fingerprintRules';
import type { SelectFrames } from './stackTraceRules';

/** How an event is to be grouped. */
export interface GroupingOptions {
  /** The name of the algorithm; an unknown one reads as `simple:1`. */
  readonly config: string;
  readonly selectFrames?: SelectFrames;
  /** The parts of a fingerprint that take the place of the client's. */
  readonly fingerprint?: readonly string[] | undefined;
}

/**
 * Which issue an event belongs to. A fingerprint of the project's rules or the client's own comes before the default key, and may
 * contain it (reference/ingest.md §2.4 A).
 */
export function groupEvent(
  event: Event,
  summary: EventSummary,
  { config, selectFrames: framesOf = appFrames, fingerprint: given }: GroupingOptions,
): Grouping {
  const base = simpleComponents(event, ALGORITHMS.get(config) ?? SIMPLE_1, framesOf);
  const parts = given ?? event.fingerprint ?? [];
  if (parts.length === 0 || (parts.length === 1 && DEFAULT_VARIABLE.test(parts[0] ?? '')))
    return { hash: hashOf(base), components: base };
  const values = fingerprintVariables(event, summary, hashOf(base));
  const components = ['fingerprint', ...parts.map((part) => fillVariables(part, values))];
  return { hash: hashOf(components), components };
}

const DEFAULT_VARIABLE = /^\s*\{\{\s*default\s*\}\}\s*$/;

function hashOf(components: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(components)).digest('hex').slice(0, 32);
}

const MAX_SOURCE_LINE = 120;

/** Where versions of the algorithm differ: in what they take of texts. */
export interface SimpleVersion {
  /** The name of a frame's function; null if it says nothing. */
  readonly functionName: (frame: Frame) => string | null;
  /** Names what varies in the value of an exception. */
  readonly value: (text: string) => string;
  /** Names what varies in a message. */
  readonly message: (text: string) => string;
}

/** The first version: texts as reference/ingest.md §2.4 A has them. */
export const SIMPLE_1: SimpleVersion = { functionName, value: parameterizeValue, message: parameterizeMessage };

/**
 * The default key of an event: its stack, else its exception, else its message, else its platform.
 * Line and column numbers have no part in it, so that an unrelated change of a file leaves its issues alone
 * (reference/ingest.md §2.4 A).
 */
export function simpleComponents(event: Event, rules: SimpleVersion, framesOf: SelectFrames): unknown[] {
  return new DefaultKey(rules, framesOf).componentsOf(event);
}

class DefaultKey {
  constructor(
    private readonly rules: SimpleVersion,
    private readonly framesOf: SelectFrames,
  ) {}

  componentsOf(event: Event): unknown[] {
    return this.#stack(event) ?? this.#exception(event) ?? this.#message(event) ?? ['none', event.platform];
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
    return trace !== null && this.framesOf(trace).length > 0;
  }

  /** One pair per frame; of equal neighbours, which recursion makes, the first. */
  #trace(trace: Stacktrace | null): [string, string][] {
    const parts: [string, string][] = [];
    for (const frame of trace === null ? [] : this.framesOf(trace)) {
      const part: [string, string] = [moduleOf(frame), this.#line(frame)];
      const last = parts.at(-1);
      if (last === undefined || last[0] !== part[0] || last[1] !== part[1]) parts.push(part);
    }
    return parts;
  }

  /** The source line, which says more than the function; minified, neither may say anything. */
  #line(frame: Frame): string {
    const isMinified = isMinifiedFrame(frame);
    const line = isMinified ? '' : (frame.contextLine?.trim() ?? '');
    if (line !== '') return line.slice(0, MAX_SOURCE_LINE);
    return isMinified && hasShortName(frame) ? '' : (this.rules.functionName(frame) ?? '');
  }

  #exception(event: Event): unknown[] | null {
    const exception = mainException(event);
    if (exception === undefined || (exception.type === null && exception.value === null)) return null;
    return ['exception', exception.type ?? '', this.rules.value(exception.value ?? '')];
  }

  #message({ logentry }: Event): unknown[] | null {
    const template = logentry?.message ?? logentry?.formatted ?? null;
    return template === null ? null : ['message', this.rules.message(template)];
  }
}

/** The module or the base name of the file, without what a build puts into it. */
function moduleOf(frame: Frame): string {
  const file = frame.filename ?? frame.absPath ?? '';
  return withoutVersion(frame.module ?? baseName(file)).toLowerCase();
}

function baseName(file: string): string {
  const [path = ''] = file.split(/[?#]/, 1);
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Versions as in `jquery-3.6.0.min.js` and `@v2`, and what may be a content hash, as in `main.3f2a9c1b.js`. */
const VERSION = /[.\-_@](?:v\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?:-(?:alpha|beta|rc)[.\d]*)?(?=[.\-_/]|$)/gi;
const HASH_CANDIDATE = /[.\-_@]([0-9a-z]{7,64})(?=[.\-_/]|$)/gi;

function withoutVersion(name: string): string {
  const plain = /\d/.test(name) ? name.replace(VERSION, '') : name;
  return plain.replace(HASH_CANDIDATE, (text: string, segment: string) => (isHash(segment) ? '' : text));
}

/** Hexadecimal digits, or eight to ten characters of the alphabets that bundlers use, where a word would look otherwise. */
function isHash(segment: string): boolean {
  if (/^(?=.*\d)[0-9a-f]+$/i.test(segment) || /^[A-Z2-7]{8}$/.test(segment)) return true;
  if (segment.length < 8 || segment.length > 10) return false;
  return /[a-z]\d|\d[a-z]/i.test(segment) || /[a-z][A-Z].*[a-z][A-Z]/.test(segment);
}

/** What varies between two messages of the same kind, by what it stands for; the order decides where several match. */
export type VariablePatterns = readonly (readonly [string, RegExp])[];

export const VARIABLE_PATTERNS: VariablePatterns = [
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

export const QUOTED_PATTERN: VariablePatterns[number] = ['str', /"[^"]*"|'(?<![\w]')[^']*'(?!\w)|`[^`]*`/];

/** Ids that `simple:1` leaves in texts: short hexadecimal ones, and numbers that are part of a word, as in `user_17` and `cart17`. */
const SHORT_IDS: VariablePatterns = [
  ['hex', /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/],
  ['int', /\d+/],
];

const SIMPLE_2_MESSAGE_PATTERN = alternation(mergeVariables(VARIABLE_PATTERNS));
const SIMPLE_2_VALUE_PATTERN = alternation(mergeVariables([QUOTED_PATTERN, ...VARIABLE_PATTERNS]));

/** The kinds of the first version, then the further ones, as one pattern for each name. */
function mergeVariables(kinds: VariablePatterns): VariablePatterns {
  const further = new Map(SHORT_IDS);
  return kinds.map(
    ([name, { source }]) => [name, new RegExp([source, further.get(name)?.source].filter(Boolean).join('|'))] as const,
  );
}

/** What engines write before a name, and the name of the property behind it: neither belongs to the function. */
const FUNCTION_DECORATION =
  /^(?:(?:async|new|get|set|bound|static) )+|^(?:Object|Module|Function|AsyncFunction|_?this|exports)\.(?=[\w$<])| \[as [^\]]{1,100}\]$/g;

/** The same function is called `async Object.pay [as charge]` by one engine, bundler or call and `pay` by another. */
function undecoratedName(frame: Frame): string | null {
  const name = functionName(frame)?.replace(FUNCTION_DECORATION, '').replace(FUNCTION_DECORATION, '') ?? null;
  return name === '' || name === '<anonymous>' ? null : name;
}

/**
 * The second version: ids that are short or part of a word vary too, and a function has one name however it was called, so that
 * fewer issues stand for the same fault.
 */
export const SIMPLE_2: SimpleVersion = {
  functionName: undecoratedName,
  value: (text) => parameterize(text, SIMPLE_2_VALUE_PATTERN),
  message: (text) => parameterize(text, SIMPLE_2_MESSAGE_PATTERN),
};

const MESSAGE_PATTERN = alternation(VARIABLE_PATTERNS);
const VALUE_PATTERN = alternation([QUOTED_PATTERN, ...VARIABLE_PATTERNS]);

/** One pattern for all of them, with a group for each. */
export function alternation(kinds: VariablePatterns): RegExp {
  return new RegExp(kinds.map(([name, { source }]) => `(?<${name}>${source})`).join('|'), 'gi');
}

const MAX_PARAMETERIZED_LENGTH = 1024;

/** The first line of a log message with its variable parts named (reference/ingest.md §2.4). */
export function parameterizeMessage(text: string): string {
  return parameterize(text, MESSAGE_PATTERN);
}

/** The same of an exception's value, where quoted text varies too. */
export function parameterizeValue(text: string): string {
  return parameterize(text, VALUE_PATTERN);
}

/** The first line of a text, with what the pattern finds in it named. */
export function parameterize(text: string, variables: RegExp): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  const general = line.slice(0, 4 * MAX_PARAMETERIZED_LENGTH).replace(variables, (...match: unknown[]) => {
    const groups = match.at(-1) as Record<string, string | undefined>;
    for (const name in groups) {
      if (groups[name] !== undefined) return `<${name}>`;
    }
    return '';
  });
  return general.replace(/\s+/g, ' ').trim().slice(0, MAX_PARAMETERIZED_LENGTH);
}

/** By the value of the project's setting `groupingConfig`. An algorithm never changes once events were grouped by it. */
const ALGORITHMS: ReadonlyMap<string, SimpleVersion> = new Map([
  ['simple:1', SIMPLE_1],
  ['simple:2', SIMPLE_2],
]);

/** The values that the settings `groupingConfig` and `secondaryGroupingConfig` can have, oldest first. */
export const GROUPING_CONFIGS: readonly string[] = [...ALGORITHMS.keys()];
