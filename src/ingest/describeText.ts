import { isAscii } from 'node:buffer';
import { decompressEventBody, inflateEventBody, parseEventBody } from '../compression/eventBody';
import type { Event, EventTag, ExceptionValue, Frame } from '../domain/event';
import { hasText, mayHaveText, type SearchedText, storedText } from '../domain/issueText';
import type { TextPattern } from '../domain/text';
import { resolveEvent, type ResolveContext } from '../sourcemaps/resolve/resolveEvent';
import type { StaleIssue } from '../store/issues/issueText';
import { collectErrorEntries, collectSearchEntries } from './describeEvent';
import { functionName, mainTrace } from './stacktrace';

/**
 * Maximum number of frames outside the application, newest first, by which an issue is found. They are much the same in
 * all events.
 */
const MAX_OTHER_FRAMES = 5;

/** The texts that describe an issue, without its newest event. */
type Description = Pick<StaleIssue, 'title' | 'culprit'>;

/**
 * Returns the words by which text search finds an issue: of the title, the culprit, the message, the exceptions, and
 * the functions and files of frames (openapi/DECISIONS.md, "Text search").
 */
export function describeText(event: Event, description: Description): string {
  return storedText(fieldsOf(event, description));
}

/** Returns the fields in the order of their importance, each computed only if there is space left. */
function* fieldsOf(event: Event, { title, culprit }: Description): Iterable<string | null> {
  const { exceptions, logentry } = event;
  const [main, ...causes] = exceptions.toReversed();
  // The title of most errors begins as the exception does: its words are stored once.
  if (main !== undefined) yield exceptionText(main);
  yield title;
  yield culprit;
  yield logentry?.formatted ?? logentry?.message ?? null;
  for (const cause of causes) yield exceptionText(cause);
  const traces = exceptions.flatMap(({ stacktrace }) => stacktrace ?? []);
  const frames = (traces.length > 0 ? traces : [mainTrace(event)]).flatMap((trace) => trace?.frames ?? []).reverse();
  for (const frame of frames) if (frame.inApp) yield* frameTexts(frame);
  for (const frame of frames.filter(({ inApp }) => !inApp).slice(0, MAX_OTHER_FRAMES)) yield* frameTexts(frame);
}

function exceptionText({ type, value }: ExceptionValue): string {
  return `${type ?? ''} ${value ?? ''}`;
}

function* frameTexts(frame: Frame): Iterable<string | null> {
  yield functionName(frame);
  yield frame.module;
  yield frame.filename;
}

/** The words and entries by which an issue is found, without its tags. */
export interface SearchDescription {
  readonly words: string;
  readonly searchEntries: readonly EventTag[];
}

/** Describes an issue by the event that opens it: its words, and the entries of the exceptions. */
export function describeNewIssue(event: Event, description: Description): SearchDescription {
  return { words: describeText(event, description), searchEntries: collectErrorEntries(event) };
}

/**
 * Describes an issue by the compressed body of the event that opens it. If the body cannot be read, only the title and
 * the culprit are found.
 */
export function describeBody(body: Uint8Array, description: Description): SearchDescription {
  const event = readEvent(body);
  return event === null ? describeUnread(description) : describeNewIssue(event, description);
}

/** Describes an issue by its newest event, including its user; the frames are resolved by the present source maps. */
export async function describeStale(issue: StaleIssue, context: ResolveContext): Promise<SearchDescription> {
  const { title, culprit, body } = issue;
  const event = body && readEvent(body);
  if (event === null) return describeUnread({ title, culprit });
  const owner = { id: issue.projectId, organizationId: issue.organizationId };
  const words = describeText(await resolveEvent(event, owner, context), { title, culprit });
  return { words, searchEntries: collectSearchEntries(event) };
}

function describeUnread({ title, culprit }: Description): SearchDescription {
  return { words: storedText([title, culprit]), searchEntries: [] };
}

/** The compressed body of an event, which a search compares. A body that cannot be read matches nothing. */
export class SearchedBody {
  #json: Buffer | null | undefined;
  #event: Event | null | undefined;

  constructor(private readonly body: Uint8Array) {}

  /** Returns the types and values of the exceptions. */
  entries(): EventTag[] {
    const event = this.event();
    return event === null ? [] : collectErrorEntries(event);
  }

  /** Returns true if some part of the body contains the texts of one of the patterns. */
  mayContain(patterns: readonly TextPattern[]): boolean {
    const json = this.json();
    return json !== null && patterns.some((parts) => parts.every((part) => json.includes(storedPart(part))));
  }

  /**
   * Returns true if the searched words match the words by which an issue of the event is found. Does not parse most
   * bodies.
   */
  hasWords(searched: SearchedText, describe: () => Description): boolean {
    const json = this.json();
    if (json === null) return false;
    // JSON has the letters and digits of ASCII as they are.
    if (isAscii(json) && !mayHaveText(json.toString('latin1').toLowerCase(), searched)) return false;
    const event = this.event();
    return event !== null && hasText(describeText(event, describe()), searched);
  }

  private json(): Buffer | null {
    if (this.#json === undefined) this.#json = orNull(() => inflateEventBody(this.body));
    return this.#json;
  }

  private event(): Event | null {
    const json = this.json();
    if (this.#event === undefined) this.#event = json && orNull(() => parseEventBody(json).event);
    return this.#event;
  }
}

/**
 * Returns the JSON form that contains a part of a text, even if the part ends with the dots of a truncated text or was
 * sanitized.
 */
function storedPart(part: string): string {
  let end = part.length;
  while (part[end - 1] === '.') end--;
  const [kept = ''] = part.slice(0, end).split('\ufffd');
  return JSON.stringify(kept).slice(1, -1);
}

/** Returns the result of the work, or null if it throws. */
function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Returns the event of a compressed body; null if it cannot be read. */
export function readEvent(body: Uint8Array): Event | null {
  return orNull(() => decompressEventBody(body).body.event);
}
