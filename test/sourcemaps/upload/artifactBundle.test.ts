import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BundleFile, readBundle } from '../../../src/sourcemaps/upload/artifactBundle';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { bundle, type Member, memberName, sha1, zip } from '../../support/zip';

const ID = '7a2d5b54-1f8a-5d4e-9c3b-0a1b2c3d4e5f';
const MIB = 1024 * 1024;

let directory: TemporaryDirectory;
beforeAll(async () => {
  directory = await makeTemporaryDirectory();
});
afterAll(() => directory.dispose());

async function read(archive: Uint8Array): Promise<BundleFile[]> {
  const path = join(directory.path, 'bundle');
  await writeFile(path, archive);
  const files: BundleFile[] = [];
  const handle = await open(path);
  try {
    for await (const file of readBundle(handle)) files.push(file);
  } finally {
    await handle.close();
  }
  return files;
}

async function errorOf(archive: Uint8Array): Promise<string> {
  const result = await read(archive).catch((error: unknown) => (error as Error).message);
  if (typeof result === 'string') return result;
  throw new Error(`the bundle was read: ${result.length} files`);
}

const one = (more: readonly Member[] = []) => bundle([{ name: '~/a.js.map', bytes: '{}' }], { more });

describe('a bundle', () => {
  test('yields the files of its manifest with their kind, debug id and headers', async () => {
    const files = await read(
      bundle([
        {
          name: '~/a.js',
          bytes: 'a()',
          type: 'minified_source',
          headers: { Sourcemap: 'a.js.map', 'debug-id': ID.toUpperCase() },
        },
        { name: '~/a.js.map', bytes: '{"a":1}', headers: { odd: 7 } },
        { name: 'https://h/b.ram', bytes: '', type: 'indexed_ram_bundle' },
      ]),
    );
    expect(files.map(({ file }) => file)).toEqual([
      {
        name: '~/a.js',
        kind: 'minified_source',
        debugId: ID,
        headers: { sourcemap: 'a.js.map', 'debug-id': ID.toUpperCase() },
        sha1: sha1('a()'),
        size: 3,
      },
      { name: '~/a.js.map', kind: 'source_map', debugId: null, headers: {}, sha1: sha1('{"a":1}'), size: 7 },
      { name: 'https://h/b.ram', kind: 'other', debugId: null, headers: {}, sha1: sha1(''), size: 0 },
    ]);
    expect(files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['a()', '{"a":1}', '']);
  });

  test('can begin without the eight bytes, and have stored and unlisted members', async () => {
    const manifest = { files: { '_/_/a.js': { url: '~/a.js', type: 'source' } } };
    const archive = zip([
      { name: '_/_/', bytes: '' },
      { name: '_/_/a.js', bytes: 'a()', stored: true },
      { name: 'README', bytes: 'not listed' },
      { name: 'manifest.json', bytes: JSON.stringify(manifest), stored: true },
    ]);
    const files = await read(archive);
    expect(files).toMatchObject([{ file: { name: '~/a.js', kind: 'source', sha1: sha1('a()') } }]);
  });

  test('can have any member names, since they are never used as paths', async () => {
    const names = ['../../../etc/passwd', '/etc/passwd', 'C:\\a.js', 'files/__proto__', 'é/ü.js'];
    const manifest = { files: Object.fromEntries(names.map((name) => [name, { url: `~/${name}`, type: 'source' }])) };
    const members = names.map((name) => ({ name, bytes: name }));
    const files = await read(zip([...members, { name: 'manifest.json', bytes: JSON.stringify(manifest) }]));
    expect(files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(names);
  });

  test('names a file by its member if the entry has no url', async () => {
    const files = await read(
      bundle([{ name: '~/a.js', bytes: 'a()' }], { manifest: { files: { 'files/_/_/a.js': { type: 'source' } } } }),
    );
    expect(files).toMatchObject([{ file: { name: 'files/_/_/a.js' } }]);
  });

  test.each([
    ['a map of sentry-cli 2', 'source_map', `{"version":3,"debug_id":"${ID}"}`],
    ['a map of sentry-cli 3', 'source_map', `{"version":3,"debugId": "${ID.toUpperCase()}"}`],
    [
      'a map that only quotes another id',
      'source_map',
      `{"sourcesContent":["{\\"debug_id\\":\\"${ID.replace('7', '8')}\\"}"],"debug_id":"${ID}"}`,
    ],
    [
      'a script',
      'minified_source',
      `//# debugId=${ID.replace('7', '8')}\na()\n//# debugId=${ID}\n//# sourceMappingURL=a.js.map`,
    ],
  ])('finds the debug id in %s', async (_, type, bytes) => {
    expect(await read(bundle([{ name: '~/a', bytes, type }]))).toMatchObject([{ file: { debugId: ID } }]);
  });

  test.each([
    ['a map', 'source_map', '{"debug_id":7,"debugId":"x"}'],
    ['a script', 'minified_source', '//# debugId=soon'],
    ['a source', 'source', `//# debugId=${ID}`],
  ])('finds none in %s without one', async (_, type, bytes) => {
    expect(await read(bundle([{ name: '~/a', bytes, type, headers: { 'debug-id': 'none' } }]))).toMatchObject([
      { file: { debugId: null } },
    ]);
  });

  test('of ten thousand files is read', async () => {
    const files = Array.from({ length: 10_000 }, (_, index) => ({ name: `~/${index}.js`, bytes: `f(${index})` }));
    expect(await read(bundle(files))).toHaveLength(10_000);
  });
});

describe('a bundle is rejected', () => {
  test.each([
    ['that is not an archive', Buffer.from('hello'), 'The bundle cannot be read as a ZIP archive: '],
    ['that is cut off', one().subarray(0, -30), 'The bundle cannot be read as a ZIP archive: '],
    ['whose eight bytes are cut off', one().subarray(8), 'The bundle cannot be read as a ZIP archive: '],
    ['without a manifest', zip([{ name: 'a', bytes: 'a' }]), 'The bundle has no manifest.json.'],
    [
      'whose manifest is not JSON',
      zip([{ name: 'manifest.json', bytes: '{' }]),
      'manifest.json in the bundle is not valid JSON.',
    ],
    [
      'whose manifest is a list',
      zip([{ name: 'manifest.json', bytes: '[]' }]),
      'manifest.json in the bundle is not a JSON object.',
    ],
    ['without files', zip([{ name: 'manifest.json', bytes: '{}' }]), 'manifest.json in the bundle has no "files".'],
    [
      'with an entry that is not an object',
      bundle([], { manifest: { files: { a: 1 } } }),
      'The entry of a in manifest.json is not a JSON object.',
    ],
    [
      'that lacks a file',
      bundle([], { manifest: { files: { a: {} } } }),
      'manifest.json lists a, which is not in the bundle.',
    ],
    [
      'with one name twice',
      one([{ name: memberName('~/a.js.map'), bytes: 'other' }]),
      'The bundle has files/_/_/a.js.map twice.',
    ],
    ['with an encrypted file', one([{ name: 'x', bytes: 'x', encrypted: true }]), 'x in the bundle is encrypted.'],
    [
      'with another compression',
      one([{ name: 'x', bytes: 'x', method: 12 }]),
      'x in the bundle is compressed by method 12; use deflate or none.',
    ],
    [
      'with a file that is too large',
      one([{ name: 'x', bytes: 'x', claimedSize: 64 * MIB + 1 }]),
      'x in the bundle has 67108865 bytes; the limit is 67108864.',
    ],
    ['with a long url', bundle([{ name: `~/${'x'.repeat(2000)}`, bytes: '' }]), 'The url of files/_/_/xxxx'],
    [
      'with a long header',
      bundle([{ name: '~/a', bytes: '', headers: { sourcemap: 'x'.repeat(2000) } }]),
      'A header of files/_/_/a in the bundle is longer',
    ],
    [
      'with a long name',
      one([{ name: 'x'.repeat(4097), bytes: '' }]),
      'A file name in the bundle is longer than 4096 bytes.',
    ],
  ])('%s', async (_, archive, sentence) => {
    expect(await errorOf(archive)).toContain(sentence);
  });

  test('with more than twenty thousand files', async () => {
    const members = Array.from({ length: 20_001 }, (_, index) => ({ name: String(index), bytes: '', stored: true }));
    expect(await errorOf(zip(members))).toBe('The bundle has 20001 files; the limit is 20000.');
  });

  test('whose files inflate to more than a gibibyte', async () => {
    const members = Array.from({ length: 17 }, (_, index) => ({
      name: String(index),
      bytes: Buffer.alloc(400_000),
      stored: true,
      claimedSize: 64 * MIB,
      method: 8,
    }));
    expect(await errorOf(zip(members))).toBe('The bundle inflates to more than 1073741824 bytes.');
  });

  test('with a zip bomb', async () => {
    const error = await errorOf(bundle([{ name: '~/a.js.map', bytes: Buffer.alloc(40 * MIB) }]));
    expect(error).toMatch(/^files\/_\/_\/a\.js\.map in the bundle inflates \d+ times; the limit is 200\.$/);
  });

  test.each([
    ['more', 1],
    ['more', 19],
    ['fewer', 40],
  ])('with a file of %s bytes than the directory states', async (comparison, claimedSize) => {
    const manifest = { files: { a: { url: '~/a' } } };
    const archive = zip([
      { name: 'a', bytes: 'twenty bytes of text', claimedSize },
      { name: 'manifest.json', bytes: JSON.stringify(manifest) },
    ]);
    expect(await errorOf(archive)).toBe(
      `a in the bundle is damaged: it has ${comparison} bytes than the archive\'s directory states.`,
    );
  });

  test('with a damaged file', async () => {
    const archive = bundle([{ name: '~/a', bytes: 'text '.repeat(100) }]);
    archive.fill(0xff, 50, 60);
    expect(await errorOf(archive)).toMatch(/^files\/_\/_\/a in the bundle is damaged: /);
  });
});
