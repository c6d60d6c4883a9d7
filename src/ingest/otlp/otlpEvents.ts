import { createHash } from 'node:crypto';
import { BadRequest, RateLimited, TooLarge } from '../../domain/errors';
import type { JsonObject } from '../../domain/event';
import { type AuthorizedClient, countRefusal, type IngestRequest } from '../authorizeDsn';
import { ingestEvent } from '../items/event';
import { MAX_EVENT_BYTES } from '../payload';
import {
  attributesOf,
  objectsOf,
  type OtlpAttributes,
  type OtlpRecord,
  type OtlpSignal,
  plainValue,
  readOtlpRecords,
} from './otlpRequest';

/*
 * Exceptions of spans and of log records of OpenTelemetry become events, by its semantic conventions
 * (https://opentelemetry.io/docs/specs/semconv/).
 */

/** The outcome of the exceptions of a request. */
export interface OtlpResult {
  /** Number of exceptions that were refused because of their content. */
  readonly rejected: number;
  /** The reason in one sentence; empty if none was refused. */
  readonly message: string;
}

/** Signal → the category under which records without an exception are counted. */
const CATEGORIES = { logs: 'log_item', traces: 'span' } as const;

/** Number of events of a request that are processed together. */
const BATCH_EVENTS = 32;

/**
 * Stores the exceptions of a request, and counts the spans or log records without one. Those are not rejected:
 * exporters log a warning for each reply with rejected records.
 * @throws BadRequest if the body cannot be read
 * @throws RateLimited if a limit refuses events; those before were stored, and are recognized when they come again
 */
export async function ingestOtlp(
  request: IngestRequest,
  client: AuthorizedClient,
  { signal, bytes, isProtobuf }: { signal: OtlpSignal; bytes: Uint8Array; isProtobuf: boolean },
): Promise<OtlpResult> {
  const records = readRecords(request, client, signal, bytes, isProtobuf);
  const payloads = records.map((record) => (signal === 'traces' ? exceptionsOfSpan(record) : errorsOfLog(record)));
  const others = payloads.filter(({ length }) => length === 0).length;
  const { quota } = request.ingest;
  if (others > 0) quota.count(client.project.id, 'feature_disabled', request.now, CATEGORIES[signal], others);
  const rejected = await storeEvents(request, client, withIds(payloads.flat()));
  return { rejected, message: rejected === 0 ? '' : `Exceptions that are too large or cannot be read: ${rejected}.` };
}

/** Stores events in batches. Returns the number of events that were refused because of their content. */
async function storeEvents(
  request: IngestRequest,
  client: AuthorizedClient,
  events: readonly OtlpEvent[],
): Promise<number> {
  let refused = 0;
  for (let start = 0; start < events.length; start += BATCH_EVENTS) {
    const batch = events.slice(start, start + BATCH_EVENTS);
    const results = await Promise.allSettled(batch.map((event) => storeEvent(request, client, event)));
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      const error: unknown = result.reason;
      // The exporter sends the whole request again, or drops it: the remaining events have the same reason.
      if (!(error instanceof BadRequest || error instanceof TooLarge)) {
        const rest = events.length - start - batch.length;
        const reason = error instanceof RateLimited ? 'project_quota' : 'internal';
        if (rest > 0) request.ingest.quota.count(client.project.id, reason, request.now, 'error', rest);
        throw error;
      }
      refused += 1;
    }
  }
  return refused;
}

function readRecords(
  request: IngestRequest,
  client: AuthorizedClient,
  signal: OtlpSignal,
  bytes: Uint8Array,
  isProtobuf: boolean,
): OtlpRecord[] {
  try {
    return readOtlpRecords(signal, bytes, isProtobuf);
  } catch (error) {
    countRefusal(request, client, error, 'invalid_json', CATEGORIES[signal]);
    throw error;
  }
}

interface OtlpEvent {
  readonly eventId: string;
  readonly payload: Buffer;
}

async function storeEvent(
  request: IngestRequest,
  client: AuthorizedClient,
  { eventId, payload }: OtlpEvent,
): Promise<void> {
  if (payload.length > MAX_EVENT_BYTES) {
    const error = new TooLarge(`The JSON of an event has at most ${MAX_EVENT_BYTES} bytes.`);
    countRefusal(request, client, error, 'too_large');
    throw error;
  }
  await ingestEvent(request, client, { payload, format: 'item', eventId, flags: [] });
}

