import type { components } from '../../../client/createClient';
import { partsOf, type ShownEvent, type StackFrame } from '../issue/eventParts';

export type SourceMapDebug = components['schemas']['EventSourceMapDebug'];
type DebuggedException = SourceMapDebug['exceptions'][number];
export type DebuggedFrame = DebuggedException['frames'][number];
export type DebuggedFinding = DebuggedFrame['findings'][number];

/** A fix that mends some frames of an event. */
export interface Remedy {
  /** Of its element on the page. */
  readonly id: string;
  /** The first finding that it mends. */
  readonly finding: DebuggedFinding;
  /** Number of frames that it mends. */
  readonly count: number;
  /** The files of these frames, as they were sent. */
  readonly files: readonly string[];
}

/** A file that the service tried to fetch from its URL. */
export type FetchAttemptRecord = NonNullable<DebuggedFrame['scraping_process']['source_file']>;

/** Returns all frames in the order of the page, which begins with the newest exception and its newest call. */
function framesOf({ exceptions }: Pick<SourceMapDebug, 'exceptions'>): DebuggedFrame[] {
  return exceptions.flatMap(({ frames }) => frames).reverse();
}

/** True if the source of the frame is known. */
export function isMapped({ state }: Pick<DebuggedFrame, 'state'>): boolean {
  return state === 'resolved' || state === 'incomplete';
}

/** Returns the number of frames that need a map, and the number of frames that have one. */
export function countFrames(debug: Pick<SourceMapDebug, 'exceptions'>): {
  readonly all: number;
  readonly mapped: number;
} {
  const needed = framesOf(debug).filter(({ state }) => state !== 'not_needed');
  const mapped = needed.filter((frame) => isMapped(frame) || frame.state === 'mapped_by_client');
  return { all: needed.length, mapped: mapped.length };
}

/** True if an upload can still improve a frame. */
export function lacksMaps(debug: Pick<SourceMapDebug, 'exceptions'>): boolean {
  return framesOf(debug).some(({ state }) => state === 'unresolved' || state === 'incomplete');
}

/** Returns the file of a frame, as it was sent. */
function fileOf({ filename, abs_path }: DebuggedFrame): string | null {
  return abs_path ?? filename;
}

/** Returns the place of a frame's code when it was sent: `https://shop.test/app.min.js:1:2311`. */
export function sentPlace(frame: DebuggedFrame): string | null {
  const { line, column } = frame;
  const file = fileOf(frame);
  return file === null ? null : [file, line, line === null ? null : column].filter((part) => part !== null).join(':');
}

/**
 * Returns the key that distinguishes remedies: texts name the file of a frame, commands are the same for several files.
 */
function remedyKey({ type, fix }: DebuggedFinding): string {
  return JSON.stringify([type, fix.command ?? fix.text]);
}

/**
 * Returns the remedies for the frames of an event, by the key of their findings. Each remedy is listed once, in the
 * order of the frames.
 */
export function remediesOf(debug: Pick<SourceMapDebug, 'exceptions'>): ReadonlyMap<string, Remedy> {
  const remedies = new Map<string, Remedy>();
  for (const frame of framesOf(debug)) {
    const file = fileOf(frame);
    for (const finding of frame.findings) {
      const key = remedyKey(finding);
      const remedy = remedies.get(key);
      const {
        id,
        count,
        files,
        finding: first,
      } = remedy ?? { id: `remedy-${remedies.size + 1}`, count: 0, files: [], finding };
      const isKnown = file === null || files.includes(file);
      remedies.set(key, { id, finding: first, count: count + 1, files: isKnown ? files : [...files, file] });
    }
  }
  return remedies;
}

/** Returns the remedy of a finding. */
export function remedyOf(remedies: ReadonlyMap<string, Remedy>, finding: DebuggedFinding): Remedy | undefined {
  return remedies.get(remedyKey(finding));
}

/** Returns the files that could not be fetched, each once. */
export function failedFetches(debug: Pick<SourceMapDebug, 'exceptions'>): FetchAttemptRecord[] {
  const failed = new Map<string, FetchAttemptRecord>();
  for (const { scraping_process } of framesOf(debug)) {
    for (const attempt of [scraping_process.source_file, scraping_process.source_map]) {
      if (attempt?.status === 'failure' && !failed.has(attempt.url)) failed.set(attempt.url, attempt);
    }
  }
  return [...failed.values()];
}

/** True if a frame that had no source earlier has one now. */
export function isNewlyMapped(
  { exceptions }: Pick<SourceMapDebug, 'exceptions'>,
  exception: number,
  position: number,
  frame: DebuggedFrame,
): boolean {
  const before = exceptions[exception]?.frames[position];
  return before !== undefined && !isMapped(before) && isMapped(frame);
}

/** Returns the frames of the event as the maps that exist now resolve them, by exception and position. */
export function sourcesOf(
  { exceptions }: Pick<SourceMapDebug, 'exceptions'>,
  event: Pick<ShownEvent, 'entries'>,
): readonly (readonly StackFrame[])[] {
  const parts = partsOf(event).exceptions;
  return exceptions.map(({ frames }, index) => {
    const stackFrames = parts.find((part) => part.index === index)?.stack?.frames ?? [];
    // Positions in a list that leaves out calls say nothing.
    return stackFrames.length === frames.length ? stackFrames : [];
  });
}

/** True if the event was read before maps arrived that resolve its frames. */
export function isBehind(debug: Pick<SourceMapDebug, 'exceptions'>, event: Pick<ShownEvent, 'entries'>): boolean {
  const sources = sourcesOf(debug, event);
  return debug.exceptions.some(({ frames }, index) =>
    frames.some(({ state }, position) => state === 'resolved' && sources[index]?.[position]?.map === null),
  );
}
