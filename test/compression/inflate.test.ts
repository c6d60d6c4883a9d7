import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import {
  type CompressionFormat,
  inflate,
  InflatedTooLargeError,
  inflateStream,
  inflateSync,
  InflationRatioError,
  InvalidCompressionError,
  MAX_INFLATION_RATIO,
  UNLIMITED_RATIO_BYTES,
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

describe.each(FORMATS)('the ratio of %s', (format) => {
  /** Zeros, which inflate to a thousand times their length in gzip, behind bytes that do not compress. */
  const packed = (random: number, zeros: number) =>
    COMPRESS[format](Buffer.concat([randomBytes(random), Buffer.alloc(zeros)]));

  async function inflateAsStream(data: Buffer): Promise<number> {
    const source = (function* () {
      for (let at = 0; at < data.length; at += 1000) yield data.subarray(at, at + 1000);
    })();
    let length = 0;
    const pieces = inflateStream(source as unknown as AsyncIterable<Buffer>, { format, limit: 100 * MIB });
    for await (const piece of pieces) length += piece.length;
    return length;
  }

  test('is not limited for little data', async () => {
    const small = packed(0, UNLIMITED_RATIO_BYTES);
    const options = { format, limit: 100 * MIB };
    expect(await inflate(small, options)).toHaveLength(UNLIMITED_RATIO_BYTES);
    expect(inflateSync(small, options)).toHaveLength(UNLIMITED_RATIO_BYTES);
    expect(await inflateAsStream(small)).toBe(UNLIMITED_RATIO_BYTES);
  });

  test('is limited beyond', async () => {
    const bomb = packed(0, 10 * MIB);
    const options = { format, limit: 100 * MIB };
    await expect(inflate(bomb, options)).rejects.toThrow(InflationRatioError);
    expect(() => inflateSync(bomb, options)).toThrow(InflationRatioError);
    await expect(inflateAsStream(bomb)).rejects.toThrow(InflationRatioError);
  });

  test('is that of all the data', async () => {
    const length = 100_000 * MAX_INFLATION_RATIO;
    const data = packed(100_000, length - 100_000);
    expect(await inflate(data, { format, limit: 100 * MIB })).toHaveLength(length);
    expect(await inflateAsStream(data)).toBe(length);
  });
});
