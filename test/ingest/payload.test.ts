import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { BadRequest, ServiceError, TooLarge } from '../../src/domain/errors';
import { parsePayload, parseStoreBody } from '../../src/ingest/payload';

const packed = (json: string) => Buffer.from(deflateSync(json).toString('base64'));

describe('parseStoreBody', () => {
  it.each<[string, Buffer]>([
    ['JSON', Buffer.from('{"message":"hé"}')],
    ['JSON behind space', Buffer.from(' \n{"message":"hé"}')],
    ['JSON behind a byte order mark', Buffer.from('\ufeff{"message":"hé"}')],
    ['base64 of zlib', packed('{"message":"hé"}')],
    ['base64 of gzip', Buffer.from(gzipSync('{"message":"hé"}').toString('base64') + '\n')],
    ['base64 of JSON', Buffer.from(Buffer.from('{"message":"hé"}').toString('base64'))],
    ['base64url', Buffer.from(deflateSync('{"message":"hé"}').toString('base64url'))],
  ])('%s', (_, body) => {
    expect(parseStoreBody(body)).toEqual({ message: 'hé' });
  });

  it.each<[string, Buffer, typeof BadRequest | typeof TooLarge]>([
    ['empty', Buffer.from(''), BadRequest],
    ['broken JSON', Buffer.from('{"a":'), BadRequest],
    ['a list', packed('[1]'), BadRequest],
    ['JSON and more', Buffer.from('{"a":1}\n{"type":"event"}\n{}'), BadRequest],
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

describe('parsePayload', () => {
  it.each<[string, string, unknown]>([
    [
      'floats of Python',
      '{"a":NaN,"b":[Infinity,-Infinity, NaN],"c":"NaN","d\\"":"\\":NaN"}',
      { a: 'NaN', b: ['Infinity', '-Infinity', 'NaN'], c: 'NaN', 'd"': '":NaN' },
    ],
    ['what follows the object', '{"a":{"b":"}"}} {"c":1}', { a: { b: '}' } }],
    ['both', '{"a":NaN}x', { a: 'NaN' }],
    ['long integers beside them', '{"a":NaN,"b":12345678901234567201}', { a: 'NaN', b: '12345678901234567201' }],
  ])('reads %s', (_, json, expected) => {
    expect(parsePayload(Buffer.from(json))).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":',
    '{"a":NaN',
    '[NaN]',
    'NaN',
    'x',
    '{"a":"b',
    '}',
    '{a:1}',
    "{'a':1}",
    '{"a":NaNs}',
    '[1] {"a":1}',
  ])('rejects %s', (json) => {
    expect(() => parsePayload(Buffer.from(json))).toThrow(BadRequest);
    expect(() => parsePayload(Buffer.from(json), 'feedback')).toThrow(/^The feedback is not /);
  });
});
