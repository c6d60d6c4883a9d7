import type { components } from '../../../client/createClient';

export type ShownEvent = components['schemas']['EventDetail'];
export type ShownIssue = components['schemas']['Issue'];
type UnknownEntry = components['schemas']['EventEntry'];

/** A JSON object of an event. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** One call of a stack trace. */
export interface StackFrame {
  readonly filename: string | null;
  readonly absPath: string | null;
  readonly function: string | null;
  readonly rawFunction: string | null;
  readonly module: string | null;
  readonly package: string | null;
  readonly platform: string | null;
  readonly lineNo: number | null;
  readonly colNo: number | null;
  readonly inApp: boolean;
  readonly context: readonly (readonly [line: number, text: string])[];
  readonly vars: JsonMembers | null;
  readonly instructionAddr: string | null;
  /** The page of a repository that shows the line. */
  readonly sourceLink: string | null;
  /** The source map that resolved the frame. */
  readonly map: string | null;
}

/** A list of calls, the oldest first. */
export interface StackTrace {
  readonly frames: readonly StackFrame[];
  /** Ranges of calls that were left out, counted in the complete list. */
  readonly omitted: readonly (readonly [from: number, to: number])[];
  readonly registers: JsonMembers | null;
}

/** The stack trace as source maps resolve it, and as it was sent if that differs. */
interface Traces {
  readonly stack: StackTrace | null;
  readonly raw: StackTrace | null;
}

export interface ExceptionPart extends Traces {
  /** Its position in the event, where the oldest cause is the first. */
  readonly index: number;
  readonly type: string | null;
  readonly value: string | null;
  readonly module: string | null;
  readonly threadId: string | null;
  readonly mechanism: JsonMembers | null;
  /** Positions of the exceptions that caused it. */
  readonly causes: readonly number[];
}

export interface ThreadPart extends Traces {
  readonly id: string | null;
  readonly name: string | null;
  readonly state: string | null;
  readonly crashed: boolean;
  readonly current: boolean;
}

export interface CrumbPart {
  /** Milliseconds since 1970, UTC. */
  readonly time: number | null;
  readonly type: string;
  readonly category: string | null;
  readonly level: string | null;
  readonly message: string | null;
  readonly data: JsonMembers | null;
}

export interface RequestPart {
  readonly method: string | null;
  readonly url: string | null;
  readonly query: readonly (readonly [string, string])[];
  readonly fragment: string | null;
  readonly headers: readonly (readonly [string, string])[];
  readonly cookies: readonly (readonly [string, string])[];
  readonly data: unknown;
  readonly env: JsonMembers | null;
  readonly contentType: string | null;
  readonly apiTarget: string | null;
}

/** The parts of an event's body. */
export interface EventParts {
  readonly message: { readonly text: string; readonly template: string | null; readonly params: unknown } | null;
  /** The newest first, as they are shown. */
  readonly exceptions: readonly ExceptionPart[];
  readonly exceptionsOmitted: readonly [from: number, to: number] | null;
  /** A stack trace without an exception. */
  readonly trace: Traces | null;
  /** The thread that crashed is the first. */
  readonly threads: readonly ThreadPart[];
  readonly crumbs: readonly CrumbPart[];
  /** The report of a browser about a violated Content-Security-Policy. */
  readonly report: JsonMembers | null;
  readonly request: RequestPart | null;
  /** Files of the program with their debug ids. */
  readonly images: readonly JsonMembers[];
  /** Parts of kinds that are unknown here. They are shown as they are. */
  readonly others: readonly UnknownEntry[];
}

export function membersOf(value: unknown): JsonMembers | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonMembers) : null;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function listOf<T>(value: unknown, read: (member: unknown) => T | null): T[] {
  return Array.isArray(value) ? value.map(read).filter((member): member is T & {} => member !== null) : [];
}

function rangeOf(value: unknown): readonly [number, number] | null {
  if (!Array.isArray(value)) return null;
  const [from, to] = value as unknown[];
  return typeof from === 'number' && typeof to === 'number' ? [from, to] : null;
}

function pairOf(value: unknown): readonly [string, string] | null {
  if (!Array.isArray(value)) return null;
  const [name, text] = value as unknown[];
  return typeof name === 'string' ? [name, typeof text === 'string' ? text : JSON.stringify(text ?? null)] : null;
}

function frameOf(value: unknown): StackFrame | null {
  const frame = membersOf(value);
  if (frame === null) return null;
  return {
    filename: textOf(frame['filename']),
    absPath: textOf(frame['absPath']),
    function: textOf(frame['function']),
    rawFunction: textOf(frame['rawFunction']),
    module: textOf(frame['module']),
    package: textOf(frame['package']),
    platform: textOf(frame['platform']),
    lineNo: numberOf(frame['lineNo']),
    colNo: numberOf(frame['colNo']),
    inApp: frame['inApp'] === true,
    context: listOf(frame['context'], (line) => {
      if (!Array.isArray(line)) return null;
      const [number, text] = line as unknown[];
      return typeof number === 'number' ? ([number, typeof text === 'string' ? text : ''] as const) : null;
    }),
    vars: membersOf(frame['vars']),
    instructionAddr: textOf(frame['instructionAddr']),
    sourceLink: textOf(frame['sourceLink']),
    map: textOf(frame['map']),
  };
}

