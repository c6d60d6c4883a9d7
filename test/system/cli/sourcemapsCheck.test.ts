/** `culprit sourcemaps check`, on a real build. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { culprit, ensureBuilt, type Outcome } from '../../support/process';
import { Shop } from '../../support/sampleShop';
import { bundle } from '../../support/zip';

let shop: Shop;
beforeAll(async () => {
  await ensureBuilt();
});
beforeEach(async () => {
  shop = await Shop.build();
});
afterEach(() => shop.dispose());

/** Runs the command in the directory of the build, without a database. */
const check = (...args: string[]): Promise<Outcome> =>
  culprit(['sourcemaps', 'check', ...args], { DATABASE_URL: 'postgres://nowhere.invalid/none' }, shop.path);

async function changeMap(change: (map: Record<string, unknown>) => object): Promise<void> {
  const map = JSON.parse(await shop.read('dist/shop.js.map')) as Record<string, unknown>;
  await shop.write('dist/shop.js.map', JSON.stringify(change(map)));
}

test('a complete build is 0, and the output only counts', async () => {
  expect(await check('dist')).toEqual({
    code: 0,
    stdout: '1 script, 1 source map: 0 errors, 0 warnings\n',
    stderr: '',
  });
});

test('warnings alone are 0', async () => {
  await changeMap((map) => ({ ...map, sourcesContent: null }));
  await shop.write('dist/polyfill.js', 'polyfill()');
  const { code, stdout } = await check('dist');
  expect(stdout).toBe(`polyfill.js
  warning  file-without-map    There is no source map for the file.

shop.js.map
  warning  no-sources-content  sourcesContent: The map has no sourcesContent, so that frames get no source lines.

2 scripts, 1 source map: 0 errors, 2 warnings
`);
  expect(code).toBe(0);
});

test('errors are 1, with the file, the rule, the place and a sentence', async () => {
  await changeMap((map) => ({ ...map, mappings: `${String(map['mappings'])},!,!` }));
  await shop.write('dist/chunks/lazy.js', 'lazy();\n//# sourceMappingURL=/static/lazy.js.map');
  const { code, stdout } = await check('dist');
  expect(stdout).toMatch(
    /^chunks\/lazy\.js\n {2}error {4}map-not-found {7}There is no \/static\/lazy\.js\.map, which its sourceMappingURL names\.\n\nshop\.js\.map\n {2}error {4}mappings-character {2}mappings, line \d+, segment \d+: A segment has a character that is no Base64 digit\. \(in 2\n {31}places\)\n\n2 scripts, 1 source map: 2 errors, 0 warnings\n$/,
  );
  expect(code).toBe(1);
});

test('files are found by references from the root, in folders, and neither below node_modules nor for types and styles', async () => {
  await mkdir(join(shop.path, 'dist/static/js'), { recursive: true });
  await writeFile(join(shop.path, 'dist/static/js/a.mjs'), 'a();\n//# sourceMappingURL=/static/maps/a.map');
  await mkdir(join(shop.path, 'dist/static/maps'), { recursive: true });
  await writeFile(join(shop.path, 'dist/static/maps/a.map'), await shop.read('dist/shop.js.map'));
  await mkdir(join(shop.path, 'dist/node_modules/x'), { recursive: true });
  for (const name of ['node_modules/x/y.js', 'shop.d.ts.map', 'shop.css.map']) await shop.write(`dist/${name}`, '{');
  expect(await check('dist')).toMatchObject({ code: 0, stdout: '2 scripts, 2 source maps: 0 errors, 0 warnings\n' });
});

test('a bundle is checked like a directory, by the names in its manifest', async () => {
  const [script, map] = await Promise.all(
    ['shop.js', 'shop.js.map'].map((name) => readFile(join(shop.path, 'dist', name))),
  );
  const files = [
    { name: '~/shop.js', bytes: script ?? '', type: 'minified_source' },
    { name: '~/shop.js.map', bytes: map ?? '' },
    { name: '~/other.js.map', bytes: JSON.stringify({ version: 2, sources: [], mappings: '' }) },
  ];
  await writeFile(join(shop.path, 'good.zip'), bundle(files.slice(0, 2)));
  await writeFile(join(shop.path, 'bad.zip'), bundle(files));
  expect(await check('good.zip')).toMatchObject({ code: 0, stdout: '1 script, 1 source map: 0 errors, 0 warnings\n' });
  const { code, stdout } = await check('bad.zip', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    scripts: 1,
    sourceMaps: 2,
    errors: 1,
    warnings: 2,
    findings: [
      {
        file: '~/other.js.map',
        rule: 'version',
        severity: 'error',
        where: 'version',
        message: 'The version is 2, not the number 3.',
        count: 1,
      },
      expect.objectContaining({ file: '~/other.js.map', rule: 'mappings-empty', severity: 'warning' }),
      expect.objectContaining({ file: '~/other.js.map', rule: 'map-without-file', severity: 'warning' }),
    ],
  });
});

test.each([
  ['a missing path', 'missing', 'There is no directory and no bundle "missing".'],
  ['a directory without scripts', 'src', 'There are no scripts and no source maps in "src".'],
  ['another file', 'dist/shop.js', 'The bundle cannot be read as a ZIP archive: '],
])('%s is an error in one sentence', async (_, path, message) => {
  await rm(join(shop.path, 'node_modules'), { recursive: true, force: true });
  const { code, stdout, stderr } = await check(path);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^culprit: .*\.\n$/);
  expect(stderr).toContain(message);
});
