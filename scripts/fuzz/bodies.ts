/** Arbitrary request bodies: JSON, forms, events and envelopes, in right and wrong forms, and their bytes. */
import { createHash } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { bundle } from '../../test/support/zip';
import { type FuzzBody, type FuzzOperation, resolveSchema, type Schema } from './contract';
import {
  anyJson,
  fittingValue,
  isRecord,
  Known,
  mostly,
  newest,
  oddText,
  oneOf,
  RawJson,
  recordOf,
  TABLE,
  textOf,
  toJson,
  type Value,
  violatingValue,
} from './values';

/** An archive of a minified file and its source map, which `assembleArtifactBundle` accepts. */
export const ARCHIVE = bundle([
  { name: '~/app.js', bytes: 'console.log(1);\n//# sourceMappingURL=app.js.map', type: 'minified_source' },
  { name: '~/app.js.map', bytes: '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}' },
]);

/** A body before ids are filled in. */
export interface PlannedBody {
  readonly content: AnyContent;
  /** Null for no content type; undefined for the type that fits the content. */
  readonly contentType: string | null | undefined;
  /** A name of `ENCODINGS`. */
  readonly encoding: string;
  /** True if the body is sent without a length. */
  readonly isChunked: boolean;
}

/** Variations are names of the tables below. */
export type AnyContent =
  | { readonly kind: 'json'; readonly value: Value; readonly variation: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Spaces, to exceed a limit. */
  | { readonly kind: 'spaces'; readonly length: number }
  | { readonly kind: 'event'; readonly value: Value; readonly isPacked: boolean }
  | { readonly kind: 'form'; readonly parts: readonly PlannedPart[]; readonly variation: string }
  | {
      readonly kind: 'envelope';
      readonly header: Value;
      readonly items: readonly PlannedItem[];
      readonly variation: string;
    };

/** A part of a form. */
interface PlannedPart {
  readonly name: string;
  readonly content: string;
  /** The file name; undefined for a field that is no file, `sha1` for the hash of the content. */
  readonly fileName: string | undefined;
  readonly isCompressed: boolean;
}

interface PlannedItem {
  readonly type: Value;
  readonly payload: Value;
  readonly length: 'right' | 'none' | 'too long' | 'wrong';
}

type Writer<Input> = (input: Input) => string | Buffer;
type Variations<Input> = Readonly<Record<string, Writer<Input>>>;

const plain = (bytes: Buffer) => bytes;

/** The bytes of a body with each content encoding. */
const ENCODINGS: Variations<Buffer> = {
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes),
  identity: plain,
  GZIP: (bytes) => gzipSync(bytes, { level: 1 }),
  'falsely gzip': plain,
  zstd: plain,
  'gzip, gzip': plain,
  nonsense: plain,
};

/** The encodings with which the service refuses an event. */
export const REFUSED_ENCODINGS = ['falsely gzip', 'zstd', 'gzip, gzip', 'nonsense'];

/** The ways in which a JSON text is not what a parser expects. */
const JSON_VARIATIONS: Variations<string> = {
  'byte order mark': (json) => `\ufeff${json}`,
  cut: (json) => json.slice(0, -1),
  'two values': (json) => json + json,
  'key twice': (json) => json.replace(/^\{("[^"]*"):/, '{$1:null,$1:'),
  'not UTF-8': (json) => Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from(',"\xff\xfe":1}', 'latin1')]),
  'spaces around': (json) => `\r\n\t ${json} \n`,
  comment: (json) => `/* */${json}`,
  deep: (json) => json.replace(/\}$/, `,"deep":${'['.repeat(5000)}${']'.repeat(5000)}}`).replace('{,', '{'),
};

const ENVELOPE_VARIATIONS: Variations<readonly string[]> = {
  cut: (lines) => lines.join('\n').slice(0, -3),
  'blank line first': (lines) => `\n${lines.join('\n')}`,
  CRLF: (lines) => lines.join('\r\n'),
  'line ends after': (lines) => `${lines.join('\n')}\n\n\n`,
};

const FORM_VARIATIONS = ['cut', 'other boundary', 'no boundary', 'part without name'];

/** The content of a part that is an artifact bundle. */
const BUNDLE = '(an artifact bundle)';