/**
 * Returns the events with ids that are derived from their content, so that a repeated request stores nothing twice.
 * Equal exceptions of one request are numbered.
 */
function withIds(payloads: readonly JsonObject[]): OtlpEvent[] {
  const numbers = new Map<string, number>();
  return payloads.map((payload) => {
    const json = JSON.stringify(payload);
    const number = (numbers.get(json) ?? 0) + 1;
    numbers.set(json, number);
    const eventId = createHash('sha256').update(`${number} ${json}`).digest('hex').slice(0, 32);
    return { eventId, payload: Buffer.from(json) };
  });
}

/** Returns the payload of an event for each exception that a span has recorded. */
function exceptionsOfSpan(sent: OtlpRecord): JsonObject[] {
  const { record } = sent;
  const attributes = attributesOf(record['attributes']);
  const events = objectsOf(record['events']).filter(({ name }) => name === 'exception');
  return events.map((event) => {
    const exception = attributesOf(event['attributes']);
    const payload = payloadOf(sent, { ...attributes, ...exception }, event['timeUnixNano']);
    const thrown = exceptionOf(exception, payload['platform']);
    return { ...payload, ...thrown, transaction: textOf(record['name']), level: 'error' };
  });
}

/** Lowest severity number with which a log record without an exception is stored. */
const ERROR_SEVERITY = 17;
/** The levels of events, one for each four severity numbers. */
const LEVELS = ['debug', 'debug', 'info', 'warning', 'error', 'fatal'] as const;

/** Returns the payload of an event for a log record that has an exception or the severity of an error; else none. */
function errorsOfLog(sent: OtlpRecord): JsonObject[] {
  const { record } = sent;
  const attributes = attributesOf(record['attributes']);
  const severity = Number(record['severityNumber'] ?? 0);
  const isException = attributes['exception.type'] !== undefined || attributes['exception.message'] !== undefined;
  const body = plainValue(record['body']);
  const message = typeof body === 'string' ? body : body === null ? null : JSON.stringify(body);
  if (!isException && (severity < ERROR_SEVERITY || message === null || message === '')) return [];
  // Times are texts; a record that does not know its time has a zero.
  const times = [record['timeUnixNano'], record['observedTimeUnixNano']];
  const payload = payloadOf(
    sent,
    attributes,
    times.find((time) => Number(time) > 0),
  );
  const level = severity > 0 ? (LEVELS[Math.floor((severity - 1) / 4)] ?? 'error') : 'error';
  const thrown = isException ? exceptionOf(attributes, payload['platform']) : {};
  return [{ ...payload, ...thrown, level, ...(message !== null && { logentry: { formatted: message } }) }];
}

const EXCEPTION_NAMES = ['exception.type', 'exception.message', 'exception.stacktrace', 'exception.escaped'];

