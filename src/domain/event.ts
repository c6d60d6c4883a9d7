/** A JSON object of unknown content. */
export type JsonObject = Record<string, unknown>;

export type Level = 'fatal' | 'error' | 'warning' | 'info' | 'debug';

/** The types of a frame's fields, by kind. */
interface FrameFieldTypes {
  /** File of the frame. */
  path: string | null;
  /** Name in the program. */
  name: string | null;
  /** Text of the runtime, such as an address in memory; never personal. */
  technical: string | null;
  /** Line or column, which count from 1. */
  position: number | null;
  /** Source lines before the line of the frame, the line itself, and source lines after it. */
  linesBefore: string[];
  line: string | null;
  linesAfter: string[];
  flag: boolean;
  /** Free-form data. */
  data: JsonObject | null;
}

export type FrameFieldKind = keyof FrameFieldTypes;

/** Describes how a field of a frame is normalized, scrubbed and presented. */
export interface FrameField {
  readonly kind: FrameFieldKind;
  /** The field's name in payloads of clients. */
  readonly payload: string;
  /** Maximum number of characters or lines that are kept. */
  readonly limit?: number;
  /** The field's name in the contract, unless it is presented as part of another member. */
  readonly presented?: string;
  /** True if the contract leaves the field out if it is null. */
  readonly isOptional?: boolean;
}

/** All fields of a frame, in the order in which they are stored. */
export const FRAME_FIELDS = {
  filename: { kind: 'path', payload: 'filename', limit: 2048, presented: 'filename' },
  absPath: { kind: 'path', payload: 'abs_path', limit: 2048, presented: 'absPath' },
  function: { kind: 'name', payload: 'function', limit: 512, presented: 'function' },
  rawFunction: { kind: 'name', payload: 'raw_function', limit: 512, presented: 'rawFunction' },
  module: { kind: 'name', payload: 'module', limit: 512, presented: 'module' },
  package: { kind: 'name', payload: 'package', limit: 512, presented: 'package' },
  platform: { kind: 'technical', payload: 'platform', limit: 64, presented: 'platform' },
  lineno: { kind: 'position', payload: 'lineno', presented: 'lineNo' },
  colno: { kind: 'position', payload: 'colno', presented: 'colNo' },
  preContext: { kind: 'linesBefore', payload: 'pre_context', limit: 20 },
  // Longer than any line an SDK sends whole, and long enough to recognize minified source.
  contextLine: { kind: 'line', payload: 'context_line', limit: 1024 },
  postContext: { kind: 'linesAfter', payload: 'post_context', limit: 20 },
  /** True if the frame belongs to the application's own code; set by normalization. */
  inApp: { kind: 'flag', payload: 'in_app', presented: 'inApp' },
  vars: { kind: 'data', payload: 'vars', limit: 8192, presented: 'vars' },
  data: { kind: 'data', payload: 'data', limit: 4096 },
  instructionAddr: { kind: 'technical', payload: 'instruction_addr', limit: 64, presented: 'instructionAddr' },
  symbolAddr: { kind: 'technical', payload: 'symbol_addr', limit: 64, presented: 'symbolAddr' },
  addrMode: { kind: 'technical', payload: 'addr_mode', limit: 64, presented: 'addrMode', isOptional: true },
  lock: { kind: 'data', payload: 'lock', limit: 4096, presented: 'lock' },
} as const satisfies Record<string, FrameField>;

export type FrameFieldName = keyof typeof FRAME_FIELDS;

/** One call of a stack trace. */
export type Frame = { [Name in FrameFieldName]: FrameFieldTypes[(typeof FRAME_FIELDS)[Name]['kind']] };

/** The source line of a frame with its neighbors. */
export type SourceContext = Pick<Frame, 'preContext' | 'contextLine' | 'postContext'>;

export const FRAME_FIELD_LIST: readonly (FrameField & { readonly name: FrameFieldName })[] = (
  Object.keys(FRAME_FIELDS) as FrameFieldName[]
).map((name) => ({ name, ...FRAME_FIELDS[name] }));