const encoding = mostly(20, fc.constant('none'), fc.constantFrom('none', ...Object.keys(ENCODINGS)));
const isChunked = mostly(10, fc.constant(false), fc.constant(true));
const contentType = mostly(15, fc.constant(undefined), oneOf(TABLE.oddContentTypes));

function variationOf(odds: number, variations: readonly string[]): fc.Arbitrary<string> {
  return mostly(odds, fc.constant('none'), fc.constantFrom(...variations));
}

export function plannedBody(operation: FuzzOperation): fc.Arbitrary<PlannedBody | null> {
  const { body } = operation;
  if (body === undefined) return mostly(15, fc.constant(null), withoutBody);
  const content = contentFor(operation.operationId, body);
  return mostly(40, fc.record({ content, contentType, encoding, isChunked }), fc.constant(null));
}

/** Bodies for operations that take no body. */
const withoutBody: fc.Arbitrary<PlannedBody> = fc.record({
  content: fc.constantFrom<AnyContent>(
    { kind: 'text', text: '' },
    { kind: 'text', text: '{}' },
    { kind: 'json', value: { id: [new Known('issue', 0)] }, variation: 'none' },
    { kind: 'text', text: '\0\xff' },
  ),
  contentType,
  encoding: fc.constant('none'),
  isChunked,
});

function contentFor(operationId: string, body: FuzzBody): fc.Arbitrary<AnyContent> {
  const form = body.schemas.get('multipart/form-data');
  const json = body.schemas.get('application/json');
  const text = fc.oneof(
    fc.constantFrom('', ' ', '{', '[]', 'null', '"x"', '0', '{}', '\ufeff{}', '--', '\r\n'),
    oddText,
  );
  const choices = [{ weight: 1, arbitrary: text.map((one): AnyContent => ({ kind: 'text', text: one })) }];
  const add = (weight: number, arbitrary: fc.Arbitrary<AnyContent>) => choices.push({ weight, arbitrary });
  if (operationId.startsWith('storeEvent')) add(30, eventContent);
  else if (operationId === 'storeEnvelope') add(30, envelopeContent);
  else if (form !== undefined) add(30, formContent(resolveSchema(form)));
  else if (json !== undefined) add(30, jsonContent(mostly(2, fittingValue(json), violatingValue(json))));
  // Rarely, because large bodies take long to send.
  const [small, large] = [
    { kind: 'text', text: '{}' } as const,
    { kind: 'spaces', length: body.maxBytes + 1 } as const,
  ];
  if (body.maxBytes <= 1024 * 1024) add(1, mostly(20, fc.constant(small), fc.constant(large)));
  return fc.oneof(...choices);
}

function jsonContent(value: fc.Arbitrary<Value>): fc.Arbitrary<AnyContent> {
  const variation = variationOf(30, Object.keys(JSON_VARIATIONS));
  return fc.record({ kind: fc.constant('json' as const), value, variation });
}

function formContent(schema: Schema): fc.Arbitrary<AnyContent> {
  const variation = variationOf(25, FORM_VARIATIONS);
  return fc.record({ kind: fc.constant('form' as const), parts: partsOf(schema), variation });
}

/** Returns parts with the names of the schema's properties, sometimes others, in any number. */
function partsOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<PlannedPart[]> {
  const isUpload = 'file_gzip' in properties;
  const declared = Object.entries(properties).map(([name, property]) => {
    const parts = partsNamed(name, resolveSchema(property), isUpload);
    return required.includes(name) ? mostly(20, parts, fc.constant([])) : fc.oneof(parts, fc.constant([]));
  });
  const unknown = fc.record({
    name: fc.constantFrom('nope', '', 'File', '__proto__', 'a"b', 'dist'),
    content: oddText,
    fileName: fc.constant(undefined),
    isCompressed: fc.constant(false),
  });
  return fc
    .tuple(...declared, mostly(15, fc.constant([]), fc.array(unknown, { minLength: 1, maxLength: 2 })))
    .map((lists) => lists.flat());
}

