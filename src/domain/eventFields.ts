import type {
  Breadcrumb,
  DebugImage,
  Event,
  EventRequest,
  EventTag,
  EventUser,
  ExceptionValue,
  JsonObject,
  LogEntry,
  Mechanism,
  ProcessingError,
  Stacktrace,
  Thread,
} from './event';

/*
 * The fields of an event and of the records in it, in the order in which they are stored: a row says how a field is
 * named, limited, scrubbed, redacted, shown and found. The fields of frames have a table of their own, `FRAME_FIELDS`.
 * src/README.md tells how a field is added.
 */

/** The types of fields, by kind. */
interface EventFieldTypes {
  /** Free text. */
  text: string | null;
  /** Name in the program. */
  identifier: string | null;
  /** Version, or the release of a program. */
  version: string | null;
  /** File, as frames name it. */
  path: string | null;
  /** Number, or free text in place of it. */
  id: number | string | null;
  /** Free-form data. */
  data: JsonObject | null;
  value: unknown;
  /** List of texts. */
  texts: string[] | null;
  /** Names with texts, each of which may be there several times. */
  pairs: [string, string][];
  versions: Record<string, string>;
  /** Free-form data by name. */
  contexts: Record<string, JsonObject>;
  /** A record with a table of its own, or a list of them. */
  record: object | null;
  trace: Stacktrace | null;
  frames: Stacktrace['frames'];
  /** Number, flag, time, or text with few values or of a fixed form: it can contain no secret. */
  fixed: number | string | boolean | null | readonly number[] | readonly (readonly number[])[];
  /** Address that normalization has validated; removed by rules of its own. */
  address: string | null;
  /** Value that the service derives from fields that are scrubbed, while or after it scrubs them. */
  derived: unknown;
}

export type EventFieldKind = keyof EventFieldTypes;
/** The kinds that the built-in scrubbing leaves as they are. */
type UnscrubbedKind = 'fixed' | 'address' | 'derived';

/** Describes how a field is normalized, scrubbed, redacted and presented. */
export interface EventField {
  readonly kind: EventFieldKind;
  /** The field's name in payloads of clients, and in the paths of PII rules; absent if the service sets the field. */
  readonly payload?: string;
  /** Limit of characters, also of the JSON of data, or of items. */
  readonly limit?: number;
  /** Limit of characters of one item. */
  readonly itemLimit?: number;
  /**
   * Selectors of PII rules that remove the field as a whole: any selector, or only selectors that name a field on which
   * reading and grouping depend. If absent, no rules are applied to the field.
   */
  readonly pii?: 'data' | 'structural';
  /** The field's name in the contract; of a field of the event itself, the member that shows it. */
  readonly presented?: string;
  /** The key by which searches find the field: the key of a tag or of a search entry. */
  readonly searched?: string;
  /** True if remarks report the redacted or shortened parts of a field of the event. */
  readonly isRemarked?: true;
}

/** A row for each member of a type, of a kind that fits the type of the member. */
type FieldsOf<Type> = {
  readonly [Name in keyof Required<Type>]: EventField & { readonly kind: KindOf<Required<Type>[Name]> };
};
type KindOf<Member> = {
  [Kind in EventFieldKind]: Member extends EventFieldTypes[Kind] ? Kind : never;
}[EventFieldKind];

/**
 * Maximum number of characters of the text of a message, an exception or a breadcrumb, and of free-form data of most
 * kinds.
 */
const MAX_LONG_TEXT = 8192;
const MAX_URL = 2048;

