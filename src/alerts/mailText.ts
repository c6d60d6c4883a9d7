import { truncate } from '../domain/text';
import type { Event, ExceptionValue, Frame, Stacktrace } from '../domain/event';

/** The content of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAX_SUBJECT_LENGTH = 250;

/** Shortens a subject, and puts it on one line. */
export function subjectLine(subject: string): string {
  return truncate(oneLine(subject), MAX_SUBJECT_LENGTH);
}

/** Replaces line breaks and invisible characters, which could begin another header or hide the rest of the line. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for elements and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Joins blocks of HTML to the page of a mail. */
export function htmlPage(blocks: readonly string[]): string {
  return `<!doctype html>\n<html lang="en">\n<body style="font-family:sans-serif;font-size:14px">\n${blocks.join('\n')}\n</body>\n</html>\n`;
}

/** Returns the small print at the end of a page. */
export function htmlFooter(text: string): string {
  return `<p style="color:#666;font-size:12px">${escapeHtml(text)}</p>`;
}

/** A frame as a mail shows it. */
interface ShownFrame {
  /** Such as `sumCart (src/cart.js:12)`. */
  readonly place: string;
  /** Source lines with their numbers; none if they are unknown. */
  readonly lines: readonly { readonly number: number; readonly text: string; readonly isCurrent: boolean }[];
}

/** An exception with the frames of the application, the newest first. */
export interface ShownException {
  readonly heading: string;
  readonly frames: readonly ShownFrame[];
  /** Number of further frames of the application. */
  readonly more: number;
}

const MAX_EXCEPTIONS = 3;
const MAX_FRAMES = 5;
/** Maximum number of source lines before the line of the frame, and of source lines after it. */
const MAX_CONTEXT = 2;
const MAX_LINE_LENGTH = 160;

/**
 * Returns the stack traces that a mail shows for an event, with the frames that source maps have resolved. Exceptions
 * are stored with the cause first, and shown with the cause last.
 */
export function describeStack({ exceptions, stacktrace, threads }: Event): ShownException[] {
  if (exceptions.length > 0) return exceptions.slice(-MAX_EXCEPTIONS).reverse().map(describeException);
  const trace = stacktrace ?? threads.find(({ crashed, current }) => crashed || current)?.stacktrace ?? null;
  return trace === null ? [] : [{ heading: 'Stack', ...describeFrames(trace) }];
}

function describeException({ type, value, stacktrace }: ExceptionValue): ShownException {
  const heading = [type ?? 'Error', value ?? ''].filter((text) => text !== '').join(': ');
  const frames = stacktrace === null ? { frames: [], more: 0 } : describeFrames(stacktrace);
  return { heading: shortLine(heading), ...frames };
}

/**
 * Selects the frames to show, newest first; stored frames begin with the oldest. If there is no frame of the
 * application, frames of libraries are shown.
 */
function describeFrames({ frames }: Stacktrace): Pick<ShownException, 'frames' | 'more'> {
  const inApp = frames.filter((frame) => frame.inApp);
  const selected = inApp.length > 0 ? inApp : frames;
  return {
    frames: selected.slice(-MAX_FRAMES).reverse().map(describeFrame),
    more: Math.max(0, selected.length - MAX_FRAMES),
  };
}

function describeFrame(frame: Frame): ShownFrame {
  const file = frame.filename ?? frame.absPath ?? frame.module ?? '<unknown>';
  const position = frame.lineno === null ? file : `${file}:${frame.lineno}`;
  return { place: shortLine(`${frame.function ?? '<anonymous>'} (${position})`), lines: describeLines(frame) };
}

function describeLines({ lineno, preContext, contextLine, postContext }: Frame): ShownFrame['lines'] {
  if (lineno === null || contextLine === null) return [];
  const before = preContext.slice(-MAX_CONTEXT);
  const texts = [...before, contextLine, ...postContext.slice(0, MAX_CONTEXT)];
  const first = lineno - before.length;
  return texts.map((text, index) => {
    const number = first + index;
    return { number, text: shortLine(text, false), isCurrent: number === lineno };
  });
}

/** Replaces line breaks and invisible characters, and limits the length. Source lines keep their spaces. */
function shortLine(text: string, joinsSpaces = true): string {
  const visible = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ');
  return truncate(joinsSpaces ? visible.replace(/ +/g, ' ').trim() : visible.trimEnd(), MAX_LINE_LENGTH);
}
