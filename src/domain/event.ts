import { randomUUID } from 'node:crypto';

/** A JSON object of unknown content. */
export type JsonObject = Record<string, unknown>;

export type Level = 'fatal' | 'error' | 'warning' | 'info' | 'debug';

/** One call on a stack. Lines and columns count from 1. */
export interface Frame {
  filename: string | null;
  absPath: string | null;
  function: string | null;
  rawFunction: string | null;
  module: string | null;
  package: string | null;
  platform: string | null;
  lineno: number | null;
  colno: number | null;
  preContext: string[];
  contextLine: string | null;
  postContext: string[];
  /** Whether the frame is the application's own code; always decided by normalisation. */
  inApp: boolean;
  vars: JsonObject | null;
  data: JsonObject | null;
  instructionAddr: string | null;
  symbolAddr: string | null;
  addrMode: string | null;
  lock: JsonObject | null;
}

/** Frames from the oldest call to the newest: the last is where it crashed. */
export interface Stacktrace {
  frames: Frame[];
  /** Half-open range of frames the client or the server left out, if any. */
  framesOmitted: [number, number] | null;
  registers: JsonObject | null;
}

/** How an exception was caught; only what the client sent. */
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
  /** The trace as the client sent it, where `stacktrace` was changed by source maps. */
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
  /** The trace as the client sent it; only where source maps changed `stacktrace`. */
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

/** Says which debug id, or which native image, belongs to a file of the stack. */
export interface DebugImage {
  type: string;
  codeFile: string | null;
  /** Lower-case uuid with dashes. */
  debugId: string | null;
  /** Every other member, as sent. */
  rest: JsonObject;
}

/** A problem met while the event was processed. */
export interface ProcessingError {
  type: string;
  name: string | null;
  value: unknown;
}

export interface EventTag {
  key: string;
  value: string;
}

/** An error or message after normalisation: every member present, every type as stated (reference/ingest.md §2.1). */
export interface Event {
  /** 32 lower-case hexadecimal digits. */
  eventId: string;
  /** `error` if there is an exception, else `default`. */
  type: 'error' | 'default';
  /** When it happened and when it arrived: milliseconds since 1970, UTC. */
  timestamp: number;
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
  threads: Thread[];
  /** Legacy top-level trace, where no exception or thread carries one. */
  stacktrace: Stacktrace | null;
  /** The trace as the client sent it; only where source maps changed `stacktrace`. */
  rawStacktrace?: Stacktrace | null;
  breadcrumbs: Breadcrumb[];
  /** Tags the client set, without the ones the server derives. */
  tags: EventTag[];
  user: EventUser | null;
  request: EventRequest | null;
  contexts: Record<string, JsonObject>;
  sdk: JsonObject | null;
  debugImages: DebugImage[];
  /** As sent, parts as text; null where the client gave none. */
  fingerprint: string[] | null;
  modules: Record<string, string>;
  extra: JsonObject;
  errors: ProcessingError[];
}

/** What an event tells of its project and its release. */
export type EventLabels = Readonly<Pick<Event, 'platform' | 'environment' | 'release' | 'received'>>;

/** What lists show of an event, derived from the (scrubbed) event (reference/ingest.md §2.2–2.3). */
export interface EventSummary {
  title: string;
  /** Formatted log message, else empty. */
  message: string;
  culprit: string | null;
  location: string | null;
  metadata: JsonObject;
  /** Client and derived tags, sorted by key. */
  tags: EventTag[];
}

/** Which issue an event belongs to, and why. */
export interface Grouping {
  /** 32 lower-case hexadecimal digits. */
  hash: string;
  /** The canonical array that was hashed: it explains the grouping. */
  components: unknown[];
}

/** What is stored of an event beside its list columns. */
export interface EventBody {
  event: Event;
  grouping: Pick<Grouping, 'hash'>;
}

const PLAIN_UUID = /^[0-9a-f]{32}$/;
const DASHED_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An event id as it is stored, 32 lower-case hexadecimal digits, from either written form in any case; null for other text. */
export function parseEventId(text: string): string | null {
  const lower = text.toLowerCase();
  if (PLAIN_UUID.test(lower)) return lower;
  return DASHED_UUID.test(lower) ? lower.replaceAll('-', '') : null;
}

/** A new random event id. */
export function newEventId(): string {
  return randomUUID().replaceAll('-', '');
}

/** An event's place in lists, as their cursors carry it: timestamp and id (decisions.md D15). */
export function eventCursorKey({
  timestamp,
  eventId,
}: {
  readonly timestamp: number;
  readonly eventId: string;
}): string[] {
  return [String(timestamp), eventId];
}

/** A debug id as it is stored, a lower-case uuid with dashes, from any written form of it; null for other text. */
export function parseDebugId(text: string): string | null {
  const plain = parseEventId(text.trim());
  return plain === null ? null : plain.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Whether a value read from JSON is an object, not a list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
