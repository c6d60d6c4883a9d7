import {
  type Event,
  type ExceptionValue,
  type Frame,
  isJavaScript,
  isObject,
  type Stacktrace,
} from '../../domain/event';
import { readText } from '../normalize/values';
import { mainException, mainTrace, type ShownFrames } from '../stacktrace';
import {
  COMMON_FILE,
  type ComparedValues,
  MAX_SOURCE_LINE,
  NUMBERED,
  SOURCE,
  baseName,
  fileName,
  hasHash,
  isChosenByMinifier,
  isInMinifiedFile,
  isMappedWithoutText,
  rubyFile,
  scriptName,
  withoutShortNames,
  withoutSuffix,
} from './simple1And2';
import { generalizeText, generalizeText4 } from './generalizeText';
import type { SelectFrames } from './stackTraceRules';

/** The differences between the two versions of the algorithm. */
interface Simple3Or4 {
  readonly generalizeText: typeof generalizeText;
  /** True if the domain and the code of an NSError are used instead of its text, which is in the user's language. */
  readonly knowsNsErrors: boolean;
  /**
   * True if an exception without frames of the application is grouped by its type alone, provided that another
   * exception says where the error happened.
   */
  readonly leavesOutLibraries: boolean;
  /** Returns the file of a Ruby frame. */
  readonly rubyFile: (frame: Frame) => string;
  /** Returns the place of a frame that has neither a module nor a file. */
  readonly unknownPlace: (frame: Frame) => string;
}

const SIMPLE_3: Simple3Or4 = {
  generalizeText,
  knowsNsErrors: false,
  leavesOutLibraries: false,
  rubyFile: fileName,
  unknownPlace: () => '',
};

const SIMPLE_4: Simple3Or4 = {
  generalizeText: generalizeText4,
  knowsNsErrors: true,
  leavesOutLibraries: true,
  rubyFile: (frame) => (frame.inApp ? rubyFile(frame) : fileName(frame)),
  // Without symbols, only the library or program is known.
  unknownPlace: (frame) => (frame.function === null ? baseName(frame.package ?? '') : ''),
};

/**
 * Returns the values that `simple:3` compares (openapi/DECISIONS.md, "Grouping"). The algorithms never change,
 * because stored hashes depend on them; a change is a new version.
 */
export function simple3(event: Event, selectFrames: SelectFrames, shownFrames: ShownFrames): ComparedValues {
  return new Simple3And4Components(SIMPLE_3, event, selectFrames, shownFrames);
}

export function simple4(event: Event, selectFrames: SelectFrames, shownFrames: ShownFrames): ComparedValues {
  return new Simple3And4Components(SIMPLE_4, event, selectFrames, shownFrames);
}

/** A module or file, a function and a source line. */
type FramePart = readonly [place: string, name: string, line: string];

/** Errors of endless recursion. Their traces differ in the frame at which the runtime stopped it. */
const RECURSION =
  /^(?:RecursionError|StackOverflowError|java\.lang\.StackOverflowError|SystemStackError|InternalError)$/;

/** Go errors without a type of their own: only their text describes them. */
const ANONYMOUS_ERROR = /^\*(?:errors|fmt|errgroup|multierror|xerrors)\.\w+$/;

/** Messages of Chrome, Firefox and Safari about a failed request. */
const FETCH_ERROR = /^(?:Failed to fetch|NetworkError when attempting to fetch|Load failed)/;

/**
 * Rust's own messages about a panic. Two panics of one function differ in nothing else, because frames have no source
 * lines.
 */
const PANIC =
  /^(?:called `\w+::\w+\(\)`|index out of bounds|attempt to [a-z ]+|assertion|already (?:mutably )?borrowed|not (?:yet )?implemented|internal error|range (?:start|end) index|byte index)/;

/** Names of functions that throw the errors of their callers. */
const HELPER =
  /(?:^|[.:])(?:assert|check|ensure|expect|fail|guard|invariant|must|panic|raise|require|throw|unwrap|validate)/i;