export const EVENT_FIELDS = {
  eventId: { kind: 'fixed', payload: 'event_id', presented: 'eventID' },
  type: { kind: 'fixed', presented: 'event.type' },
  timestamp: { kind: 'fixed', payload: 'timestamp', presented: 'dateCreated' },
  received: { kind: 'fixed', presented: 'dateReceived' },
  platform: { kind: 'text', payload: 'platform', limit: 64, presented: 'platform' },
  level: { kind: 'fixed', payload: 'level', presented: 'tags', searched: 'level' },
  logger: {
    kind: 'text',
    payload: 'logger',
    limit: 64,
    pii: 'structural',
    presented: 'tags',
    searched: 'logger',
  },
  transaction: {
    kind: 'text',
    payload: 'transaction',
    limit: 200,
    pii: 'structural',
    presented: 'tags',
    searched: 'transaction',
  },
  serverName: {
    kind: 'text',
    payload: 'server_name',
    limit: 256,
    pii: 'structural',
    presented: 'tags',
    searched: 'server_name',
  },
  release: {
    kind: 'version',
    payload: 'release',
    limit: 200,
    pii: 'structural',
    presented: 'release',
    searched: 'release',
  },
  dist: {
    kind: 'version',
    payload: 'dist',
    limit: 64,
    pii: 'structural',
    presented: 'dist',
    searched: 'dist',
  },
  environment: {
    kind: 'text',
    payload: 'environment',
    limit: 64,
    pii: 'structural',
    presented: 'tags',
    searched: 'environment',
  },
  logentry: { kind: 'record', payload: 'logentry', pii: 'data', presented: 'entries', isRemarked: true },
  // Half of the exceptions that are kept are the oldest, which are the causes, half the newest.
  exceptions: {
    kind: 'record',
    payload: 'exception',
    limit: 100,
    pii: 'structural',
    presented: 'entries',
    isRemarked: true,
  },
  exceptionsOmitted: { kind: 'fixed', presented: 'entries' },
  threads: {
    kind: 'record',
    payload: 'threads',
    limit: 250,
    pii: 'structural',
    presented: 'entries',
    isRemarked: true,
  },
  stacktrace: { kind: 'trace', payload: 'stacktrace', pii: 'structural', presented: 'entries', isRemarked: true },
  rawStacktrace: { kind: 'derived' },
  // The newest are kept, which SDKs send last.
  breadcrumbs: {
    kind: 'record',
    payload: 'breadcrumbs',
    limit: 100,
    pii: 'data',
    presented: 'entries',
    isRemarked: true,
  },
  tags: { kind: 'record', payload: 'tags', limit: 200, pii: 'data', presented: 'tags', isRemarked: true },
  user: { kind: 'record', payload: 'user', pii: 'data', presented: 'user', isRemarked: true },
  request: { kind: 'record', payload: 'request', pii: 'data', presented: 'entries', isRemarked: true },
  contexts: {
    kind: 'contexts',
    payload: 'contexts',
    limit: 100,
    itemLimit: MAX_LONG_TEXT,
    pii: 'data',
    presented: 'contexts',
    isRemarked: true,
  },
  sdk: { kind: 'data', payload: 'sdk', limit: MAX_LONG_TEXT, pii: 'structural', presented: 'sdk', isRemarked: true },
  debugImages: { kind: 'record', payload: 'debug_meta', limit: 1000, presented: 'entries' },
  fingerprint: { kind: 'texts', payload: 'fingerprint', limit: 50, itemLimit: 1024, pii: 'structural' },
  modules: {
    kind: 'versions',
    payload: 'modules',
    limit: MAX_LONG_TEXT,
    itemLimit: 200,
    pii: 'structural',
    presented: 'packages',
    isRemarked: true,
  },
  extra: {
    kind: 'data',
    payload: 'extra',
    limit: 256 * 1024,
    itemLimit: 16 * 1024,
    pii: 'data',
    presented: 'context',
    isRemarked: true,
  },
  errors: { kind: 'record', payload: 'errors', limit: 100, pii: 'data', presented: 'errors' },
  remarks: { kind: 'derived', payload: '_meta', presented: '_meta' },
} as const satisfies FieldsOf<Event>;

export const LOG_ENTRY_FIELDS = {
  message: { kind: 'text', payload: 'message', limit: MAX_LONG_TEXT, pii: 'data', presented: 'message' },
  formatted: { kind: 'text', payload: 'formatted', limit: MAX_LONG_TEXT, pii: 'data', presented: 'formatted' },
  params: { kind: 'value', payload: 'params', limit: MAX_LONG_TEXT, pii: 'data', presented: 'params' },
} as const satisfies FieldsOf<LogEntry>;

export const EXCEPTION_FIELDS = {
  type: {
    kind: 'text',
    payload: 'type',
    limit: 128,
    pii: 'structural',
    presented: 'type',
    searched: '~error.type',
  },
  value: {
    kind: 'text',
    payload: 'value',
    limit: MAX_LONG_TEXT,
    pii: 'data',
    presented: 'value',
    searched: '~error.value',
  },
  module: { kind: 'identifier', payload: 'module', limit: 256, pii: 'structural', presented: 'module' },
  threadId: { kind: 'id', payload: 'thread_id', limit: 128, presented: 'threadId' },
  mechanism: { kind: 'record', payload: 'mechanism', pii: 'data', presented: 'mechanism' },
  stacktrace: { kind: 'trace', payload: 'stacktrace', pii: 'structural', presented: 'stacktrace' },
  rawStacktrace: { kind: 'trace', payload: 'raw_stacktrace', pii: 'structural', presented: 'rawStacktrace' },
} as const satisfies FieldsOf<ExceptionValue>;

