import { isAscii } from 'node:buffer';
import { decompressEventBody, inflateEventBody, parseEventBody } from '../compression/eventBody';
import {
  type Event,
  type EventSummary,
  type EventTag,
  type EventUser,
  type ExceptionValue,
  type Frame,
  isJavaScript,
  type JsonObject,
  MAX_TAG_VALUE,
} from '../domain/event';
import type { SearchEntryKey } from '../domain/issue';
import { hasText, mayHaveText, type SearchedText, storedText } from '../domain/issueText';
import { compareBytes, type TextPattern, truncate } from '../domain/text';
import { type ResolveContext, resolveEvent } from '../sourcemaps/resolve/resolveEvent';
import type { StaleIssue } from '../store/issues/issueText';
import { readText } from './normalize/values';
import { cspFieldsOf, describeReport } from './securityReport';
import { crashFrame, FRAMES_AS_SENT, functionName, mainException, mainTrace, type ShownFrames } from './stacktrace';

const MAX_TITLE_LENGTH = 100;
const MAX_CULPRIT_LENGTH = 200;

/**
 * Returns what lists show of an event: title, message, culprit, location, metadata and tags. The rules are in
 * openapi/DECISIONS.md, "Title, culprit, location" and "Tags".
 */
export function describeEvent(event: Event, shownFrames: ShownFrames = FRAMES_AS_SENT): EventSummary {
  const message = event.logentry?.formatted ?? event.logentry?.message ?? '';
  if (event.type === 'feedback') return describeFeedback(event, message);
  const report = cspFieldsOf(event);
  if (report !== null) {
    const { culprit, metadata } = describeReport(report, message);
    return {
      title: messageTitle(message),
      message,
      culprit: culprit && truncate(culprit, MAX_CULPRIT_LENGTH),
      location: null,
      metadata,
      tags: collectTags(event),
    };
  }
  const frame = crashFrame(event, shownFrames);
  const crash = frame && { filename: frame.filename, function: functionName(shownFrames.labelOf(frame)) };
  const exception = mainException(event);
  const metadata = exception === undefined ? { title: messageTitle(message) } : errorMetadata(exception, crash);
  return {
    title: exception === undefined ? messageTitle(message) : errorTitle(exception, crash, message),
    message,
    culprit: culpritOf(event, frame, shownFrames),
    location: exception === undefined ? null : (crash?.filename ?? null),
    metadata,
    tags: collectTags(event),
  };
}

/** Returns what lists show of feedback: the beginning of the message, and who wrote it. */
function describeFeedback(event: Event, message: string): EventSummary {
  const { name, contact_email, source, associated_event_id } = event.contexts['feedback'] ?? {};
  const title = `User Feedback: ${truncate(message.trim().replace(/\s+/g, ' '), MAX_TITLE_LENGTH)}`;
  const parts = Object.entries({ name, contact_email, source, associated_event_id });
  return {
    title,
    message,
    culprit: 'user',
    location: null,
    metadata: {
      title,
      value: truncate(message, 1024),
      ...Object.fromEntries(parts.filter(([, value]) => typeof value === 'string')),
    },
    tags: collectTags(event),
  };
}

/** The file and the function of the frame that shows where an event happened; null where they are unknown. */
type CrashPlace = Pick<Frame, 'filename' | 'function'>;

function messageTitle(message: string): string {
  return titleLine(message) ?? '<unlabeled event>';
}

/** Returns the first line that is not blank, truncated; null if there is none. */
function titleLine(text: string | null): string | null {
  const [line = ''] = (text ?? '').trimStart().split(/[\r\n]/, 1);
  return line.trimEnd() === '' ? null : truncate(line.trimEnd(), MAX_TITLE_LENGTH);
}

/**
 * Returns `type: value`. An exception without a type is a message with a stack trace: its value is the title. The type
 * of a synthetic exception is meaningless; it is used only if there is neither a value nor a function.
 */
function errorTitle(exception: ExceptionValue, crash: CrashPlace | undefined, message: string): string {
  const value = titleLine(exception.value);
  const crashFunction = crash?.function ?? null;
  if (exception.type === null) return value ?? titleLine(message) ?? crashFunction ?? '<unknown>';
  if (value !== null) return `${exception.type}: ${value}`;
  return exception.mechanism?.synthetic === true ? (crashFunction ?? exception.type) : exception.type;
}

function errorMetadata(exception: ExceptionValue, crash: CrashPlace | undefined): JsonObject {
  const metadata: JsonObject = {};
  if (exception.value !== null) metadata['value'] = truncate(exception.value, 1024);
  if (exception.type !== null) metadata['type'] = exception.type;
  if (crash?.filename) metadata['filename'] = crash.filename;
  if (crash?.function) metadata['function'] = crash.function;
  return metadata;
}

/**
 * Returns the transaction, else the newest frame of the application, else the URL of the request, else the newest other
 * frame.
 */
function culpritOf(event: Event, crash: Frame | undefined, shownFrames: ShownFrames): string | null {
  const frames = mainTrace(event)?.frames ?? [];
  const newestInApp = frames.findLast(({ inApp }) => inApp);
  // Before `simple:3`, the frames may have no name.
  const [appFrame, otherFrame] =
    shownFrames === FRAMES_AS_SENT
      ? [newestInApp, frames.at(-1)]
      : [crash?.inApp === true ? crash : newestInApp, crash];
  const culprit =
    event.transaction ??
    describeFrame(appFrame, event, shownFrames) ??
    event.request?.url ??
    describeFrame(otherFrame, event, shownFrames);
  return culprit === null ? null : truncate(culprit, MAX_CULPRIT_LENGTH);
}