/** Computes the default components of an event: its exceptions with their places, else its message or its platform. */
class Simple3And4Components implements ComparedValues {
  /** File → true if it is minified, for files that were tested. */
  readonly #minifiedFiles = new Map<string | null, boolean>();
  /** File → true if its name has a hash. */
  readonly #hashedFiles = new Map<string | null, boolean>();
  readonly #traces: readonly (Stacktrace | null)[];
  readonly #hasAppFrames: boolean;
  /** The text of the log message without values, if the client sends it. */
  readonly #template: string | null;

  constructor(
    private readonly version: Simple3Or4,
    private readonly event: Event,
    private readonly selectFrames: SelectFrames,
    private readonly shownFrames: ShownFrames,
  ) {
    this.#traces = [...event.exceptions.map(({ stacktrace }) => stacktrace), mainTrace(event)];
    this.#hasAppFrames = this.#traces.some(hasAppFrame);
    this.#template = event.logentry?.message ?? event.logentry?.formatted ?? null;
  }

  components(): unknown[] {
    return this.#exceptions() ?? this.#message() ?? ['none', this.event.platform];
  }

  typeOf({ type }: ExceptionValue): string {
    return this.#typeName(type);
  }

  textOf(exception: ExceptionValue): string {
    const [text] = this.#textOf(exception);
    if (text !== undefined || exception.value === null) return text ?? '';
    return this.#generalizeValue(exception.type, exception.value);
  }

  template(): string {
    return this.version.generalizeText(this.#template ?? '');
  }

  partOf(frame: Frame): FramePart {
    return this.#partOf(frame);
  }

  /**
   * Returns the types of the main exception and its causes, and the places where they were thrown; null if the event
   * has neither a type nor a trace.
   */
  #exceptions(): unknown[] | null {
    const { exceptions } = this.event;
    const main = mainException(this.event);
    if (main === undefined) return null;
    // The last one of `#traces` is the main trace.
    const exceptionTraces = this.#traces.slice(0, -1);
    const isTraced = exceptionTraces.some((trace) => trace !== null);
    const traces = isTraced ? exceptionTraces : this.#traces.slice(-1);
    if (main.type === null && main.value === null && !isTraced && traces[0] === null) return null;
    const frames = this.#framesOfTraces(traces, main).reverse();
    const types = exceptions.map(({ type }) => this.#typeName(type)).reverse();
    const texts = this.#textsOf(frames);
    return [frames.length === 0 ? 'exception' : 'stack', distinct(types), distinct(texts), ...distinct(frames)];
  }

  /** Returns the places where the exceptions were thrown. */
  #framesOfTraces(traces: readonly (Stacktrace | null)[], main: ExceptionValue): FramePart[] {
    const { exceptions } = this.event;
    const all = traces.map((trace, at) => ({
      parts: this.#framesOf(trace, exceptions[at] ?? main),
      isOfApp: hasAppFrame(trace),
    }));
    // Libraries rename functions from version to version.
    const isPlaceKnown = all.some(({ parts, isOfApp }) => isOfApp && parts.some((part) => this.#isSpecific(part)));
    const counted = this.version.leavesOutLibraries && isPlaceKnown ? all.filter(({ isOfApp }) => isOfApp) : all;
    return counted.flatMap(({ parts }) => parts);
  }

  /**
   * Returns the generalized texts of the errors; the main error's text only if the stack alone does not distinguish
   * errors.
   */
  #textsOf(frames: readonly FramePart[]): string[] {
    const { exceptions, logentry } = this.event;
    const template = this.#template;
    const texts = exceptions.toReversed().flatMap((exception) => this.#textOf(exception));
    if (template !== null && hasParams(logentry)) texts.push(this.version.generalizeText(template));
    const isSpecific = this.#hasAppFrames && frames.some((part) => this.#isSpecific(part));
    const { type = null, value = null, mechanism = null } = mainException(this.event) ?? {};
    const isNsError = this.version.knowsNsErrors && nsErrorOf(mechanism) !== null;
    if (!isSpecific && !isNsError && value !== null) texts.push(this.#generalizeValue(type, value));
    return texts;
  }

  #generalizeValue(type: string | null, value: string): string {
    return this.#generalize(value, /^(?:Type|Reference)Error$/.test(type ?? ''));
  }

  #textOf({ type, value, mechanism }: ExceptionValue): string[] {
    const nsError = this.version.knowsNsErrors ? nsErrorOf(mechanism) : null;
    if (nsError !== null) return [nsError];
    if (value === null) return [];
    if (isMessage({ type, mechanism }) || ANONYMOUS_ERROR.test(type ?? '')) return [this.#generalize(value)];
    return type === 'panic' ? [PANIC.exec(value)?.[0] ?? ''] : [];
  }

  /**
   * Returns true if a frame shows where an error was thrown. In a minified file, the name of a method alone is not
   * enough.
   */
  #isSpecific([place, name, line]: FramePart): boolean {
    return line !== '' || (name !== '' && (place !== '' || !isJavaScript(this.event.platform)));
  }

  /**
   * Replaces the variable parts of a text.
   * @param isOfEngine true if the engine wrote the text: it contains names of the program
   */
  #generalize(text: string, isOfEngine = false): string {
    if (!isJavaScript(this.event.platform)) return this.version.generalizeText(text);
    const withoutReceivers = text.replace(/(?<![\w.])[a-z_$]{1,2}\.(?=[a-z_$])/gi, '');
    return this.version.generalizeText(isOfEngine ? withoutShortNames(withoutReceivers) : withoutReceivers, isOfEngine);
  }

