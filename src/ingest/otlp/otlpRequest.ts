import { createRequire } from 'node:module';
import type * as Protobuf from '@bufbuild/protobuf/wire';
import { BadRequest } from '../../domain/errors';
import { isObject, type JsonObject } from '../../domain/event';
import { lazily } from '../../domain/lazy';

/** Loads the package only for the first request: most services receive none. */
const protobuf = lazily(() => createRequire(__filename)('@bufbuild/protobuf/wire') as typeof Protobuf);

/*
 * Reads requests of the OpenTelemetry protocol (https://opentelemetry.io/docs/specs/otlp/) from JSON or protobuf to the
 * form of JSON. Of protobuf messages, only the fields that events need are read.
 */

/** The signals that can have exceptions. */
export type OtlpSignal = 'logs' | 'traces';

/** A span or a log record, with the resource and the scope that it shares with others. */
export interface OtlpRecord {
  readonly resource: OtlpAttributes;
  readonly scope: string | null;
  readonly record: JsonObject;
}

/** Attributes as plain values. */
export type OtlpAttributes = Readonly<Record<string, unknown>>;

/** Returns the spans or log records of a body. @throws BadRequest if it cannot be read */
export function readOtlpRecords(signal: OtlpSignal, bytes: Uint8Array, isProtobuf: boolean): OtlpRecord[] {
  const [groups, scopes, records] = MEMBERS[signal];
  const request = isProtobuf ? decode(bytes, REQUESTS[signal]) : parseJson(bytes);
  return objectsOf(request[groups]).flatMap((group) => {
    const resource = attributesOf(isObject(group['resource']) ? group['resource']['attributes'] : null);
    return objectsOf(group[scopes]).flatMap((scoped) => {
      const { scope } = scoped;
      const name = isObject(scope) && typeof scope['name'] === 'string' && scope['name'] !== '' ? scope['name'] : null;
      return objectsOf(scoped[records]).map((record) => ({ resource, scope: name, record }));
    });
  });
}

function parseJson(bytes: Uint8Array): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new BadRequest('The body is not valid JSON.');
  }
  if (!isObject(value)) throw new BadRequest('The body is not a JSON object.');
  return value;
}

/** Returns the objects of a list; empty for any other value. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}

/** Deeper values are dropped. */
const MAX_DEPTH = 8;

