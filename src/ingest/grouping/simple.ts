import type { Event, ExceptionValue, Frame, Stacktrace } from '../../domain/event';
import { hasShortName, isMinifiedFrame } from '../minified';
import { appFrames, functionName, mainException, mainTrace } from '../trace';
import { normalizeMessage, normalizeValue } from './normalizeText';

const MAX_LINE = 120;

/**
 * The default key of an event by the rules `simple:1`: its stack, else its exception, else its message, else its platform.
 * Line and column numbers have no part in it, so that an unrelated change of a file leaves its issues alone
 * (reference/ingest.md §2.4 A).
 */
export function simpleComponents(event: Event): unknown[] {
  return stackComponents(event) ?? exceptionComponents(event) ?? messageComponents(event) ?? ['none', event.platform];
}

function stackComponents(event: Event): unknown[] | null {
  const { exceptions } = event;
  if (!exceptions.some(hasFrames)) {
    const trace = mainTrace(event);
    return trace === null ? null : ['stack', mainException(event)?.type ?? '', ...traceComponents(trace)];
  }
  if (!hasFrames(mainException(event))) return null;
  const stacks = exceptions.toReversed().map(({ type, stacktrace }) => ['stack', type ?? '', ...traceComponents(stacktrace)]);
  const [only = []] = stacks;
  return stacks.length === 1 ? only : ['chain', ...stacks];
}

function hasFrames(exception: ExceptionValue | undefined): boolean {
  return (exception?.stacktrace?.frames.length ?? 0) > 0;
}

/** One pair per frame; of equal neighbours, which recursion makes, the first. */
function traceComponents(trace: Stacktrace | null): [string, string][] {
  const parts: [string, string][] = [];
  for (const frame of trace === null ? [] : appFrames(trace)) {
    const part: [string, string] = [placeOf(frame), lineOf(frame)];
    const last = parts.at(-1);
    if (last === undefined || last[0] !== part[0] || last[1] !== part[1]) parts.push(part);
  }
  return parts;
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

/** `.3f2a9c1b`, `-BkT2x9aQ` and `-3.6.0` in the middle of a name: content hashes and versions. */
const HASH = /[.\-_@](?=[a-z]*\d|\d*[a-f])(?:[0-9a-f]{7,64}|(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{8,10})(?=[.\-_/]|$)/gi;
const VERSION = /[.\-_@](?:v\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?:-(?:alpha|beta|rc)[.\d]*)?(?=[.\-_/]|$)/gi;

function withoutVersion(name: string): string {
  return /\d/.test(name) ? name.replace(VERSION, '').replace(HASH, '') : name;
}

/** The source line, which says more than the function; minified, neither may say anything. */
function lineOf(frame: Frame): string {
  const isMinified = isMinifiedFrame(frame);
  const line = isMinified ? '' : (frame.contextLine?.trim() ?? '');
  if (line !== '') return line.slice(0, MAX_LINE);
  return isMinified && hasShortName(frame) ? '' : (functionName(frame) ?? '');
}

function exceptionComponents(event: Event): unknown[] | null {
  const exception = mainException(event);
  if (exception === undefined || (exception.type === null && exception.value === null)) return null;
  return ['exception', exception.type ?? '', normalizeValue(exception.value ?? '')];
}

function messageComponents({ logentry }: Event): unknown[] | null {
  const template = logentry?.message ?? logentry?.formatted ?? null;
  return template === null ? null : ['message', normalizeMessage(template)];
}