  /** Returns the template of a log message, and the place in the application from which it was logged. */
  #message(): unknown[] | null {
    const template = this.#template;
    const trace = mainTrace(this.event);
    const frames = this.#selectFrames(trace);
    const place = frames.findLast((frame) => frame.inApp && this.#nameOf(frame) !== '');
    const parts = place === undefined ? this.#withoutRepetition(frames) : [this.#partOf(place)];
    if (template === null && parts.length === 0) return null;
    return ['message', this.version.generalizeText(template ?? ''), ...parts];
  }

  /** Returns the type unless a minifier chose its name: minifiers also rename JavaScript classes. */
  #typeName(type: string | null): string {
    if (type === null || !isJavaScript(this.event.platform) || !isChosenByMinifier(type, 3)) return type ?? '';
    const isMinified = this.#traces.some((trace) => trace?.frames.some((frame) => this.#isMinified(frame)));
    return isChosenByMinifier(type, isMinified ? 3 : 2) ? '' : type;
  }

  /**
   * Returns the place where an exception was thrown: the newest frame of the application, with its callers if a library
   * threw it.
   */
  #framesOf(trace: Stacktrace | null, exception: ExceptionValue): FramePart[] {
    if (trace === null) return [];
    const { type, value } = exception;
    if (RECURSION.test(type ?? '') || value?.startsWith('Maximum call stack') === true)
      return this.#recursiveFrames(trace);
    const frames = [...this.#selectFrames(trace)];
    // Firefox shows the constructor of the error.
    while (frames.length > 1 && type === this.#nameOf(frames.at(-1))) frames.pop();
    // Clients call `fetch` through a function of their own.
    while (frames.length > 1 && FETCH_ERROR.test(value ?? '') && this.#nameOf(frames.at(-1)) === 'apply') frames.pop();
    const last = trace.frames.at(-1);
    const newest = last?.inApp === true ? last : this.shownFrames.remainingFrames(trace).at(-1);
    const isBuiltIn = this.#isBuiltIn(frames.at(-1), frames.at(-2));
    if (isBuiltIn) frames.pop();
    const isThrownByApp = newest?.inApp === true && !isBuiltIn && !this.#isFromExtension(exception, trace);
    const isKnownPlace = isThrownByApp || isMessage(exception);
    const crash = isKnownPlace ? frames.findLast((frame) => frame.inApp && this.#nameOf(frame) !== '') : undefined;
    if (crash !== undefined && !this.#isHelper(crash)) return [this.#partOf(crash)];
    return last?.inApp === true || this.#hasAppFrames ? this.#newestParts(frames, 2) : this.#withoutRepetition(frames);
  }

  /** Returns the parts of the newest frames. Equal neighbors count once. */
  #newestParts(frames: readonly Frame[], count: number): FramePart[] {
    const parts: FramePart[] = [];
    for (const frame of frames.toReversed()) {
      const part = this.#partOf(frame);
      if (isSame(part, parts[0])) continue;
      if (parts.length === count) break;
      parts.unshift(part);
    }
    return parts;
  }

  #withoutRepetition(frames: readonly Frame[]): FramePart[] {
    const parts: FramePart[] = [];
    for (const frame of frames) {
      parts.push(this.#partOf(frame));
      dropRepetition(parts);
    }
    return parts;
  }

  /** Returns the frames that occur more than once, sorted by name; all frames if none does. */
  #recursiveFrames(trace: Stacktrace): FramePart[] {
    const counts = new Map<string, number>();
    for (const frame of this.#selectFrames(trace)) {
      const key = JSON.stringify(this.#partOf(frame));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const repeated = [...counts.keys()].filter((key) => (counts.get(key) ?? 0) > 1).sort();
    return repeated.length === 0
      ? this.#withoutRepetition(this.#selectFrames(trace))
      : repeated.map((key) => JSON.parse(key) as FramePart);
  }

  #selectFrames(trace: Stacktrace | null): readonly Frame[] {
    const selected = trace === null ? [] : this.selectFrames(trace);
    const visible = selected.filter((frame) => !isComprehension(frame));
    return visible.length === 0 ? selected : visible;
  }

  #partOf(frame: Frame): FramePart {
    const name = this.#nameOf(frame);
    return [this.#placeOf(frame, name), name, this.#lineOf(frame)];
  }

  /**
   * Returns the module, or the base name of the file without versions and hashes that a build adds. A file written by a
   * bundler is used only if nothing else is known, because builds divide a program into files in different ways.
   */
  #placeOf(frame: Frame, name: string): string {
    const platform = this.#platformOf(frame);
    if (isJavaScript(platform)) {
      const script = scriptName(frame).toLowerCase();
      if (!this.#isMinified(frame) && !this.#hasHash(frame)) return script;
      return name !== '' || COMMON_FILE.test(script) ? '' : script;
    }
    // Since version 3.4, Ruby sends the modules of frames.
    const { module, function: label } = this.shownFrames.labelOf(frame);
    // Signatures of .NET name the class, and programs without debug symbols have no files.
    if (platform === 'csharp' && module === null && label?.includes('(') === true) return '';
    const place = platform === 'ruby' ? this.version.rubyFile(frame) : (module ?? fileName(frame));
    return (place || this.version.unknownPlace(frame)).toLowerCase();
  }

  /** Returns the name of the function, unless a minifier chose it. */
  #nameOf(frame: Frame | undefined): string {
    if (frame === undefined) return '';
    const name = this.shownFrames.labelOf(frame).function ?? '';
    if (!this.#isJavaScript(frame)) return name;
    if (!isChosenByMinifier(name, 3)) return NUMBERED.test(name) && this.#hasHash(frame) ? withoutSuffix(name) : name;
    const mayBeMinified = this.#isMinified(frame) || isMappedWithoutText(frame);
    // With a source line, such a short name adds nothing, and it may come from the minified file.
    const isOfSource = frame.contextLine === null && SOURCE.test(frame.filename ?? '');
    return isChosenByMinifier(name, mayBeMinified ? 3 : isOfSource ? 0 : 2) ? '' : name;
  }

  /** Returns the source line of a frame of the application. Lines of libraries change with their version. */
  #lineOf(frame: Frame): string {
    if (!frame.inApp || this.#isMinified(frame)) return '';
    const line = frame.contextLine?.trim().replace(/\s+/g, ' ').slice(0, MAX_SOURCE_LINE) ?? '';
    return line !== '' && this.#isJavaScript(frame) && this.#hasHash(frame) ? withoutSuffix(line) : line;
  }

  #hasHash(frame: Frame): boolean {
    const { filename } = frame;
    const cached = this.#hashedFiles.get(filename);
    if (cached !== undefined) return cached;
    const isHashed = hasHash(frame);
    this.#hashedFiles.set(filename, isHashed);
    return isHashed;
  }

  /** Returns true if a Python package written in C threw the exception: it has no frame. */
  #isFromExtension({ module }: ExceptionValue, trace: Stacktrace): boolean {
    if (this.event.platform !== 'python' || module === null || module === 'builtins') return false;
    const [top] = module.split('.', 1);
    return trace.frames.every((frame) => !frame.inApp || frame.module?.split('.', 1)[0] !== top);
  }

  /** Returns true if a Ruby or PHP frame is a function of the language: it is shown at the place of its call. */
  #isBuiltIn(frame: Frame | undefined, caller: Frame | undefined): boolean {
    if (frame === undefined || caller === undefined || !/^(?:ruby|php)$/.test(this.#platformOf(frame))) return false;
    const isSamePlace = frame.filename === caller.filename && frame.lineno !== null && frame.lineno === caller.lineno;
    return isSamePlace && !/^block |\{closure/.test(frame.function ?? '');
  }

  /** Returns true if the function throws the errors of its callers. */
  #isHelper(frame: Frame): boolean {
    const line = this.#lineOf(frame);
    return HELPER.test(this.#nameOf(frame)) || (/\b(?:throw|raise|panic)\b/.test(line) && !/["'`]/.test(line));
  }

  /**
   * Returns true if a frame of the same file shows that the file is minified. Resolved frames belong to the original
   * file.
   */
  #isMinified({ filename }: Frame): boolean {
    const cached = this.#minifiedFiles.get(filename);
    if (cached !== undefined) return cached;
    const isMinified = this.#traces.some((trace) =>
      trace?.frames.some(
        (frame) => frame.filename === filename && this.#isJavaScript(frame) && isInMinifiedFile(frame),
      ),
    );
    this.#minifiedFiles.set(filename, isMinified);
    return isMinified;
  }

  #isJavaScript(frame: Frame): boolean {
    return isJavaScript(this.#platformOf(frame));
  }

  #platformOf(frame: Frame): string {
    return frame.platform ?? this.event.platform;
  }
}