/** Converts a list of keys and values. */
export function attributesOf(list: unknown, depth = MAX_DEPTH): OtlpAttributes {
  const entries = objectsOf(list).flatMap(({ key, value }) =>
    typeof key === 'string' && key !== '__proto__' ? [[key, plainValue(value, depth)] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** Converts an `AnyValue`: an object whose only member says its type. */
export function plainValue(value: unknown, depth = MAX_DEPTH): unknown {
  if (!isObject(value) || depth === 0) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = value;
  if (stringValue !== undefined || boolValue !== undefined) return stringValue ?? boolValue;
  // 64-bit integers are texts in JSON.
  if (intValue !== undefined) return Number.isSafeInteger(Number(intValue)) ? Number(intValue) : intValue;
  if (doubleValue !== undefined) return doubleValue;
  if (isObject(arrayValue)) return objectsOf(arrayValue['values']).map((one) => plainValue(one, depth - 1));
  if (isObject(kvlistValue)) return attributesOf(kvlistValue['values'], depth - 1);
  return bytesValue ?? null;
}

/** Members of the JSON form: groups by resource, groups by scope, and records. */
const MEMBERS: Readonly<Record<OtlpSignal, readonly [string, string, string]>> = {
  logs: ['resourceLogs', 'scopeLogs', 'logRecords'],
  traces: ['resourceSpans', 'scopeSpans', 'spans'],
};

/** The type of a field: a scalar, or a message. */
type FieldType = 'bool' | 'bytes' | 'double' | 'hex' | 'integer' | 'string' | 'time' | 'uint32' | Message;

/** A field. A list has one element for each time that the field occurs in a message. */
type OtlpField = readonly [name: string, type: FieldType, isList?: 'list'];

/** The fields of a message by number. */
interface Message {
  readonly [number: number]: OtlpField;
}

/** Values contain lists of values, which are declared below. */
const anyValue: Message = {
  1: ['stringValue', 'string'],
  2: ['boolValue', 'bool'],
  3: ['intValue', 'integer'],
  4: ['doubleValue', 'double'],
  get 5() {
    return listField;
  },
  get 6() {
    return keyValueListField;
  },
  7: ['bytesValue', 'bytes'],
};
const keyValue: Message = { 1: ['key', 'string'], 2: ['value', anyValue] };
const listField: OtlpField = ['arrayValue', { 1: ['values', anyValue, 'list'] }];
const keyValueListField: OtlpField = ['kvlistValue', { 1: ['values', keyValue, 'list'] }];
const resource: Message = { 1: ['attributes', keyValue, 'list'] };
const scope: Message = { 1: ['name', 'string'], 2: ['version', 'string'] };
const spanEvent: Message = {
  1: ['timeUnixNano', 'time'],
  2: ['name', 'string'],
  3: ['attributes', keyValue, 'list'],
};
const span: Message = {
  1: ['traceId', 'hex'],
  2: ['spanId', 'hex'],
  4: ['parentSpanId', 'hex'],
  5: ['name', 'string'],
  6: ['kind', 'uint32'],
  7: ['startTimeUnixNano', 'time'],
  9: ['attributes', keyValue, 'list'],
  11: ['events', spanEvent, 'list'],
};
const logRecord: Message = {
  1: ['timeUnixNano', 'time'],
  2: ['severityNumber', 'uint32'],
  3: ['severityText', 'string'],
  5: ['body', anyValue],
  6: ['attributes', keyValue, 'list'],
  9: ['traceId', 'hex'],
  10: ['spanId', 'hex'],
  11: ['observedTimeUnixNano', 'time'],
  12: ['eventName', 'string'],
};

function requestOf(signal: OtlpSignal, record: Message): Message {
  const [groups, scopes, records] = MEMBERS[signal];
  const scoped: Message = { 1: ['scope', scope], 2: [records, record, 'list'] };
  const group: Message = { 1: ['resource', resource], 2: [scopes, scoped, 'list'] };
  return { 1: [groups, group, 'list'] };
}

const REQUESTS: Readonly<Record<OtlpSignal, Message>> = {
  logs: requestOf('logs', logRecord),
  traces: requestOf('traces', span),
};

/** Levels of messages within messages. */
const MAX_NESTING = 40;

function decode(bytes: Uint8Array, message: Message): JsonObject {
  try {
    return decodeMessage(new (protobuf().BinaryReader)(bytes), bytes.length, message, MAX_NESTING);
  } catch (error) {
    throw new BadRequest('The body is not a protobuf message of OpenTelemetry.', [(error as Error).message]);
  }
}

function decodeMessage(reader: Protobuf.BinaryReader, end: number, message: Message, nesting: number): JsonObject {
  if (nesting === 0) throw new Error('its messages are nested too deeply');
  if (end > reader.len) throw new Error('it is truncated');
  const decoded: JsonObject = {};
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const [name = '', type, list] = message[number] ?? [];
    if (type === undefined || wireType !== wireTypeOf(type)) {
      reader.skip(wireType, number);
      continue;
    }
    const value =
      typeof type === 'object'
        ? decodeMessage(reader, reader.uint32() + reader.pos, type, nesting - 1)
        : readScalar(reader, type);
    if (list === undefined) decoded[name] = value;
    else ((decoded[name] ??= []) as unknown[]).push(value);
  }
  return decoded;
}

function wireTypeOf(type: FieldType): Protobuf.WireType {
  const { WireType } = protobuf();
  if (type === 'bool' || type === 'integer' || type === 'uint32') return WireType.Varint;
  return type === 'double' || type === 'time' ? WireType.Bit64 : WireType.LengthDelimited;
}

/** Reads a scalar in the form that it has in JSON. */
function readScalar(reader: Protobuf.BinaryReader, type: Exclude<FieldType, Message>): unknown {
  switch (type) {
    case 'bool':
      return reader.bool();
    case 'bytes':
      return Buffer.from(reader.bytes()).toString('base64');
    case 'double':
      return reader.double();
    case 'hex':
      return Buffer.from(reader.bytes()).toString('hex');
    case 'integer':
      return String(reader.int64());
    case 'string':
      return reader.string();
    case 'time':
      return String(reader.fixed64());
    case 'uint32':
      return reader.uint32();
  }
}

/** Returns the reply to a request in protobuf. Empty if everything was accepted. */
export function encodeOtlpReply(rejected: number, message: string): Uint8Array {
  const { BinaryWriter, WireType } = protobuf();
  const writer = new BinaryWriter();
  if (message === '') return writer.finish();
  writer.tag(1, WireType.LengthDelimited).fork();
  if (rejected > 0) writer.tag(1, WireType.Varint).int64(rejected);
  writer.tag(2, WireType.LengthDelimited).string(message).join();
  return writer.finish();
}
