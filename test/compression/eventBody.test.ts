import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import {
  BROTLI_MIN_LENGTH,
  compressEventBody,
  decompressEventBody,
  EVENT_DICTIONARY,
} from '../../src/compression/eventBody';
import type { EventBody } from '../../src/domain/event';

test('a body compressed without the dictionary is restored, and the dictionary has not changed', () => {
  const body = { event: { eventId: 'ab' }, grouping: { hash: 'cd' } };
  expect(decompressEventBody(deflateRawSync(JSON.stringify(body))).body).toEqual(body);
  expect(createHash('sha256').update(EVENT_DICTIONARY).digest('hex').slice(0, 16)).toBe('7fe3e04050acffcb');
});

test('a compressed body is restored as it was, with its size in bytes', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (content) => {
      const body = JSON.parse(JSON.stringify({ event: content, grouping: { hash: '' } })) as EventBody;
      expect(decompressEventBody(compressEventBody(body))).toEqual({
        body,
        size: Buffer.byteLength(JSON.stringify(body)),
      });
    }),
  );
});

test('bodies of any size are restored, and the form of each is known by its first byte', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  const length = fc.integer({ min: 0, max: 3 * BROTLI_MIN_LENGTH });
  fc.assert(
    fc.property(text, length, (start, rest) => {
      const body = {
        event: { extra: { text: start.padEnd(rest, 'é2') } },
        grouping: { hash: '' },
      } as unknown as EventBody;
      const json = JSON.stringify(body);
      const compressed = compressEventBody(body);
      expect(decompressEventBody(compressed)).toEqual({ body, size: Buffer.byteLength(json) });
      // The type of the first block of raw deflate data; 3 does not exist.
      expect((((compressed[0] ?? 0) >> 1) & 3) === 3).toBe(json.length >= BROTLI_MIN_LENGTH);
    }),
  );
});