export const MECHANISM_FIELDS = {
  type: { kind: 'text', payload: 'type', limit: 128, presented: 'type', searched: 'mechanism' },
  handled: { kind: 'fixed', payload: 'handled', presented: 'handled', searched: 'handled' },
  synthetic: { kind: 'fixed', payload: 'synthetic', presented: 'synthetic' },
  source: { kind: 'text', payload: 'source', limit: 128, presented: 'source' },
  description: { kind: 'text', payload: 'description', limit: 1024, pii: 'data', presented: 'description' },
  helpLink: { kind: 'text', payload: 'help_link', limit: 1024, presented: 'help_link' },
  isExceptionGroup: { kind: 'fixed', payload: 'is_exception_group', presented: 'is_exception_group' },
  exceptionId: { kind: 'fixed', payload: 'exception_id', presented: 'exception_id' },
  parentId: { kind: 'fixed', payload: 'parent_id', presented: 'parent_id' },
  data: { kind: 'data', payload: 'data', limit: 4096, pii: 'data', presented: 'data' },
  meta: { kind: 'data', payload: 'meta', limit: 4096, pii: 'data', presented: 'meta' },
} as const satisfies FieldsOf<Mechanism>;

export const STACKTRACE_FIELDS = {
  frames: { kind: 'frames', payload: 'frames', limit: 100, pii: 'structural', presented: 'frames' },
  framesOmitted: { kind: 'fixed', payload: 'frames_omitted', presented: 'framesOmitted' },
  omittedRanges: { kind: 'fixed', presented: 'framesOmittedRanges' },
  registers: { kind: 'data', payload: 'registers', limit: 4096, pii: 'structural', presented: 'registers' },
  unmarked: { kind: 'fixed' },
} as const satisfies FieldsOf<Stacktrace>;

export const THREAD_FIELDS = {
  id: { kind: 'id', payload: 'id', limit: 128, presented: 'id' },
  name: { kind: 'text', payload: 'name', limit: 256, pii: 'structural', presented: 'name' },
  state: { kind: 'text', payload: 'state', limit: 128, presented: 'state' },
  crashed: { kind: 'fixed', payload: 'crashed', presented: 'crashed' },
  current: { kind: 'fixed', payload: 'current', presented: 'current' },
  main: { kind: 'fixed', payload: 'main' },
  stacktrace: { kind: 'trace', payload: 'stacktrace', pii: 'structural', presented: 'stacktrace' },
  rawStacktrace: { kind: 'derived', presented: 'rawStacktrace' },
} as const satisfies FieldsOf<Thread>;

export const BREADCRUMB_FIELDS = {
  timestamp: { kind: 'fixed', payload: 'timestamp', presented: 'timestamp' },
  type: { kind: 'text', payload: 'type', limit: 128, presented: 'type' },
  category: { kind: 'text', payload: 'category', limit: 256, pii: 'structural', presented: 'category' },
  level: { kind: 'fixed', payload: 'level', presented: 'level' },
  message: { kind: 'text', payload: 'message', limit: MAX_LONG_TEXT, pii: 'data', presented: 'message' },
  data: { kind: 'data', payload: 'data', limit: MAX_LONG_TEXT, pii: 'data', presented: 'data' },
  eventId: { kind: 'text', payload: 'event_id', limit: 36, presented: 'event_id' },
} as const satisfies FieldsOf<Breadcrumb>;

export const TAG_FIELDS = {
  key: { kind: 'text', payload: 'key', limit: 200, presented: 'key' },
  value: { kind: 'text', payload: 'value', limit: 200, pii: 'data', presented: 'value' },
} as const satisfies FieldsOf<EventTag>;