function partsNamed(name: string, schema: Schema, isChunk: boolean): fc.Arbitrary<PlannedPart[]> {
  const isList = schema.type === 'array';
  const member = isList ? resolveSchema(schema.items ?? {}) : schema;
  const isFile = member.format === 'binary';
  const texts = mostly(5, fittingValue(member, name), violatingValue(member, name)).map((value) => {
    const text = textOf(value);
    return typeof text === 'string' ? text : JSON.stringify(text);
  });
  const fileName = isChunk ? oneOf(TABLE.chunkNames) : fc.constantFrom('app.js', 'app.js.map', '', 'ä"', undefined);
  const part = fc.record({
    name: fc.constant(name),
    content: isFile ? fc.constantFrom(BUNDLE, BUNDLE, ...TABLE.files) : texts,
    fileName: isFile ? fileName : fc.constant(undefined),
    isCompressed: mostly(10, fc.constant(name === 'file_gzip'), fc.constant(name !== 'file_gzip')),
  });
  const parts = fc.array(part, { minLength: 1, maxLength: isList ? 3 : 1 });
  const limit = isList ? (schema.maxItems ?? 100) + 1 : 2;
  const tooMany = part.map((one) => Array.from({ length: limit }, () => one));
  return mostly(25, parts, tooMany);
}

const HEX_DIGITS = Array.from('0123456789abcdef');

const hexId = fc.oneof(
  fc.constantFrom('8f3a1c5e7b9d4026a1b2c3d4e5f60718', '8f3a1c5e-7b9d-4026-a1b2-c3d4e5f60719', 'A'.repeat(32)),
  fc.string({ unit: fc.constantFrom(...HEX_DIGITS), minLength: 32, maxLength: 32 }),
);

const frame: fc.Arbitrary<Value> = fc.record(
  Object.fromEntries(Object.entries(TABLE.frame).map(([name, values]) => [name, oneOf(values)])),
);

const exception: fc.Arbitrary<Value> = fc.record({
  type: fc.constantFrom<Value>('Error', 'TypeError', '', null, 7),
  value: fc.oneof(fc.constantFrom('boom', "Cannot read properties of undefined (reading 'x')", ''), oddText),
  stacktrace: fc.record({ frames: fc.array(frame, { maxLength: 4 }) }),
});

/** Members of an event in usual forms. */
const EVENT_MEMBERS: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  event_id: hexId,
  exception: fc.oneof(
    fc.record({ values: fc.array(exception, { minLength: 1, maxLength: 3 }) }),
    fc.array(exception, { maxLength: 2 }),
  ),
  message: fc.oneof(fc.constantFrom<Value>('out of stock', { message: 'user %s', params: ['7'] }), oddText),
  release: fc.oneof(
    newest.map((index): Value => new Known('release', index)),
    fc.constantFrom('shop@1.0', 'latest', 'a/b'),
  ),
  timestamp: fc.oneof(
    fc.constantFrom<Value>('2026-11-21T10:30:00Z', 1795257000.5, -1, 'yesterday'),
    fc.constantFrom(new RawJson('1e400'), new RawJson('1e308')),
  ),
  ...Object.fromEntries(Object.entries(TABLE.event).map(([name, values]) => [name, oneOf(values)])),
};

const event: fc.Arbitrary<Value> = recordOf(
  Object.entries(EVENT_MEMBERS).map(([name, usual]) => ({
    name,
    absent: name === 'exception' ? 1 : 4,
    value: mostly<Value, Value>(8, usual, anyJson(3)),
  })),
);

const eventContent: fc.Arbitrary<AnyContent> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('event' as const),
      value: event,
      isPacked: mostly(8, fc.constant(false), fc.constant(true)),
    }),
  },
  { weight: 1, arbitrary: jsonContent(event) },
);

const item: fc.Arbitrary<PlannedItem> = fc.record({
  type: mostly<Value, Value>(
    25,
    fc.oneof(fc.constant('event'), oneOf(TABLE.itemTypes)),
    fc.constantFrom<Value>('', null, 7, {}),
  ),
  payload: mostly(12, event, mostly<Value, Value>(1, oddText, anyJson(2))),
  length: mostly(25, fc.constantFrom('right' as const, 'none'), fc.constantFrom('too long' as const, 'wrong')),
});

const envelopeHeader: fc.Arbitrary<Value> = mostly<Value, Value>(
  12,
  fc.oneof(
    fc.constant<Value>({}),
    hexId.map((id): Value => ({ event_id: id, sent_at: '2026-11-21T10:30:00Z' })),
  ),
  fc.oneof(
    fc.constantFrom<Value>(null, [], 'x', { event_id: 'nonsense' }, { event_id: 7 }, { dsn: 'nonsense' }, { dsn: {} }),
    anyJson(2),
  ),
);

