import type { Event, ExceptionValue, Frame, Stacktrace } from '../../domain/event';
import { hasShortName, isMinifiedFrame } from '../minified';
import { functionName, mainException, mainTrace } from '../trace';
import type { FramesOf } from './enhance';
import { normalizeMessage, normalizeValue } from './normalizeText';

const MAX_LINE = 120;

/** Where versions of the algorithm differ: in what they take of texts. */
export interface SimpleRules {
  /** The name of a frame's function; null if it says nothing. */
  readonly functionName: (frame: Frame) => string | null;
  /** Names what varies in the value of an exception. */
  readonly value: (text: string) => string;
  /** Names what varies in a message. */
  readonly message: (text: string) => string;
}

/** The first version: texts as reference/ingest.md §2.4 A has them. */
export const SIMPLE_1: SimpleRules = { functionName, value: normalizeValue, message: normalizeMessage };

/**
 * The default key of an event: its stack, else its exception, else its message, else its platform.
 * Line and column numbers have no part in it, so that an unrelated change of a file leaves its issues alone
 * (reference/ingest.md §2.4 A).
 */
export function simpleComponents(event: Event, rules: SimpleRules, framesOf: FramesOf): unknown[] {
  return new Key(rules, framesOf).of(event);
}

class Key {
  constructor(
    private readonly rules: SimpleRules,
    private readonly framesOf: FramesOf,
  ) {}

  of(event: Event): unknown[] {
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
      const part: [string, string] = [placeOf(frame), this.#line(frame)];
      const last = parts.at(-1);
      if (last === undefined || last[0] !== part[0] || last[1] !== part[1]) parts.push(part);
    }
    return parts;
  }

  /** The source line, which says more than the function; minified, neither may say anything. */
  #line(frame: Frame): string {
    const isMinified = isMinifiedFrame(frame);
    const line = isMinified ? '' : (frame.contextLine?.trim() ?? '');
    if (line !== '') return line.slice(0, MAX_LINE);
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
function placeOf(frame: Frame): string {
  const file = frame.filename ?? frame.absPath ?? '';
  return withoutVersion(frame.module ?? baseName(file)).toLowerCase();
}

function baseName(file: string): string {
  const [path = ''] = file.split(/[?#]/, 1);
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Versions as in `jquery-3.6.0.min.js` and `@v2`, and what may be a content hash, as in `main.3f2a9c1b.js`. */
const VERSION = /[.\-_@](?:v\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?:-(?:alpha|beta|rc)[.\d]*)?(?=[.\-_/]|$)/gi;
const SEGMENT = /[.\-_@]([0-9a-z]{7,64})(?=[.\-_/]|$)/gi;

function withoutVersion(name: string): string {
  const plain = /\d/.test(name) ? name.replace(VERSION, '') : name;
  return plain.replace(SEGMENT, (text: string, segment: string) => (isHash(segment) ? '' : text));
}

/** Hexadecimal digits, or eight to ten characters of the alphabets that bundlers use, where a word would look otherwise. */
function isHash(segment: string): boolean {
  if (/^(?=.*\d)[0-9a-f]+$/i.test(segment) || /^[A-Z2-7]{8}$/.test(segment)) return true;
  if (segment.length < 8 || segment.length > 10) return false;
  return /[a-z]\d|\d[a-z]/i.test(segment) || /[a-z][A-Z].*[a-z][A-Z]/.test(segment);
}
