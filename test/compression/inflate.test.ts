import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import {
  type CompressionFormat,
  inflate,
  InflatedTooLargeError,
  inflateSync,
  InvalidCompressionError,
} from '../../src/compression/inflate';

const MIB = 1024 * 1024;
const COMPRESS: Record<CompressionFormat, (data: Buffer) => Buffer> = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  'deflate-raw': zlib.deflateRawSync,
  zlib: zlib.deflateSync,
  br: (data) => zlib.brotliCompressSync(data, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
};
const FORMATS = Object.keys(COMPRESS) as CompressionFormat[];
/** Below and above what is inflated synchronously, by compressed and by inflated size. */
const SIZES: [string, Buffer][] = [
  ['one byte', Buffer.alloc(1)],
  ['small data', Buffer.from('x();\n'.repeat(1000))],
  ['data that inflates to much', Buffer.alloc(MIB)],
  ['data that hardly compresses', randomBytes(200_000)],
];

describe.each(FORMATS)('%s', (format) => {
  test.each(SIZES)('%s is inflated up to exactly the limit, and not beyond', async (_, data) => {
    const compressed = COMPRESS[format](data);
    expect((await inflate(compressed, { format, limit: data.length })).equals(data)).toBe(true);
    expect(inflateSync(compressed, { format, limit: data.length }).equals(data)).toBe(true);
    await expect(inflate(compressed, { format, limit: data.length - 1 })).rejects.toThrow(InflatedTooLargeError);
    expect(() => inflateSync(compressed, { format, limit: data.length - 1 })).toThrow(InflatedTooLargeError);
  });

  test.each(SIZES)(
    '%s is inflated into a buffer of the expected size, whether or not it has that size',
    async (_, data) => {
      const compressed = COMPRESS[format](data);
      for (const expectedBytes of [0, data.length, data.length + 1000]) {
        expect((await inflate(compressed, { format, limit: MIB, expectedBytes })).equals(data)).toBe(true);
      }
    },
  );

  test.each(SIZES)('%s that ends early or is of another format is invalid', async (_, data) => {
    const cut = COMPRESS[format](data).subarray(0, -1);
    await expect(inflate(cut, { format, limit: MIB })).rejects.toThrow(InvalidCompressionError);
    await expect(inflate(Buffer.from('{"no":"compression"}'.repeat(10_000)), { format, limit: MIB })).rejects.toThrow(
      InvalidCompressionError,
    );
    expect(() => inflateSync(Buffer.alloc(0), { format, limit: MIB })).toThrow(InvalidCompressionError);
  });
});

test('each inflated piece is reported as it comes, and an error of the caller stops inflating', async () => {
  const compressed = zlib.gzipSync(Buffer.alloc(16 * MIB));
  const sizes: number[] = [];
  const onBytes = (bytes: number) => {
    sizes.push(bytes);
    if (sizes.length === 3) throw new Error('no memory left');
  };
  await expect(inflate(compressed, { format: 'gzip', limit: 16 * MIB, onBytes })).rejects.toThrow('no memory left');
  expect(sizes).toHaveLength(3);
  expect(Math.max(...sizes)).toBeLessThan(MIB);
  const small: number[] = [];
  await inflate(zlib.gzipSync('abc'), { format: 'gzip', limit: 10, onBytes: (bytes) => small.push(bytes) });
  expect(small).toEqual([3]);
});