/** Names of the fields of some kinds. */
type FrameFieldOf<Kind extends FrameFieldKind> = {
  [Name in FrameFieldName]: (typeof FRAME_FIELDS)[Name]['kind'] extends Kind ? Name : never;
}[FrameFieldName];

/** Returns the names of the fields of some kinds, in the order of the table. */
export function frameFieldsOf<Kind extends FrameFieldKind>(...kinds: readonly Kind[]): FrameFieldOf<Kind>[] {
  const fields = FRAME_FIELD_LIST.filter(({ kind }) => (kinds as readonly FrameFieldKind[]).includes(kind));
  return fields.map(({ name }) => name as FrameFieldOf<Kind>);
}

/** Half-open range of positions in a list as it was before the client or the service left out parts of it. */
export type OmittedRange = [number, number];

/** Frames from the oldest call to the newest, which is the point of the crash. */
export interface Stacktrace {
  frames: Frame[];
  /** The smallest range that contains all frames that the client or the service left out. */
  framesOmitted: OmittedRange | null;
  /** All ranges that were left out; absent unless there are several. */
  omittedRanges?: OmittedRange[];
  registers: JsonObject | null;
  /**
   * Indexes of the frames that the client marked neither as the application's nor as other code. Only while an event is
   * processed: grouping decides about these frames and leaves the member out. Absent if the client marked all frames.
   */
  unmarked?: readonly number[];
}

/** Description of how an exception was caught, as sent by the client. */
export interface Mechanism {
  type: string | null;
  handled: boolean | null;
  synthetic: boolean | null;
  source: string | null;
  description: string | null;
  helpLink: string | null;
  isExceptionGroup: boolean | null;
  exceptionId: number | null;
  parentId: number | null;
  data: JsonObject | null;
  meta: JsonObject | null;
}

export interface ExceptionValue {
  type: string | null;
  value: string | null;
  module: string | null;
  threadId: number | string | null;
  mechanism: Mechanism | null;
  stacktrace: Stacktrace | null;
  /** The trace as sent by the client; null unless source maps changed `stacktrace`. */
  rawStacktrace: Stacktrace | null;
}

export interface Thread {
  id: number | string | null;
  name: string | null;
  state: string | null;
  crashed: boolean;
  current: boolean;
  main: boolean;
  stacktrace: Stacktrace | null;
  /** The trace as sent by the client; absent unless source maps changed `stacktrace`. */
  rawStacktrace?: Stacktrace | null;
}

export interface Breadcrumb {
  /** Milliseconds since 1970, UTC. */
  timestamp: number | null;
  type: string;
  category: string | null;
  level: Level | 'log' | null;
  message: string | null;
  data: JsonObject | null;
  eventId: string | null;
}

export interface EventUser {
  id: string | null;
  username: string | null;
  email: string | null;
  ipAddress: string | null;
  name: string | null;
  geo: JsonObject | null;
  data: JsonObject | null;
}

/** The HTTP request during which the error happened; multi-valued parts are ordered pairs. */
export interface EventRequest {
  url: string | null;
  method: string | null;
  fragment: string | null;
  query: [string, string][];
  headers: [string, string][];
  cookies: [string, string][];
  data: unknown;
  env: JsonObject | null;
  inferredContentType: string | null;
  apiTarget: string | null;
}

export interface LogEntry {
  message: string | null;
  formatted: string | null;
  params: unknown[] | JsonObject | null;
}

/** The debug id, or the native image, of a file in the stack trace. */
export interface DebugImage {
  type: string;
  codeFile: string | null;
  /** Lower-case uuid with dashes. */
  debugId: string | null;
  /** All other members, as sent. */
  rest: JsonObject;
}

/**
 * A change of a value: the rule, the kind of change, and its range in the remaining text. The kinds are: x, removed; s,
 * replaced; m, masked; p, replaced by a hash. Clients send others.
 */
