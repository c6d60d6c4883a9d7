import type { StackFrame, StackTrace } from './eventParts';

/** A row of a stack trace as it is shown. */
export type StackRow =
  | { readonly kind: 'frame'; readonly key: string; readonly frame: StackFrame; readonly isOpen: boolean }
  | { readonly kind: 'libraries'; readonly key: string; readonly frames: readonly StackFrame[] }
  | { readonly kind: 'omitted'; readonly key: string; readonly count: number };

export interface StackOrder {
  /** True if the newest call is the first row. */
  readonly isNewestFirst: boolean;
  /** True if frames of libraries are rows of their own. */
  readonly showsAll: boolean;
}

/**
 * Makes the rows of a stack trace: the newest frame of the application open, runs of frames of
 * libraries folded.
 */
export function stackRows({ frames, omitted }: StackTrace, { isNewestFirst, showsAll }: StackOrder): StackRow[] {
  const rows: StackRow[] = [];
  const hasApp = frames.some(({ inApp }) => inApp);
  let hasOpen = false;
  let folded: StackFrame[] = [];
  const endRun = (position: number): void => {
    const [only] = folded;
    if (folded.length > 1) rows.push({ kind: 'libraries', key: `libraries-${position}`, frames: folded });
    else if (only !== undefined) rows.push({ kind: 'frame', key: `library-${position}`, frame: only, isOpen: false });
    folded = [];
  };
  const gaps = gapsOf(omitted);
  for (let position = frames.length - 1; position >= -1; position -= 1) {
    const missing = gaps.get(position + 1);
    if (missing !== undefined) {
      endRun(position);
      rows.push({ kind: 'omitted', key: `omitted-${position}`, count: missing });
    }
    const frame = frames[position];
    if (frame === undefined) continue;
    const isNewest = position === frames.length - 1;
    if (frame.inApp || isNewest || showsAll || !hasApp) {
      endRun(position);
      const isTold = frame.context.length > 0 || frame.vars !== null;
      const isOpen = (frame.inApp || (isNewest && !hasApp)) && isTold && !hasOpen;
      if (isOpen) hasOpen = true;
      rows.push({ kind: 'frame', key: `frame-${position}`, frame, isOpen });
    } else {
      folded.push(frame);
    }
  }
  endRun(-1);
  if (isNewestFirst) return rows;
  return rows.map((row) => (row.kind === 'libraries' ? { ...row, frames: [...row.frames].reverse() } : row)).reverse();
}

/** Numbers of frames that were left out, by the position of the kept frame in front of which they were. */
function gapsOf(omitted: StackTrace['omitted']): Map<number, number> {
  const gaps = new Map<number, number>();
  let missing = 0;
  for (const [from, to] of [...omitted].sort(([one], [other]) => one - other)) {
    if (to <= from) continue;
    const position = from - missing;
    gaps.set(position, (gaps.get(position) ?? 0) + to - from);
    missing += to - from;
  }
  return gaps;
}

/** Returns the place of a frame's code: `src/cart.ts:12:8`. */
export function placeOf({ filename, absPath, module, package: image, lineNo, colNo }: StackFrame): string | null {
  const file = filename ?? absPath ?? module ?? image;
  if (file === null) return null;
  if (lineNo === null) return file;
  return colNo === null ? `${file}:${lineNo}` : `${file}:${lineNo}:${colNo}`;
}

/** Lines longer than this are of a bundler or a minifier. */
const LONG_LINE = 400;

/** True if the frame belongs to a file that a bundler made, and no source map resolved it. */
export function looksUnmapped(frame: StackFrame, platform: string): boolean {
  if (!['javascript', 'node'].includes(frame.platform ?? platform) || frame.map !== null || !frame.inApp) return false;
  const path = frame.absPath ?? frame.filename ?? '';
  if (!/\.[cm]?jsx?(?:$|[?#])/.test(path)) return false;
  return (
    frame.context.length === 0 ||
    /[.-]min\.[cm]?js/.test(path) ||
    frame.context.some(([, text]) => text.length > LONG_LINE) ||
    (frame.colNo ?? 0) > LONG_LINE
  );
}

/** Returns an address that a link may lead to, or null: never `javascript:`. */
export function linkOf(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
