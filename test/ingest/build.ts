import fc from 'fast-check';
import type { Event, JsonObject } from '../../src/domain/event';
import { type ProjectSettings, withDefaultSettings } from '../../src/domain/project';
import { type EventMetadata, normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';

export const NOON = Date.UTC(2026, 0, 15, 12);

export const METADATA: EventMetadata = { eventId: 'ab'.repeat(16), received: NOON, ipAddress: '203.0.113.7' };

/** Normalizes a payload. */
export function normalized(payload: unknown, metadata: Partial<EventMetadata> = {}): Event {
  return normalizeEvent(payload as JsonObject, { ...METADATA, ...metadata });
}

export function settings(changes: Partial<ProjectSettings> = {}): ProjectSettings {
  return withDefaultSettings(changes);
}

const NAMES = [
  'exception',
  'values',
  'stacktrace',
  'frames',
  'type',
  'value',
  'message',
  'logentry',
  'formatted',
  'params',
  'breadcrumbs',
  'data',
  'tags',
  'user',
  'request',
  'headers',
  'cookies',
  'query_string',
  'url',
  'contexts',
  'extra',
  'errors',
  'timestamp',
  'fingerprint',
  'modules',
  'debug_meta',
  'images',
  'debug_id',
  'threads',
  'mechanism',
  'sdk',
  'release',
  'environment',
  'level',
  'platform',
  'env',
  'filename',
  'abs_path',
  'context_line',
  'pre_context',
  'vars',
  'lineno',
  'id',
  'ip_address',
  'key',
  '__proto__',
  'constructor',
  'toString',
  'sentry.interfaces.Exception',
  'sentry.interfaces.Http',
  'password',
  'token',
];

/** Values that are hard to read: special numbers, texts and names. */
const leaf = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    1e400,
    '',
    ' ',
    '\0',
    '\ud800',
    '{{auto}}',
    '%s {} {0} %(a)s',
    '2026-01-15T12:00:00Z',
    'a=b&c=%00',
  ),
  fc.double(),
  fc.integer(),
);

/** JSON with the member names of an event and arbitrary values. */
export const strangePayload: fc.Arbitrary<JsonObject> = fc
  .letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 5 }),
      tie('object'),
    ),
    object: fc.dictionary(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
      ),
      tie('value'),
      { maxKeys: 6 },
    ),
  }))
  .object.map((object) => JSON.parse(JSON.stringify(object)) as JsonObject);

const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'cart 17 of 4', 'https://acme.test/a?b=1', 'Hello %s');

const frame = fc.record({
  filename: sometimes(fc.constantFrom('/srv/app/a.js', '/srv/app/b.js', 'node:internal/x', '/srv/node_modules/c.js')),
  module: sometimes(fc.constantFrom('a', 'b')),
  function: sometimes(fc.constantFrom('run', 'walk', '?')),
  lineno: fc.nat(500),
  colno: fc.nat(200),
  context_line: sometimes(fc.constantFrom('  go(x);', '  stop(y);')),
  in_app: sometimes(fc.boolean()),
  vars: sometimes(fc.dictionary(word, word)),
});

/** A payload as a client would send it. */
export const plausiblePayload: fc.Arbitrary<JsonObject> = fc
  .record({
    platform: fc.constantFrom('node', 'javascript', 'python', 'native'),
    exception: sometimes(
      fc.array(
        fc.record({
          type: sometimes(fc.constantFrom('TypeError', 'RangeError')),
          value: sometimes(word),
          stacktrace: sometimes(fc.record({ frames: fc.array(frame, { minLength: 1, maxLength: 6 }) })),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    ),
    message: sometimes(word),
    tags: sometimes(fc.dictionary(word, fc.oneof(word, fc.integer(), fc.boolean()))),
    user: sometimes(fc.record({ id: fc.oneof(fc.integer(), word), email: sometimes(word) })),
    extra: sometimes(fc.dictionary(word, fc.oneof(word, fc.integer(), fc.array(word)))),
    contexts: sometimes(fc.constantFrom({ runtime: { name: 'node', version: 'v20' } }, { trace: { trace_id: 'ab' } })),
    breadcrumbs: sometimes(fc.array(fc.record({ message: word, data: fc.dictionary(word, word) }))),
    request: sometimes(fc.record({ url: word, headers: fc.dictionary(word, word), query_string: word })),
    fingerprint: sometimes(fc.array(fc.constantFrom('{{ default }}', 'a', '{{ type }}'))),
  })
  .map((object) => JSON.parse(JSON.stringify(object)) as JsonObject);