export type Remark = [rule: string, kind: string] | [rule: string, kind: string, start: number, end: number];

/** Remarks on one value. */
export interface ValueRemarks {
  rem?: Remark[];
  /** The length of a text, or the number of members, before it was shortened. */
  len?: number;
  /** Kinds of errors that the client reported. */
  err?: string[];
}

/** Remarks on a value and its members, by name or position. */
export interface RemarkTree {
  own?: ValueRemarks;
  members?: Record<string, RemarkTree>;
}

/** A problem found while the event was processed. */
export interface ProcessingError {
  type: string;
  name: string | null;
  value: unknown;
}

export interface EventTag {
  key: string;
  value: string;
}

/** Maximum number of characters of a tag's value; longer values are truncated. */
export const MAX_TAG_VALUE = 200;

/** The types of events that the service makes from items of other types; the payload of an event cannot claim them. */
export type MadeEventType = 'feedback' | 'cron' | 'csp';

/** `error` if there is an exception, else `default`; or the type of an event that the service made. */
export type EventType = 'error' | 'default' | MadeEventType;

/** Returns the type as the contract names it. */
export function presentEventType(type: EventType): 'error' | 'default' | 'csp' | 'generic' {
  return type === 'feedback' || type === 'cron' ? 'generic' : type;
}

/** An error or a message after normalization: every member is present and has the declared type. */
export interface Event {
  /** 32 lower-case hexadecimal digits. */
  eventId: string;
  type: EventType;
  /** Time of the error, in milliseconds since 1970, UTC. */
  timestamp: number;
  /** Time of arrival, in milliseconds since 1970, UTC. */
  received: number;
  platform: string;
  level: Level;
  logger: string | null;
  transaction: string | null;
  serverName: string | null;
  release: string | null;
  dist: string | null;
  environment: string | null;
  logentry: LogEntry | null;
  /** Oldest cause first; the last is the main one. */
  exceptions: ExceptionValue[];
  /**
   * The smallest range that contains all exceptions that the client or the service left out; absent if there is none.
   */
  exceptionsOmitted?: OmittedRange;
  threads: Thread[];
  /** The top-level trace of older SDKs, if no exception or thread has one. */
  stacktrace: Stacktrace | null;
  /** The trace as sent by the client; absent unless source maps changed `stacktrace`. */
  rawStacktrace?: Stacktrace | null;
  breadcrumbs: Breadcrumb[];
  /** Tags set by the client, without those that the service derives. */
  tags: EventTag[];
  user: EventUser | null;
  request: EventRequest | null;
  contexts: Record<string, JsonObject>;
  sdk: JsonObject | null;
  debugImages: DebugImage[];
  /** The fingerprint as sent, its parts as text; null if the client sent none. */
  fingerprint: string[] | null;
  modules: Record<string, string>;
  extra: JsonObject;
  errors: ProcessingError[];
  /**
   * Remarks on values that were redacted or shortened, by the members of this type; tags by key. Absent if there are
   * none.
   */
  remarks?: RemarkTree;
}

/** The properties of an event that its project and its release record. */
export type EventLabels = Readonly<Pick<Event, 'platform' | 'environment' | 'release' | 'received'>>;

/** The properties of an event that lists show, derived from the scrubbed event. */
export interface EventSummary {
  title: string;
  /** The formatted log message, or the empty text. */
  message: string;
  culprit: string | null;
  location: string | null;
  metadata: JsonObject;
  /** Client and derived tags, sorted by key. */
  tags: EventTag[];
}

/** The hash that decides to which issue an event belongs, and the hashed values. */
export interface Grouping {
  /** 32 lower-case hexadecimal digits. */
  hash: string;
  /** The canonical array that was hashed. It explains the grouping. */
  components: unknown[];
}