function describeFrame(frame: Frame | undefined, event: Event, { labelOf }: ShownFrames): string | null {
  if (frame === undefined) return null;
  const { module, function: name } = labelOf(frame);
  const location = module ?? frame.filename;
  const platform = frame.platform ?? event.platform;
  if (platform === 'native' || location === null) return functionName({ function: name });
  return isJavaScript(platform) ? `${name ?? '?'}(${location})` : `${location} in ${name ?? '?'}`;
}

/**
 * Returns the client's tags and those derived from the event's fields and contexts, sorted by key in byte order. A
 * derived tag replaces a client's tag with the same key. Values are never empty.
 */
function collectTags(event: Event): EventTag[] {
  const tags = new Map<string, string>();
  const add = (key: string, value: string | null | undefined) => {
    const text = value?.trim() ?? '';
    if (key !== '' && text !== '') tags.set(key, truncate(text, MAX_TAG_VALUE));
  };
  for (const { key, value } of event.tags) add(key, value);
  for (const alias of Object.keys(event.contexts)) addContextTags(alias, event.contexts[alias] ?? {}, add);
  addFieldTags(event, add);
  const list: EventTag[] = [];
  for (const [key, value] of tags) list.push({ key, value });
  return list.sort((a, b) => compareBytes(a.key, b.key));
}

type AddTag = (key: string, value: string | null | undefined) => void;

function addFieldTags(event: Event, add: AddTag): void {
  const mechanism = mainException(event)?.mechanism;
  add('level', event.level);
  add('environment', event.environment);
  add('release', event.release);
  add('dist', event.dist);
  add('server_name', event.serverName);
  add('transaction', event.transaction);
  add('logger', event.logger);
  add('url', event.request?.url);
  add('user', event.user === null ? null : userTag(event.user));
  add('mechanism', mechanism?.type);
  add('handled', yesOrNo(mechanism?.handled));
}

/** Returns the tag of the affected user, from the most reliable member that is present. */
function userTag({ id, username, email, ipAddress }: EventUser): string | null {
  if (id !== null) return `id:${id}`;
  if (username !== null) return `username:${username}`;
  if (email !== null) return `email:${email}`;
  return ipAddress === null ? null : `ip:${ipAddress}`;
}

/** Maximum number of exceptions of an event, newest first, by which its issue is found. Hardly any event has more. */
const MAX_SEARCHED_EXCEPTIONS = 20;

/** Returns the search entries of an event: its exceptions and its user. */
export function collectSearchEntries(event: Event): EventTag[] {
  return [...collectErrorEntries(event), ...collectUserEntries(event)];
}

/** Returns the types and values of the exceptions. */
function collectErrorEntries({ exceptions }: Event): EventTag[] {
  return exceptions.slice(-MAX_SEARCHED_EXCEPTIONS).flatMap(({ type, value }) => {
    return [...searchEntry('~error.type', type), ...searchEntry('~error.value', value)];
  });
}

/** Returns the members of the user that `userTag` does not use. */
export function collectUserEntries({ user }: Event): EventTag[] {
  if (user === null) return [];
  const { id, username, email, ipAddress } = user;
  return [
    ...(id === null ? [] : searchEntry('~user.username', username)),
    ...(id === null && username === null ? [] : searchEntry('~user.email', email)),
    ...(id === null && username === null && email === null ? [] : searchEntry('~user.ip', ipAddress)),
  ];
}

function searchEntry(key: SearchEntryKey, value: string | null): EventTag[] {
  const text = value?.trim() ?? '';
  return text === '' ? [] : [{ key, value: truncate(text, MAX_TAG_VALUE) }];
}

function yesOrNo(value: unknown): string | null {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : null;
}

/** Adds the tags of a context. They depend on its type; their names begin with its alias. */
function addContextTags(alias: string, context: JsonObject, add: AddTag): void {
  const text = (name: string) => readText(context[name], MAX_TAG_VALUE);
  const [name, version] = [text('name'), text('version')];
  switch (context['type']) {
    case 'browser':
    case 'os':
    case 'client_os':
      add(alias, name === null || version === null ? name : `${name} ${version}`);
      add(`${alias}.name`, name);
      add(`${alias}.rooted`, yesOrNo(context['rooted']));
      break;
    case 'runtime':
      add(alias, name === null || version === null ? null : `${name} ${version}`);
      add(`${alias}.name`, name);
      break;
    case 'device':
      add(alias, text('model'));
      add(`${alias}.family`, text('family'));
      break;
    case 'gpu':
      add(`${alias}.name`, name);
      add(`${alias}.vendor`, text('vendor_name'));
      break;
    case 'app':
      add(`${alias}.device`, text('device_app_hash'));
      break;
    case 'monitor':
      add(`${alias}.id`, text('id'));
  }
}

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
  return event === null ? describeUnreadable(description) : describeNewIssue(event, description);
}

/** Describes an issue by its newest event, including its user; the frames are resolved by the present source maps. */
export async function describeStale(issue: StaleIssue, context: ResolveContext): Promise<SearchDescription> {
  const { title, culprit, body } = issue;
  const event = body && readEvent(body);
  if (event === null) return describeUnreadable({ title, culprit });
  const owner = { id: issue.projectId, organizationId: issue.organizationId };
  const words = describeText(await resolveEvent(event, owner, context), { title, culprit });
  return { words, searchEntries: collectSearchEntries(event) };
}

function describeUnreadable({ title, culprit }: Description): SearchDescription {
  return { words: storedText([title, culprit]), searchEntries: [] };
}

/** The compressed body of an event that a search examines. A body that cannot be read matches nothing. */
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