/** Returns the exception of attributes. If its stack trace cannot be parsed, the text of it is in `extra`. */
function exceptionOf(attributes: OtlpAttributes, platform: unknown): JsonObject {
  const [type, value, stack] = EXCEPTION_NAMES.map((name) => textOf(attributes[name]));
  const escaped = attributes['exception.escaped'];
  const mechanism =
    escaped === undefined
      ? {}
      : { mechanism: { type: 'opentelemetry', handled: escaped !== true && escaped !== 'true' } };
  const parsed = stack == null ? null : parseStackText(stack);
  const values = (parsed ?? []).map(({ frames, ...cause }, index, all) => {
    const isMain = index === all.length - 1;
    const names = isMain ? { type: type ?? cause.type, value: value ?? cause.value, ...mechanism } : cause;
    return { ...names, ...(frames.length > 0 && { stacktrace: { frames } }) };
  });
  const main = values.length > 0 ? values : [{ type, value, ...mechanism }];
  const isUnparsed = stack != null && !values.some((exception) => 'stacktrace' in exception);
  const isNode = platform === 'javascript' && stack != null && /\(node:|file:\/\/\/|\(\//.test(stack);
  return {
    exception: { values: main },
    ...(isUnparsed && { extra: { 'exception.stacktrace': stack } }),
    ...(isNode && { platform: 'node' }),
  };
}

/** Platforms by the language of the SDK. */
const PLATFORMS: ReadonlyMap<unknown, string> = new Map([
  ['cpp', 'native'],
  ['dotnet', 'csharp'],
  ['elixir', 'elixir'],
  ['go', 'go'],
  ['java', 'java'],
  ['nodejs', 'node'],
  ['php', 'php'],
  ['python', 'python'],
  ['ruby', 'ruby'],
  ['rust', 'native'],
  ['webjs', 'javascript'],
]);

/** Attributes that have a field of their own in an event. */
const FIELD_ATTRIBUTES = new Set([...EXCEPTION_NAMES, 'enduser.id', 'user.id', 'user.email', 'user.name']);

/** Returns the members of an event that do not depend on its exception. */
function payloadOf({ resource, scope, record }: OtlpRecord, attributes: OtlpAttributes, time: unknown): JsonObject {
  const language = resource['telemetry.sdk.language'];
  const first = (...names: string[]) =>
    names.map((name) => attributes[name] ?? resource[name]).find((one) => one != null);
  const service = textOf(first('service.name'));
  const nanoseconds = typeof time === 'string' || typeof time === 'number' ? Number(time) : 0;
  const others = Object.entries(attributes).filter(([name]) => !FIELD_ATTRIBUTES.has(name));
  const traceId = textOf(record['traceId']);
  const trace = {
    trace_id: traceId?.toLowerCase(),
    span_id: textOf(record['spanId'])?.toLowerCase(),
    parent_span_id: textOf(record['parentSpanId'])?.toLowerCase(),
  };
  return {
    platform: PLATFORMS.get(language) ?? 'other',
    ...(nanoseconds > 0 && { timestamp: nanoseconds / 1e9 }),
    ...withTexts({
      release: first('service.version'),
      environment: first('deployment.environment.name', 'deployment.environment'),
      server_name: first('host.name'),
      logger: scope,
    }),
    ...(service !== null && { tags: { 'service.name': service } }),
    user: withTexts({
      id: first('user.id', 'enduser.id'),
      email: first('user.email'),
      username: first('user.name'),
      ip_address: attributes['client.address'] ?? attributes['http.client_ip'],
    }),
    request: requestOf(attributes),
    contexts: {
      ...(traceId !== null && traceId !== '' && { trace: withTexts(trace) }),
      otel: { attributes: Object.fromEntries(others), resource },
    },
    sdk: withTexts({ name: `opentelemetry.${textOf(language) ?? 'unknown'}`, version: first('telemetry.sdk.version') }),
  };
}

/** Returns the request of the attributes of a server's span, in the present and in the former conventions. */
function requestOf(attributes: OtlpAttributes): JsonObject {
  const first = (...names: string[]) => textOf(names.map((name) => attributes[name]).find((one) => one != null));
  const host = first('server.address', 'http.host', 'net.host.name');
  const port = first('server.port', 'net.host.port');
  const path = first('url.path', 'http.target');
  const origin = host === null ? '' : `${first('url.scheme', 'http.scheme') ?? 'http'}://${host}`;
  const withPort = origin === '' || port === null || /:\d+$/.test(origin) ? origin : `${origin}:${port}`;
  const headers = Object.entries(attributes).flatMap(([name, value]) => {
    const [, header] = /^http\.request\.header\.(.+)$/.exec(name) ?? [];
    return header === undefined ? [] : [[header, textOf(Array.isArray(value) ? value[0] : value)]];
  });
  const agent = first('user_agent.original', 'http.user_agent');
  return {
    ...withTexts({
      url: first('url.full', 'http.url') ?? (path === null ? null : withPort + path),
      method: first('http.request.method', 'http.method'),
      query_string: first('url.query'),
    }),
    headers: agent === null ? headers : [...headers, ['User-Agent', agent]],
  };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** Returns the members that have a text. */
function withTexts(members: Readonly<Record<string, unknown>>): JsonObject {
  const texts = Object.entries(members).map(([name, value]) => [name, textOf(value)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== null && text !== ''));
}

/* Parses stack traces that are text, as the runtimes of languages print them. */

/** An exception in a printed stack trace. Its frames are in the order of events: oldest call first. */
interface TextException {
  readonly type: string | null;
  readonly value: string | null;
  readonly frames: readonly JsonObject[];
}

/**
 * Parses the stack trace of an exception and of its causes, oldest cause first. Returns null unless the text is of
 * JavaScript, of Python or of a language of the JVM.
 */
function parseStackText(text: string): TextException[] | null {
  if (text.length > MAX_LENGTH || linesOf(text).some((line) => line.length > MAX_LINE)) return null;
  if (PYTHON_FRAME.test(text)) return parsePython(text);
  if (JVM_FRAME.test(text)) return parseJvm(text);
  return JAVASCRIPT_FRAME.test(text) || FIREFOX_FRAME.test(text) ? parseJavaScript(text) : null;
}

/** Maximum length of a text and of its lines; longer ones are not parsed, because regular expressions search them. */
const MAX_LENGTH = 64 * 1024;
const MAX_LINE = 1024;
/** Number of lines of a text that are read. */
const MAX_LINES = 2000;

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n/, MAX_LINES);
}

/** Splits the last line of a trace, as `ValueError: no total`. */
function headOf(line: string): Pick<TextException, 'type' | 'value'> {
  const [, type = null, value = null] = /^(?:Uncaught )?([\w$.]+)(?:: (.*))?$/s.exec(line.trim()) ?? [];
  return { type, value };
}

const PYTHON_FRAME = /^ {2}File "[^"\n]+", line \d+/m;

