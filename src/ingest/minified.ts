import type { Event, Frame, Stacktrace } from '../domain/event';

const JAVASCRIPT = new Set(['javascript', 'node']);

/** No person writes lines of this length. */
const LONG_LINE = 500;

/**
 * Whether a frame shows minified JavaScript: its source line is longer than 500 characters or was cut with `{snip}`, its
 * file is named `*.min.js` (or `.mjs`, `.cjs`), or a function of one or two letters stands beyond column 500
 * (reference/ingest.md §2.4).
 */
export function isMinifiedFrame(frame: Frame): boolean {
  const { contextLine, filename, colno } = frame;
  if (contextLine !== null && (contextLine.length > LONG_LINE || contextLine.includes('{snip}'))) return true;
  if (filename !== null && /\.min\.[cm]?js(?:$|[?#])/i.test(filename)) return true;
  return colno !== null && colno > LONG_LINE && hasShortName(frame);
}

/** Whether the function has one or two letters, as minifiers name them; `Object.t` and `new e` count by their last part. */
export function hasShortName(frame: Frame): boolean {
  return frame.function !== null && /(?:^|[.\s])[A-Za-z_$][\w$]?$/.test(frame.function);
}

/** Whether some stored frame of a JavaScript platform is minified: the project could do with source maps. */
export function isMinified(event: Event): boolean {
  const traces: (Stacktrace | null)[] = [event.stacktrace];
  for (const { stacktrace } of [...event.exceptions, ...event.threads]) traces.push(stacktrace);
  return traces.some((trace) =>
    trace?.frames.some((frame) => JAVASCRIPT.has(frame.platform ?? event.platform) && isMinifiedFrame(frame)),
  );
}
