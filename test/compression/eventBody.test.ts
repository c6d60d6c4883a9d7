import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { compressEventBody, decompressEventBody, EVENT_DICTIONARY } from '../../src/compression/eventBody';
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
