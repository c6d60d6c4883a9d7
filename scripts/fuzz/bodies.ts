/** Arbitrary request bodies: JSON, forms, events and envelopes, in right and wrong forms. */
import * as fc from 'fast-check';
import { type FuzzBody, type FuzzOperation, resolveSchema, type Schema } from './contract';
import { fittingValue, Known, mostly, newest, oddText, RawJson, type Value, violatingValue } from './values';

/** A body before ids are filled in. */
export interface PlannedBody {
  readonly content: AnyContent;
  /** Null for no content type; undefined for the type that fits the content. */
  readonly contentType: string | null | undefined;
  readonly encoding: ContentEncoding;
  /** True if the body is sent without a length. */
  readonly isChunked: boolean;
}

type ContentEncoding = (typeof ENCODINGS)[number];

const ENCODINGS = [
  'none',
  'gzip',
  'deflate',
  'br',
  'identity',
  'GZIP',
  'falsely gzip',
  'zstd',
  'gzip, gzip',
  'nonsense',
] as const;

export type AnyContent =
  | { readonly kind: 'json'; readonly value: Value; readonly variation: JsonVariation }
  | { readonly kind: 'text'; readonly text: string }
  /** Spaces, to exceed a limit. */
  | { readonly kind: 'spaces'; readonly length: number }
  | { readonly kind: 'event'; readonly value: Value; readonly isPacked: boolean }
  | { readonly kind: 'form'; readonly parts: readonly PlannedPart[]; readonly variation: FormVariation }
  | {
      readonly kind: 'envelope';
      readonly header: Value;
      readonly items: readonly PlannedItem[];
      readonly variation: EnvelopeVariation;
    };

type JsonVariation =
  'none' | 'byte order mark' | 'cut' | 'two values' | 'key twice' | 'not UTF-8' | 'spaces around' | 'comment' | 'deep';

type FormVariation = 'none' | 'cut' | 'other boundary' | 'no boundary' | 'part without name';

type EnvelopeVariation = 'none' | 'cut' | 'blank line first' | 'CRLF' | 'line ends after';

/** A part of a form. */
export interface PlannedPart {
  readonly name: string;
  readonly content: string;
  /** The file name; undefined for a field that is no file, `sha1` for the hash of the content. */
  readonly fileName: string | undefined;
  readonly isCompressed: boolean;
}

export interface PlannedItem {
  readonly type: Value;
  readonly payload: Value;
  readonly length: 'right' | 'none' | 'too long' | 'wrong';
}

/** The content of a part that is an artifact bundle; its bytes are in `wire.ts`. */
export const BUNDLE = '(an artifact bundle)';

const encoding = mostly(20, fc.constant<ContentEncoding>('none'), fc.constantFrom(...ENCODINGS));
const isChunked = mostly(10, fc.constant(false), fc.constant(true));
const WRONG_TYPES = [
  null,
  '',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'APPLICATION/JSON',
  'application/json; charset=utf-16',
  'application/json;',
  'multipart/form-data',
  'a/b; c="',
];
const contentType = mostly(15, fc.constant(undefined), fc.constantFrom(...WRONG_TYPES));

/** Returns bodies for the operation, or none. */
export function plannedBody(operation: FuzzOperation): fc.Arbitrary<PlannedBody | null> {
  const { body } = operation;
  if (body === undefined) return mostly(15, fc.constant(null), withoutBody);
  const content = contentFor(operation.operationId, body);
  const given = fc.record({ content, contentType, encoding, isChunked });
  return mostly(40, given, fc.constant(null));
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
  encoding: fc.constant<ContentEncoding>('none'),
  isChunked,
});

function contentFor(operationId: string, body: FuzzBody): fc.Arbitrary<AnyContent> {
  const form = body.schemas.get('multipart/form-data');
  const json = body.schemas.get('application/json');
  const choices: { weight: number; arbitrary: fc.Arbitrary<AnyContent> }[] = [
    {
      weight: 1,
      arbitrary: fc
        .oneof(fc.constantFrom('', ' ', '{', '[]', 'null', '"x"', '0', '{}', '\ufeff{}', '--', '\r\n'), oddText)
        .map((text) => ({ kind: 'text', text })),
    },
  ];
  if (operationId.startsWith('storeEvent')) choices.push({ weight: 30, arbitrary: eventContent });
  else if (operationId === 'storeEnvelope') choices.push({ weight: 30, arbitrary: envelopeContent });
  else if (form !== undefined) choices.push({ weight: 30, arbitrary: formContent(resolveSchema(form)) });
  else if (json !== undefined) choices.push({ weight: 30, arbitrary: jsonContent(json) });
  if (body.maxBytes <= 1024 * 1024)
    choices.push({ weight: 1, arbitrary: rarely({ kind: 'spaces', length: body.maxBytes + 1 }) });
  return fc.oneof(...choices);
}