export const USER_FIELDS = {
  id: { kind: 'text', payload: 'id', limit: 128, pii: 'data', presented: 'id', searched: 'user' },
  username: {
    kind: 'text',
    payload: 'username',
    limit: 128,
    pii: 'data',
    presented: 'username',
    searched: '~user.username',
  },
  email: {
    kind: 'text',
    payload: 'email',
    limit: 128,
    pii: 'data',
    presented: 'email',
    searched: '~user.email',
  },
  ipAddress: {
    kind: 'address',
    payload: 'ip_address',
    limit: 64,
    pii: 'data',
    presented: 'ip_address',
    searched: '~user.ip',
  },
  name: { kind: 'text', payload: 'name', limit: 128, pii: 'data', presented: 'name' },
  geo: { kind: 'data', payload: 'geo', limit: 1024, pii: 'data', presented: 'geo' },
  data: { kind: 'data', payload: 'data', limit: MAX_LONG_TEXT, pii: 'data', presented: 'data' },
} as const satisfies FieldsOf<EventUser>;

export const REQUEST_FIELDS = {
  url: { kind: 'text', payload: 'url', limit: MAX_URL, pii: 'data', presented: 'url', searched: 'url' },
  method: { kind: 'fixed', payload: 'method', presented: 'method' },
  fragment: { kind: 'text', payload: 'fragment', limit: MAX_URL, pii: 'data', presented: 'fragment' },
  query: { kind: 'pairs', payload: 'query_string', itemLimit: MAX_URL, pii: 'data', presented: 'query' },
  headers: { kind: 'pairs', payload: 'headers', itemLimit: MAX_URL, pii: 'data', presented: 'headers' },
  cookies: { kind: 'pairs', payload: 'cookies', itemLimit: MAX_URL, pii: 'data', presented: 'cookies' },
  data: { kind: 'value', payload: 'data', limit: MAX_LONG_TEXT, pii: 'data', presented: 'data' },
  env: { kind: 'data', payload: 'env', limit: MAX_LONG_TEXT, pii: 'data', presented: 'env' },
  inferredContentType: {
    kind: 'text',
    payload: 'inferred_content_type',
    limit: 128,
    presented: 'inferredContentType',
  },
  apiTarget: { kind: 'text', payload: 'api_target', limit: 128, presented: 'apiTarget' },
} as const satisfies FieldsOf<EventRequest>;

export const DEBUG_IMAGE_FIELDS = {
  type: { kind: 'text', payload: 'type', limit: 64, presented: 'type' },
  codeFile: { kind: 'path', payload: 'code_file', limit: MAX_URL, presented: 'code_file' },
  debugId: { kind: 'fixed', payload: 'debug_id', presented: 'debug_id' },
  rest: { kind: 'data', limit: 2048 },
} as const satisfies FieldsOf<DebugImage>;

export const ERROR_FIELDS = {
  type: { kind: 'text', payload: 'type', limit: 128, presented: 'type' },
  name: { kind: 'text', payload: 'name', limit: 256, presented: 'name' },
  value: { kind: 'value', payload: 'value', limit: 1024, pii: 'data', presented: 'value' },
} as const satisfies FieldsOf<ProcessingError>;

/** The members of an event that can have remarks. */
export type RemarkedName = {
  [Name in keyof typeof EVENT_FIELDS]: (typeof EVENT_FIELDS)[Name] extends { readonly isRemarked: true } ? Name : never;
}[keyof typeof EVENT_FIELDS];

/** A table of the fields of one type. */
export type FieldTable = Readonly<Record<string, EventField>>;

/**
 * The members of a value that scrubbing leaves as they are. Scrubbed members are left out, so that a copy must name
 * each of them.
 */
export type Unscrubbed<Type, Table extends FieldTable> = Pick<
  Type,
  { [Name in keyof Type & keyof Table]: Table[Name]['kind'] extends UnscrubbedKind ? Name : never }[keyof Type &
    keyof Table]
>;

/** The members of a value that the contract contains. */
export type Presented<Table extends FieldTable> = Record<
  Extract<Table[keyof Table], { readonly presented: string }>['presented'],
  unknown
>;

/** Lists the fields of a table with their names, in the order of the table. */
export function listFields<Table extends FieldTable>(
  table: Table,
): readonly (EventField & { readonly name: keyof Table & string })[] {
  return Object.entries(table).map(([name, field]) => ({ name, ...field }));
}

/** Returns the names of fields in payloads of clients. */
export function payloadNames(table: FieldTable): string[] {
  return listFields(table).flatMap(({ payload = [] }) => payload);
}