function hasAppFrame(trace: Stacktrace | null): boolean {
  return trace?.frames.some(({ inApp }) => inApp) === true;
}

/** Returns true for Python comprehensions, which are functions before version 3.12. */
function isComprehension(frame: Frame): boolean {
  return frame.function !== null && /^<(?:list|dict|set)comp>$/.test(frame.function);
}

/** Returns domain and code of an NSError; null for other exceptions. */
function nsErrorOf(mechanism: ExceptionValue['mechanism']): string | null {
  const error = mechanism?.meta?.['ns_error'];
  if (!isObject(error)) return null;
  const [domain, code] = [readText(error['domain'], MAX_NS_ERROR), readText(error['code'], MAX_NS_ERROR)];
  return domain === null && code === null ? null : `${domain} ${code}`;
}

const MAX_NS_ERROR = 200;

/** Returns true if a client sends a message as an exception. */
function isMessage({ type, mechanism }: Pick<ExceptionValue, 'type' | 'mechanism'>): boolean {
  return type === null || mechanism?.synthetic === true;
}

function hasParams(logentry: Event['logentry']): boolean {
  const params = logentry?.params ?? null;
  return params !== null && Object.keys(params).length > 0;
}

function distinct<T>(values: readonly T[]): readonly T[] {
  if (values.length < 2) return values;
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Number of frames in the longest repetition that is recognized. */
const MAX_REPETITION = 5;

/** Removes the last frames if they repeat the frames before them, as recursion does. */
function dropRepetition(parts: FramePart[]): void {
  for (let length = 1; length <= MAX_REPETITION && 2 * length <= parts.length; length++) {
    const start = parts.length - length;
    const isRepeated = parts.slice(start).every((part, index) => isSame(part, parts[start - length + index]));
    if (isRepeated) {
      parts.length = start;
      return;
    }
  }
}

function isSame(one: FramePart, other: FramePart | undefined): boolean {
  return one[0] === other?.[0] && one[1] === other[1] && one[2] === other[2];
}