/** Returns the content for one request in twenty, because large bodies take long to send. */
function rarely(content: AnyContent): fc.Arbitrary<AnyContent> {
  return mostly(20, fc.constant<AnyContent>({ kind: 'text', text: '{}' }), fc.constant(content));
}

const jsonVariation = mostly(
  30,
  fc.constant<JsonVariation>('none'),
  fc.constantFrom<JsonVariation>(
    'byte order mark',
    'cut',
    'two values',
    'key twice',
    'not UTF-8',
    'spaces around',
    'comment',
    'deep',
  ),
);

function jsonContent(schema: Schema): fc.Arbitrary<AnyContent> {
  const value = mostly(2, fittingValue(schema), violatingValue(schema));
  return fc.record({ kind: fc.constant('json' as const), value, variation: jsonVariation });
}

const chunkName = fc.constantFrom(
  'sha1',
  'sha1',
  'sha1',
  'sha1',
  'sha1',
  'SHA1',
  '0'.repeat(40),
  '',
  'x.js',
  '../a"b',
  'ä.js',
);

function formContent(schema: Schema): fc.Arbitrary<AnyContent> {
  const variation = mostly(
    25,
    fc.constant<FormVariation>('none'),
    fc.constantFrom<FormVariation>('cut', 'other boundary', 'no boundary', 'part without name'),
  );
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
  const member = schema.type === 'array' ? resolveSchema(schema.items ?? {}) : schema;
  const isFile = member.format === 'binary';
  const text = (value: Value) =>
    typeof value === 'string' ? value : value instanceof RawJson ? value.text : JSON.stringify(value);
  const content = isFile
    ? fc.constantFrom(
        BUNDLE,
        BUNDLE,
        'console.log(1);\n//# sourceMappingURL=app.js.map',
        '{"version":3,"sources":[],"names":[],"mappings":""}',
        '',
        '\0\r\n--',
        '{"version":3,"sections":[{"offset":{"line":1e9}}]}',
      )
    : mostly(5, fittingValue(member, name), violatingValue(member, name)).map(text);
  const part = fc.record({
    name: fc.constant(name),
    content,
    fileName: isFile
      ? isChunk
        ? chunkName
        : fc.constantFrom('app.js', 'app.js.map', '', 'ä"', undefined)
      : fc.constant(undefined),
    isCompressed: mostly(10, fc.constant(name === 'file_gzip'), fc.constant(name !== 'file_gzip')),
  });
  const count = schema.type === 'array' ? { minLength: 1, maxLength: 3 } : { minLength: 1, maxLength: 1 };
  const parts = fc.array(part, count);
  const limit = schema.type === 'array' ? (schema.maxItems ?? 100) + 1 : 2;
  return mostly(
    25,
    parts,
    part.map((one) => Array.from({ length: limit }, () => one)),
  );
}

const HEX_DIGITS = Array.from('0123456789abcdef');

const hexId = fc.oneof(
  fc.constantFrom('8f3a1c5e7b9d4026a1b2c3d4e5f60718', '8f3a1c5e-7b9d-4026-a1b2-c3d4e5f60719', 'A'.repeat(32)),
  fc.string({ unit: fc.constantFrom(...HEX_DIGITS), minLength: 32, maxLength: 32 }),
);

