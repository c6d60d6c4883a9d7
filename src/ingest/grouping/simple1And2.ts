import type { Event, ExceptionValue, Frame, Stacktrace } from '../../domain/event';
import { functionName, hasShortName, isMinifiedFrame, mainException, mainTrace } from '../stacktrace';
import { baseName, withoutVersion } from './builtFiles';
import { alternation, type NamedPatterns } from './generalizeText';
import type { SelectFrames } from './stackTraceRules';

const MAX_SOURCE_LINE = 120;

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
