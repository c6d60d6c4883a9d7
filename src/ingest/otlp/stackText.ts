import type { JsonObject } from '../../domain/event';

/* Parses stack traces that are text, as the runtimes of languages print them. */

/** An exception in a printed stack trace. Its frames are in the order of events: oldest call first. */
export interface TextException {
  readonly type: string | null;
  readonly value: string | null;
  readonly frames: readonly JsonObject[];
}

/**
 * Parses the stack trace of an exception and of its causes, oldest cause first. Returns null unless the text is of
 * JavaScript, of Python or of a language of the JVM.
 */
export function parseStackText(text: string): TextException[] | null {
  if (text.length > MAX_LENGTH || linesOf(text).some((line) => line.length > MAX_LINE)) return null;
  if (PYTHON_FRAME.test(text)) return parsePython(text);
  if (JVM_FRAME.test(text)) return parseJvm(text);
  return JAVASCRIPT_FRAME.test(text) || FIREFOX_FRAME.test(text) ? parseJavaScript(text) : null;
}

/** Maximum length of a text and of its lines; longer ones are not parsed, because regular expressions search them. */
const MAX_LENGTH = 64 * 1024;
const MAX_LINE = 1024;
/** Number of lines of a text that are read. */
const MAX_LINES = 2000;

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n/, MAX_LINES);
}

/** Splits the last line of a trace, as `ValueError: no total`. */
function headOf(line: string): Pick<TextException, 'type' | 'value'> {
  const [, type = null, value = null] = /^(?:Uncaught )?([\w$.]+)(?:: (.*))?$/s.exec(line.trim()) ?? [];
  return { type, value };
}

const PYTHON_FRAME = /^ {2}File "[^"\n]+", line \d+/m;

function parsePython(text: string): TextException[] {
  const exceptions: TextException[] = [];
  let frames: JsonObject[] = [];
  for (const line of linesOf(text)) {
    const [, path, lineno, name] = /^ {2}File "([^"]+)", line (\d+)(?:, in (.*))?$/.exec(line) ?? [];
    const last = frames.at(-1);
    if (path !== undefined) {
      frames.push({
        abs_path: path,
        filename: path,
        lineno: Number(lineno),
        ...(name !== undefined && { function: name }),
      });
    } else if (/^ {4}\S/.test(line)) {
      // A line of marks below the code says which part of it failed.
      if (last !== undefined && last['context_line'] === undefined && !/^[ ~^]+$/.test(line))
        last['context_line'] = line.slice(4);
    } else if (/^\S/.test(line) && frames.length > 0 && !line.startsWith('Traceback ')) {
      exceptions.push({ ...headOf(line), frames });
      frames = [];
    }
  }
  return frames.length === 0 ? exceptions : [...exceptions, { type: null, value: null, frames }];
}

const JVM_FRAME =
  /^\s+at [^\s(]+\((?:[\w$-]+\.(?:java|kt|kts|scala|groovy|clj)(?::\d+)?|Unknown Source|Native Method)\)/m;

function parseJvm(text: string): TextException[] {
  const exceptions: { type: string | null; value: string | null; frames: JsonObject[] }[] = [];
  for (const line of linesOf(text)) {
    const [, place = '', file = ''] = /^\s+at (?:[^\s(]*\/)?([^\s(/]+)\(([^)]*)\)/.exec(line) ?? [];
    const last = exceptions.at(-1);
    if (place !== '') last?.frames.unshift(jvmFrame(place, file));
    else if (/^(?:Caused by: )?[\w$.]+(?::|$)/.test(line))
      exceptions.push({ ...headOf(line.replace('Caused by: ', '')), frames: [] });
  }
  return exceptions.filter(({ frames }) => frames.length > 0).reverse();
}

function jvmFrame(place: string, file: string): JsonObject {
  const dot = place.lastIndexOf('.');
  const [, filename, lineno] = /^([^:]+\.\w+)(?::(\d+))?$/.exec(file) ?? [];
  return {
    module: place.slice(0, Math.max(dot, 0)),
    function: place.slice(dot + 1),
    ...(filename !== undefined && { filename }),
    ...(lineno !== undefined && { lineno: Number(lineno) }),
  };
}

const JAVASCRIPT_FRAME = /^\s*at .*:\d+:\d+\)?$/m;
/** As Firefox and Safari write it. */
const FIREFOX_FRAME = /^[^@\n]*@\S+:\d+:\d+$/m;

function parseJavaScript(text: string): TextException[] {
  const frames = linesOf(text).flatMap((line): JsonObject[] => {
    const [, inV8, path, lineno, colno] =
      /^\s*at (?:(?:async )?(.*?) \()?((?:[a-z][a-z0-9+.-]*:|\/|<|[A-Za-z]:\\|async ).*?):(\d+):(\d+)\)?$/.exec(line) ??
      [];
    const [, inFirefox, address, row, column] = /^([^@]*)@(\S+):(\d+):(\d+)$/.exec(line) ?? [];
    const file = (path ?? address)?.replace(/^async /, '').replace(/^file:\/\//, '');
    if (file === undefined) return [];
    const name = inV8 ?? inFirefox ?? '';
    const position = { lineno: Number(lineno ?? row), colno: Number(colno ?? column) };
    return [{ abs_path: file, filename: file, ...position, ...(name !== '' && { function: name }) }];
  });
  return frames.length === 0 ? [] : [{ type: null, value: null, frames: frames.reverse() }];
}