/** The part of an event that is stored compressed, apart from the columns that lists need. */
export interface EventBody {
  event: Event;
  /** `rule` is 1 if a fingerprinting rule of the project matched. */
  grouping: Pick<Grouping, 'hash'> & { rule?: 1 };
  /** The origin of the event (`packOrigin`); absent from events of earlier versions. */
  via?: string | undefined;
}

const PLAIN_UUID = /^[0-9a-f]{32}$/;
const DASHED_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Parses an event id, with or without dashes. @returns 32 lower-case hexadecimal digits, or null for other text */
export function parseEventId(text: string): string | null {
  const lower = text.toLowerCase();
  if (PLAIN_UUID.test(lower)) return lower;
  return DASHED_UUID.test(lower) ? lower.replaceAll('-', '') : null;
}

/**
 * Parses the id of an event as a client sent it: also in braces, and as a URN.
 * @returns 32 lower-case hexadecimal digits, or null for other text
 */
export function parseSentEventId(text: string): string | null {
  return parseEventId(text.replace(/^(?:urn:uuid:|\{)|\}$/gi, ''));
}

const NO_TRACE = /^0+$/;

/** Returns the id of the trace in the contexts of an event or check-in, in the form of an event id; null for none. */
export function traceIdOf(contexts: unknown): string | null {
  const trace = isObject(contexts) ? contexts['trace'] : null;
  const id = isObject(trace) ? trace['trace_id'] : null;
  const traceId = typeof id === 'string' ? parseEventId(id) : null;
  return traceId === null || NO_TRACE.test(traceId) ? null : traceId;
}

/** The position of an event in lists. */
export interface EventKey {
  readonly timestamp: number;
  readonly eventId: string;
}

/** Returns the key of an event in the cursors of lists (openapi/DECISIONS.md D15). */
export function eventCursorKey({ timestamp, eventId }: EventKey): string[] {
  return [String(timestamp), eventId];
}

/** Returns the key of an event in a list of several projects. */
export function foundEventKey({ project, row }: { readonly project: number; readonly row: EventKey }): string[] {
  return [...eventCursorKey(row), String(project)];
}

/** Parses a debug id, with or without dashes. @returns a lower-case uuid with dashes, or null for other text */
export function parseDebugId(text: string): string | null {
  const plain = parseEventId(text.trim());
  return plain === null ? null : plain.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns true if the code of a platform is JavaScript, for which source maps exist: in browsers or in Node.js. */
export function isJavaScript(platform: string): boolean {
  return platform === 'javascript' || platform === 'node';
}

/** Returns true if a value parsed from JSON is an object: neither an array nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Replaces the stack traces of an event. Returns the event itself if none changes.
 * @param changeRaw replaces the stack traces that the client sent, if source maps have changed the trace
 */
export function changeStacktraces(
  event: Event,
  change: (trace: Stacktrace, exception?: ExceptionValue) => Stacktrace,
  changeRaw: (trace: Stacktrace) => Stacktrace = (trace) => trace,
): Event {
  const changeOwner = <Owner extends Traced>(owner: Owner, exception?: ExceptionValue): Owner => {
    const stacktrace = owner.stacktrace && change(owner.stacktrace, exception);
    const rawStacktrace = owner.rawStacktrace && changeRaw(owner.rawStacktrace);
    if (stacktrace === owner.stacktrace && rawStacktrace === owner.rawStacktrace) return owner;
    return { ...owner, stacktrace, ...(rawStacktrace && { rawStacktrace }) };
  };
  const exceptions = mapChanged(event.exceptions, (exception) => changeOwner(exception, exception));
  const threads = mapChanged(event.threads, (thread) => changeOwner(thread));
  const changed = changeOwner(event);
  if (exceptions === event.exceptions && threads === event.threads) return changed;
  return { ...changed, exceptions, threads };
}

type Traced = Pick<Event, 'stacktrace' | 'rawStacktrace'>;

/** Changes the items of a list. Returns the list itself if no item changes. */
function mapChanged<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  const changed = items.map(change);
  return changed.every((item, at) => item === items[at]) ? items : changed;
}
