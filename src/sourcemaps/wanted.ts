import type { Event, Frame } from '../domain/event';
import { isWebAddress } from '../domain/scraping';
import { DebugIds } from './debugIds';
import { isMapped, rawFrames } from './rewrite';
import { fileOf, isUploadable, type WantedFile } from './search';

/** Files looked for of one event. A trace has few; a hostile one is not worth more. */
const MAX_FILES = 200;

/** A frame that says where it is. */
export type WholeFrame = Frame & { readonly lineno: number; readonly colno: number };

/**
 * The frames that may have a map, with their files; none if all of them are mapped.
 * @param scrapes whether files may be fetched for which nothing is uploaded
 */
export function wantedFrames(event: Event, scrapes = false): Map<WholeFrame, WantedFile> {
  const files = new Files(event, scrapes);
  const wanted = new Map<WholeFrame, WantedFile>();
  let isWanting = false;
  // The main exception comes first, in case that there are too many files.
  for (const traces of [...event.exceptions.toReversed(), ...event.threads, event]) {
    for (const [index, frame] of (rawFrames(traces) ?? []).entries()) {
      const file = isWhole(frame) && !isMapped(frame) ? files.of(frame) : null;
      if (file === null) continue;
      wanted.set(frame as WholeFrame, file);
      isWanting ||= !isMapped(traces.stacktrace?.frames[index] ?? frame);
    }
  }
  return isWanting ? wanted : new Map<WholeFrame, WantedFile>();
}

/** Whether a frame is of a language that source maps are made for. */
export function isJavaScript(frame: Pick<Frame, 'platform'>, platform: string): boolean {
  return ['javascript', 'node'].includes(frame.platform ?? platform);
}

function isWhole(frame: Frame): frame is WholeFrame {
  return frame.lineno !== null && frame.colno !== null;
}

/** The files of an event's frames: one object for each, which is looked at once. */
class Files {
  private readonly debugIds: DebugIds;
  private readonly known = new Map<string, WantedFile | null>();
  private count = 0;

  constructor(
    private readonly event: Event,
    private readonly scrapes: boolean,
  ) {
    this.debugIds = new DebugIds(event.debugImages);
  }

  /** Null if the frame is in no file of JavaScript, or nothing could tell the file's map (reference/ingest.md §5 step 1). */
  of(frame: Frame): WantedFile | null {
    const key = `${frame.platform} ${frame.absPath} ${frame.filename}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const file = this.count < MAX_FILES ? this.find(frame) : null;
    if (file !== null) this.count += 1;
    this.known.set(key, file);
    return file;
  }

  private find(frame: Frame): WantedFile | null {
    const { platform } = this.event;
    if (!isJavaScript(frame, platform)) return null;
    if (/^(?:node:|<anonymous>|native$|\[native code\])/.test(frame.absPath ?? frame.filename ?? 'native')) return null;
    const file = fileOf(frame, platform, this.debugIds);
    return isUploadable(file, this.event) || (this.scrapes && isWebAddress(file.path)) ? file : null;
  }
}
