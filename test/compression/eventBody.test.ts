import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import {
  BROTLI_MIN_LENGTH,
  compressEventBody,
  decompressEventBody,
  EVENT_DICTIONARY,
  inflateEventBody,
} from '../../src/compression/eventBody';
import type { Event, EventBody, JsonObject } from '../../src/domain/event';
import { normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { METADATA } from '../ingest/build';

const normalized = (payload: JsonObject) => JSON.parse(JSON.stringify(normalizeEvent(payload, METADATA))) as Event;

const FRAMES = [
  { function: 'a', filename: 'a.js', lineno: 1 },
  { function: 'b', abs_path: '/b.js', pre_context: ['x'], context_line: 'y', post_context: ['z'], in_app: false },
  {
    module: 'c',
    colno: 3,
    vars: { n: null, list: [] },
    data: {},
    lock: { type: 1 },
    instruction_addr: '0x1',
    addr_mode: 'abs',
  },
];
/** Has a trace in each place. */
const BODY: EventBody = {
  event: {
    ...normalized({
      exception: {
        values: [
          { type: 'A', stacktrace: { frames: FRAMES }, raw_stacktrace: { frames: FRAMES.slice(1) } },
          { type: 'B', raw_stacktrace: { frames: FRAMES } },
          { type: 'C' },
        ],
      },
      threads: { values: [{ id: 1, stacktrace: { frames: FRAMES } }, { id: 2 }] },
    }),
    stacktrace: normalized({ stacktrace: { frames: FRAMES } }).stacktrace,
  },
  grouping: { hash: 'cd' },
};

test('a body stored with all members, without the dictionary, is restored, and the dictionary has not changed', () => {
  const json = JSON.stringify(BODY);
  expect(decompressEventBody(deflateRawSync(json))).toEqual({ body: BODY, size: json.length });
  expect(createHash('sha256').update(EVENT_DICTIONARY).digest('hex').slice(0, 16)).toBe('7fe3e04050acffcb');
});

test('frames are stored without empty members, and restored with them in their order', () => {
  const { body, size } = decompressEventBody(compressEventBody(BODY));
  expect(JSON.stringify(body)).toBe(JSON.stringify(BODY));
  expect(size).toBeLessThan(0.7 * JSON.stringify(BODY).length);
});

test('a small body compresses to the same bytes as with the largest window', () => {
  const values = Array.from({ length: 40 }, (_, n) => ({ category: 'test', message: `message ${(n * 7919) % 997}` }));
  const compressed = compressEventBody({ event: normalized({ breadcrumbs: { values } }), grouping: { hash: 'cd' } });
  const json = inflateEventBody(compressed);
  expect(json.length).toBeGreaterThan(5_000);
  expect(compressed).toEqual(deflateRawSync(json, { level: 3, dictionary: EVENT_DICTIONARY }));
});

test('a compressed body is restored as it was, with its size in bytes', () => {
  const frame = fc.record(
    {
      ...{
        function: fc.string(),
        filename: fc.string(),
        context_line: fc.string(),
        pre_context: fc.array(fc.string()),
      },
      ...{ lineno: fc.nat(), in_app: fc.boolean(), vars: fc.dictionary(fc.string(), fc.jsonValue()) },
    },
    { requiredKeys: [] },
  );
  const extra = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
  fc.assert(
    fc.property(extra, fc.array(frame), (content, frames) => {
      const event = normalized({ exception: { values: [{ stacktrace: { frames } }] }, extra: content });
      const body = { event, grouping: { hash: '' } };
      const restored = decompressEventBody(compressEventBody(body));
      expect(restored.body).toEqual(body);
      expect(restored.size).toBeLessThanOrEqual(Buffer.byteLength(JSON.stringify(body)));
    }),
  );
});

const EVENT = normalized({});

test('bodies of any size are restored, and the form of each is known by its first byte', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  const length = fc.integer({ min: 0, max: 3 * BROTLI_MIN_LENGTH });
  fc.assert(
    fc.property(text, length, (start, rest) => {
      const event = { ...EVENT, extra: { text: start.padEnd(rest, 'é2') } };
      const body = { event, grouping: { hash: '' } };
      const json = JSON.stringify(body);
      const compressed = compressEventBody(body);
      expect(decompressEventBody(compressed)).toEqual({ body, size: Buffer.byteLength(json) });
      // The type of the first block of raw deflate data; 3 does not exist.
      expect((((compressed[0] ?? 0) >> 1) & 3) === 3).toBe(json.length >= BROTLI_MIN_LENGTH);
    }),
  );
});