function stackOf(value: unknown): StackTrace | null {
  const stack = membersOf(value);
  if (stack === null) return null;
  const frames = listOf(stack['frames'], frameOf);
  if (frames.length === 0) return null;
  return {
    frames,
    omitted: listOf(stack['framesOmittedRanges'], rangeOf),
    registers: membersOf(stack['registers']),
  };
}

function tracesOf(value: JsonMembers): Traces {
  return { stack: stackOf(value['stacktrace']), raw: stackOf(value['rawStacktrace']) };
}

/**
 * Finds the causes of each exception. Clients that send groups name the parent of each; in other chains each exception
 * is the cause of the one behind it.
 */
function causesOf(values: readonly JsonMembers[]): number[][] {
  const mechanisms = values.map((value) => membersOf(value['mechanism']));
  const isGrouped = mechanisms.some((mechanism) => typeof mechanism?.['parent_id'] === 'number');
  if (!isGrouped) return values.map((_, index) => (index === 0 ? [] : [index - 1]));
  return mechanisms.map((mechanism) => {
    const id = mechanism?.['exception_id'];
    if (typeof id !== 'number') return [];
    return mechanisms.flatMap((other, index) => (other?.['parent_id'] === id ? [index] : [])).reverse();
  });
}

function exceptionsOf(data: JsonMembers): ExceptionPart[] {
  const values = listOf(data['values'], membersOf);
  const causes = causesOf(values);
  return values
    .map((value, index) => ({
      index,
      type: textOf(value['type']),
      value: textOf(value['value']),
      module: textOf(value['module']),
      threadId: textOf(value['threadId']),
      mechanism: membersOf(value['mechanism']),
      causes: causes[index] ?? [],
      ...tracesOf(value),
    }))
    .reverse();
}

function threadsOf(data: JsonMembers): ThreadPart[] {
  const threads = listOf(data['values'], membersOf).map((value) => ({
    id: textOf(value['id']),
    name: textOf(value['name']),
    state: textOf(value['state']),
    crashed: value['crashed'] === true,
    current: value['current'] === true,
    ...tracesOf(value),
  }));
  const rank = ({ crashed, current }: ThreadPart): number => (crashed ? 0 : current ? 1 : 2);
  return threads.sort((one, other) => rank(one) - rank(other));
}

function crumbOf(value: unknown): CrumbPart | null {
  const crumb = membersOf(value);
  if (crumb === null) return null;
  const time = typeof crumb['timestamp'] === 'string' ? Date.parse(crumb['timestamp']) : NaN;
  const data = membersOf(crumb['data']);
  return {
    time: Number.isNaN(time) ? null : time,
    type: textOf(crumb['type']) ?? 'default',
    category: textOf(crumb['category']),
    level: textOf(crumb['level']),
    message: textOf(crumb['message']),
    data: data === null || Object.keys(data).length === 0 ? null : data,
  };
}

/**
 * Returns the text of a breadcrumb on one line: its message, or the request that it is about. Null if it has data only.
 */
export function crumbText({ message, data }: CrumbPart): string | null {
  if (message !== null) return message;
  const url = textOf(data?.['url']);
  if (url === null) return null;
  const status = textOf(data?.['status_code']);
  return [textOf(data?.['method']), url, status === null ? null : `[${status}]`]
    .filter((part) => part !== null)
    .join(' ');
}

function requestOf(data: JsonMembers): RequestPart {
  return {
    method: textOf(data['method']),
    url: textOf(data['url']),
    query: listOf(data['query'], pairOf),
    fragment: textOf(data['fragment']),
    headers: listOf(data['headers'], pairOf),
    cookies: listOf(data['cookies'], pairOf),
    data: data['data'] ?? null,
    env: membersOf(data['env']),
    contentType: textOf(data['inferredContentType']),
    apiTarget: textOf(data['apiTarget']),
  };
}

function messageOf(data: JsonMembers): EventParts['message'] {
  const template = textOf(data['message']);
  const text = textOf(data['formatted']) ?? template;
  return text === null ? null : { text, template: template === text ? null : template, params: data['params'] ?? null };
}

const KNOWN = ['message', 'exception', 'stacktrace', 'threads', 'breadcrumbs', 'request', 'debugmeta', 'csp'];

/** Reads the entries of an event. */
export function partsOf({ entries }: Pick<ShownEvent, 'entries'>): EventParts {
  const data = (type: string): JsonMembers | null => entries.find((entry) => entry.type === type)?.data ?? null;
  const read = <T>(type: string, reader: (entry: JsonMembers) => T): T | null => {
    const entry = data(type);
    return entry === null ? null : reader(entry);
  };
  return {
    message: read('message', messageOf),
    exceptions: read('exception', exceptionsOf) ?? [],
    exceptionsOmitted: rangeOf(data('exception')?.['excOmitted']),
    trace: read('stacktrace', (entry) => ({ stack: stackOf(entry), raw: null })),
    threads: read('threads', threadsOf) ?? [],
    crumbs: read('breadcrumbs', (entry) => listOf(entry['values'], crumbOf)) ?? [],
    request: read('request', requestOf),
    report: data('csp'),
    images: read('debugmeta', (entry) => listOf(entry['images'], membersOf)) ?? [],
    others: entries.filter(({ type }) => !KNOWN.includes(type)),
  };
}