const envelopeContent: fc.Arbitrary<AnyContent> = fc.record({
  kind: fc.constant('envelope' as const),
  header: envelopeHeader,
  items: mostly(20, fc.array(item, { minLength: 1, maxLength: 2 }), fc.array(item, { maxLength: 5 })),
  variation: variationOf(25, Object.keys(ENVELOPE_VARIATIONS)),
});

/** A part of a form as it is sent. */
export interface SentPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly bytes: Buffer;
  /** The bytes before compression. */
  readonly content: Buffer;
}

export interface SentBody {
  readonly bytes: Buffer;
  /** The parts of a form; undefined for another body. */
  readonly parts: readonly SentPart[] | undefined;
}

type Find = (reference: Known) => string | number;

/** Fills in ids. @param dsn stands in the header of an envelope */
export function renderBody({ content, encoding }: PlannedBody, find: Find, dsn: string | undefined): SentBody {
  const parts = content.kind === 'form' ? content.parts.map(renderPart) : undefined;
  const written =
    content.kind === 'form' ? renderForm(parts ?? [], content.variation) : renderContent(content, find, dsn);
  const bytes = Buffer.from(written as string);
  return { bytes: (ENCODINGS[encoding] ?? plain)(bytes) as Buffer, parts };
}

function renderContent(
  content: Exclude<AnyContent, { kind: 'form' }>,
  find: Find,
  dsn: string | undefined,
): string | Buffer {
  if (content.kind === 'text') return content.text;
  if (content.kind === 'spaces') return ' '.repeat(content.length);
  if (content.kind === 'envelope') {
    const { header, items, variation } = content;
    const withDsn = dsn !== undefined && isRecord(header) ? { ...header, dsn } : header;
    const lines = [toJson(withDsn, find), ...items.flatMap((one) => renderItem(one, find))];
    return ENVELOPE_VARIATIONS[variation]?.(lines) ?? lines.join('\n');
  }
  const json = toJson(content.value, find);
  if (content.kind === 'json') return JSON_VARIATIONS[content.variation]?.(json) ?? json;
  return content.isPacked ? deflateSync(json).toString('base64') : json;
}

function renderItem({ type, payload, length }: PlannedItem, find: Find): [header: string, payload: string] {
  const text = typeof payload === 'string' ? payload : toJson(payload, find);
  const bytes = Buffer.byteLength(text);
  const lengths = { right: bytes, none: undefined, 'too long': bytes + 10, wrong: Math.max(0, bytes - 1) };
  const given = lengths[length];
  return [toJson(given === undefined ? { type } : { type, length: given }, find), text];
}

function renderPart({ name, content, fileName, isCompressed }: PlannedPart): SentPart {
  const bytes = content === BUNDLE ? ARCHIVE : Buffer.from(content);
  const hash = createHash('sha1').update(bytes).digest('hex');
  const named = fileName === 'sha1' ? hash : fileName === 'SHA1' ? hash.toUpperCase() : fileName;
  return { name, fileName: named, bytes: isCompressed ? gzipSync(bytes, { level: 1 }) : bytes, content: bytes };
}

const BOUNDARY = 'fuzz-boundary';

export function usualType(content: AnyContent): string {
  if (content.kind === 'form')
    return content.variation === 'no boundary' ? 'multipart/form-data' : `multipart/form-data; boundary=${BOUNDARY}`;
  return content.kind === 'envelope' ? 'application/x-sentry-envelope' : 'application/json';
}

function renderForm(parts: readonly SentPart[], variation: string): Buffer {
  const boundary = variation === 'other boundary' ? 'another' : BOUNDARY;
  const quote = (text: string) => text.replace(/[\\"]/g, '\\$&').replace(/[\r\n]/g, ' ');
  const pieces = parts.flatMap(({ name, fileName, bytes }) => {
    const named = variation === 'part without name' ? '' : `; name="${quote(name)}"`;
    const file =
      fileName === undefined ? '' : `; filename="${quote(fileName)}"\r\nContent-Type: application/octet-stream`;
    return [`--${boundary}\r\nContent-Disposition: form-data${named}${file}\r\n\r\n`, bytes, '\r\n'];
  });
  const end = variation === 'cut' ? '' : `--${boundary}--\r\n`;
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece as string)));
}