const frame: fc.Arbitrary<Value> = fc.record({
  filename: fc.constantFrom('app.min.js', 'https://shop.example/app.js', '/srv/shop.py', 'node:internal/x'),
  abs_path: fc.constantFrom<Value>('https://shop.example/app.js', '~/app.js', null),
  function: fc.constantFrom('pay', '?', '', 'Object.<anonymous>'),
  lineno: fc.constantFrom<Value>(1, 0, -1, '7', 2 ** 40),
  colno: fc.constantFrom<Value>(1, 0, null, 5000),
  in_app: fc.constantFrom<Value>(true, false, null),
});

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
  level: fc.constantFrom('error', 'fatal', 'critical', 'nonsense'),
  release: fc.oneof(
    newest.map((index): Value => new Known('release', index)),
    fc.constantFrom('shop@1.0', 'latest', 'a/b'),
  ),
  dist: fc.constantFrom('7', '.', 'x'.repeat(65)),
  environment: fc.constantFrom('production', 'none', 'a/b'),
  platform: fc.constantFrom('javascript', 'node', 'python', 'other', 'nonsense'),
  tags: fc.constantFrom<Value>({ region: 'eu' }, [['region', 'eu'], ['x']], { '': '' }, [null], { __proto__: 1 }),
  user: fc.constantFrom<Value>({ id: 7, email: 'ann@example.com', ip_address: '{{auto}}' }, { id: null }, 'ann'),
  contexts: fc.constantFrom<Value>({ os: { name: 'Linux' }, trace: { trace_id: 'x' } }, { a: [] }),
  breadcrumbs: fc.constantFrom<Value>({ values: [{ message: 'click', timestamp: 1 }] }, [{}], 'x'),
  timestamp: fc.constantFrom<Value>(
    '2026-11-21T10:30:00Z',
    1795257000.5,
    -1,
    new RawJson('1e400'),
    'yesterday',
    new RawJson('1e308'),
  ),
  request: fc.constantFrom<Value>(
    { url: 'https://shop.example/?a=b', headers: [['User-Agent', 'x']], data: 'a=1' },
    { headers: { Cookie: 'a=b' } },
  ),
  extra: fc.constantFrom<Value>({ password: 'hunter2', card: '4111 1111 1111 1111' }, { deep: [[[[[[[[[1]]]]]]]]] }),
  fingerprint: fc.constantFrom<Value>(['{{ default }}', 'x'], [], 'x', [null, 1]),
  debug_meta: fc.constantFrom<Value>(
    {
      images: [
        {
          type: 'sourcemap',
          code_file: 'https://shop.example/app.js',
          debug_id: '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64',
        },
      ],
    },
    { images: 1 },
  ),
  transaction: fc.constantFrom<Value>('/checkout', '', 5),
  sdk: fc.constantFrom<Value>(
    { name: 'sentry.javascript.node', version: '11.0.0', settings: { infer_ip: 'auto' } },
    'x',
  ),
};

const ABSENT = Symbol('absent');

const event: fc.Arbitrary<Value> = fc
  .record(
    Object.fromEntries(
      Object.entries(EVENT_MEMBERS).map(([name, usual]) => {
        const any = mostly<Value, Value>(8, usual, fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Value>);
        return [name, mostly<typeof ABSENT | Value, Value>(name === 'exception' ? 1 : 4, fc.constant(ABSENT), any)];
      }),
    ),
  )
  .map((members) =>
    Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Value] => entry[1] !== ABSENT)),
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('json' as const), value: event, variation: jsonVariation }) },
);

const ITEM_TYPES = [
  'event',
  'transaction',
  'session',
  'sessions',
  'client_report',
  'attachment',
  'user_report',
  'check_in',
  'replay_event',
  'profile',
  'nonsense',
];

const item: fc.Arbitrary<PlannedItem> = fc.record({
  type: mostly(
    25,
    fc.oneof(fc.constant('event'), fc.constantFrom(...ITEM_TYPES)),
    fc.constantFrom<Value>('', null, 7, {}),
  ),
  payload: mostly(12, event, mostly<Value, Value>(1, oddText, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Value>)),
  length: mostly<PlannedItem['length'], PlannedItem['length']>(
    25,
    fc.constantFrom<PlannedItem['length']>('right', 'none'),
    fc.constantFrom<PlannedItem['length']>('too long', 'wrong'),
  ),
});

const envelopeHeader: fc.Arbitrary<Value> = mostly<Value, Value>(
  12,
  fc.oneof(
    fc.constant<Value>({}),
    hexId.map((id): Value => ({ event_id: id, sent_at: '2026-11-21T10:30:00Z' })),
  ),
  fc.oneof(
    fc.constantFrom<Value>(null, [], 'x', { event_id: 'nonsense' }, { event_id: 7 }, { dsn: 'nonsense' }, { dsn: {} }),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Value>,
  ),
);

const envelopeContent: fc.Arbitrary<AnyContent> = fc.record({
  kind: fc.constant('envelope' as const),
  header: envelopeHeader,
  items: mostly(20, fc.array(item, { minLength: 1, maxLength: 2 }), fc.array(item, { maxLength: 5 })),
  variation: mostly(
    25,
    fc.constant<EnvelopeVariation>('none'),
    fc.constantFrom<EnvelopeVariation>('cut', 'blank line first', 'CRLF', 'line ends after'),
  ),
});