function parsePython(text: string): TextException[] {
  const exceptions: TextException[] = [];
  let frames: JsonObject[] = [];
  for (const line of linesOf(text)) {
    const [, path, lineno, name] = /^ {2}File "([^"]+)", line (\d+)(?:, in (.*))?$/.exec(line) ?? [];
    const last = frames.at(-1);
    if (path !== undefined) {
      frames.push({
        abs_path: path,
        filename: path,
        lineno: Number(lineno),
        ...(name !== undefined && { function: name }),
      });
    } else if (/^ {4}\S/.test(line)) {
      // A line of marks below the code says which part of it failed.
      if (last !== undefined && last['context_line'] === undefined && !/^[ ~^]+$/.test(line))
        last['context_line'] = line.slice(4);
    } else if (/^\S/.test(line) && frames.length > 0 && !line.startsWith('Traceback ')) {
      exceptions.push({ ...headOf(line), frames });
      frames = [];
    }
  }
  return frames.length === 0 ? exceptions : [...exceptions, { type: null, value: null, frames }];
}

const JVM_FRAME =
  /^\s+at [^\s(]+\((?:[\w$-]+\.(?:java|kt|kts|scala|groovy|clj)(?::\d+)?|Unknown Source|Native Method)\)/m;

function parseJvm(text: string): TextException[] {
  const exceptions: { type: string | null; value: string | null; frames: JsonObject[] }[] = [];
  for (const line of linesOf(text)) {
    const [, place = '', file = ''] = /^\s+at (?:[^\s(]*\/)?([^\s(/]+)\(([^)]*)\)/.exec(line) ?? [];
    const last = exceptions.at(-1);
    if (place !== '') last?.frames.unshift(jvmFrame(place, file));
    else if (/^(?:Caused by: )?[\w$.]+(?::|$)/.test(line))
      exceptions.push({ ...headOf(line.replace('Caused by: ', '')), frames: [] });
  }
  return exceptions.filter(({ frames }) => frames.length > 0).reverse();
}

function jvmFrame(place: string, file: string): JsonObject {
  const dot = place.lastIndexOf('.');
  const [, filename, lineno] = /^([^:]+\.\w+)(?::(\d+))?$/.exec(file) ?? [];
  return {
    module: place.slice(0, Math.max(dot, 0)),
    function: place.slice(dot + 1),
    ...(filename !== undefined && { filename }),
    ...(lineno !== undefined && { lineno: Number(lineno) }),
  };
}

const JAVASCRIPT_FRAME = /^\s*at .*:\d+:\d+\)?$/m;
/** As Firefox and Safari write it. */
const FIREFOX_FRAME = /^[^@\n]*@\S+:\d+:\d+$/m;

function parseJavaScript(text: string): TextException[] {
  const frames = linesOf(text).flatMap((line): JsonObject[] => {
    const [, inV8, path, lineno, colno] =
      /^\s*at (?:(?:async )?(.*?) \()?((?:[a-z][a-z0-9+.-]*:|\/|<|[A-Za-z]:\\|async ).*?):(\d+):(\d+)\)?$/.exec(line) ??
      [];
    const [, inFirefox, address, row, column] = /^([^@]*)@(\S+):(\d+):(\d+)$/.exec(line) ?? [];
    const file = (path ?? address)?.replace(/^async /, '').replace(/^file:\/\//, '');
    if (file === undefined) return [];
    const name = inV8 ?? inFirefox ?? '';
    const position = { lineno: Number(lineno ?? row), colno: Number(colno ?? column) };
    return [{ abs_path: file, filename: file, ...position, ...(name !== '' && { function: name }) }];
  });
  return frames.length === 0 ? [] : [{ type: null, value: null, frames: frames.reverse() }];
}
