import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { BadRequest, ServiceError, TooLarge } from '../../src/domain/errors';
import { parseStoreBody } from '../../src/ingest/payload';

const packed = (json: string) => Buffer.from(deflateSync(json).toString('base64'));

describe('parseStoreBody', () => {
  it.each<[string, Buffer]>([
    ['JSON', Buffer.from('{"message":"hé"}')],
    ['JSON behind space', Buffer.from(' \n{"message":"hé"}')],
    ['JSON behind a byte order mark', Buffer.from('\ufeff{"message":"hé"}')],
    ['base64 of zlib', packed('{"message":"hé"}')],
    ['base64 of gzip', Buffer.from(gzipSync('{"message":"hé"}').toString('base64') + '\n')],
    ['base64url', Buffer.from(deflateSync('{"message":"hé"}').toString('base64url'))],
  ])('%s', (_, body) => {
    expect(parseStoreBody(body)).toEqual({ message: 'hé' });
  });

  it.each<[string, Buffer, typeof BadRequest | typeof TooLarge]>([
    ['empty', Buffer.from(''), BadRequest],
    ['broken JSON', Buffer.from('{"a":'), BadRequest],
    ['a list', packed('[1]'), BadRequest],
    ['no base64', Buffer.from('<xml/>'), BadRequest],
    ['base64 of something else', Buffer.from(Buffer.from('hello').toString('base64')), BadRequest],
    ['cut', packed('{"message":"hello"}').subarray(0, 12), BadRequest],
    ['a small body that unpacks to a large one', packed(`{"a":"${'a'.repeat(5_000_000)}"}`), TooLarge],
    ['large JSON', Buffer.from(`{"a":"${'a'.repeat(1_100_000)}"}`), TooLarge],
  ])('rejects %s', (_, body, failure) => {
    expect(() => parseStoreBody(body)).toThrow(failure);
  });

  it('any bytes are parsed or rejected with a client error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => packed(text)),
          fc.base64String().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          try {
            parseStoreBody(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(ServiceError);
          }
        },
      ),
    );
  });
});
