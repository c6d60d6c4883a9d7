import { sha1Of } from '../../../src/compression/eventBody';
import type { ArtifactFile } from '../../../src/domain/artifact';
import { checkFile, checkTogether, createCheckMap, limitFindings } from '../../../src/sourcemaps/lint/checkFiles';
import { parseHere } from '../../../src/sourcemaps/parse/parserThread';

const ID = '7a2d5b54-1f8a-5d4e-9c3b-0a1b2c3d4e5f';
const OTHER_ID = ID.replace('7', '8');
const MAP = { version: 3, sources: ['a.ts'], sourcesContent: ['a()'], names: [], mappings: 'AAAA' };

interface Given {
  readonly name: string;
  readonly text: string;
  readonly debugId?: string;
  readonly headers?: Record<string, string>;
  readonly kind?: ArtifactFile['kind'];
}

const script = (name: string, given: Partial<Given> = {}): Given => ({
  name,
  text: `a();\n//# sourceMappingURL=${name.split('/').pop() ?? ''}.map`,
  ...given,
});
const map = (name: string, given: Partial<Given> = {}): Given => ({ name, text: JSON.stringify(MAP), ...given });

async function check(...files: Given[]): Promise<Record<string, string[]>> {
  const checked = await Promise.all(
    files.map(({ name, text, debugId = null, headers = {}, kind }) => {
      const bytes = Buffer.from(text);
      const kindOfName = name.endsWith('.map') ? 'source_map' : 'minified_source';
      return checkFile(
        { name, kind: kind ?? kindOfName, debugId, headers, sha1: sha1Of(bytes) },
        bytes,
        createCheckMap(parseHere),
      );
    }),
  );
  const findings = checkTogether(checked);
  return Object.fromEntries(
    files.flatMap(({ name }, index) => {
      const rules = findings[index]?.map(({ severity, rule }) => `${severity} ${rule}`) ?? [];
      return rules.length === 0 ? [] : [[name, rules]];
    }),
  );
}

test.each([
  ['a comment', [script('~/js/a.js'), map('~/js/a.js.map')]],
  ['a comment with another name', [script('~/a.js', { text: '//# sourceMappingURL=maps/b.map' }), map('~/maps/b.map')]],
  ['a comment with a URL', [script('~/a.js', { text: '//# sourceMappingURL=https://h/x/a.map' }), map('~/x/a.map')]],
  ['a header', [script('~/a.js', { text: 'a()', headers: { sourcemap: 'b.map' } }), map('~/b.map')]],
  ['the conventional name', [script('~/a.js', { text: 'a()' }), map('~/a.js.map')]],
  ['a debug id', [script('~/a.js', { debugId: ID }), map('~/elsewhere.map', { debugId: ID })]],
  [
    'a relative path',
    [script('static/js/a.js', { text: '//# sourceMappingURL=../maps/a.map' }), map('static/maps/a.map')],
  ],
  [
    'a data URL',
    [
      script('~/a.js', {
        text: `//# sourceMappingURL=data:;base64,${Buffer.from(JSON.stringify(MAP)).toString('base64')}`,
      }),
    ],
  ],
])('a file and its map belong together by %s', async (_, files) => {
  expect(await check(...files)).toEqual({});
});

test('a file without its map, and a map without its file', async () => {
  expect(
    await check(script('~/a.js'), script('~/b.js', { text: 'b()' }), map('~/c.js.map'), map('~/d.css.map')),
  ).toEqual({
    '~/a.js': ['error map-not-found'],
    '~/b.js': ['warning file-without-map'],
    '~/c.js.map': ['warning map-without-file'],
  });
});

test('files and maps whose debug ids differ', async () => {
  expect(await check(script('~/a.js', { debugId: ID }), map('~/a.js.map', { debugId: OTHER_ID }))).toEqual({
    '~/a.js': ['error debug-id-mismatch'],
  });
});

test('several files with the same debug id, unless their content is the same', async () => {
  const files = ['a', 'b', 'c'].map((name) => script(`~/${name}.js`, { debugId: ID }));
  expect(await check(...files, map('~/m.map', { debugId: ID }))).toEqual({
    '~/a.js': ['error debug-id-duplicate'],
    '~/b.js': ['error debug-id-duplicate'],
    '~/c.js': ['error debug-id-duplicate'],
  });
  const copies = ['~/a.js', '~/copy/a.js'].map((name) => script(name, { debugId: ID }));
  expect(await check(...copies, map('~/m.map', { debugId: ID }))).toEqual({});
});

test('what is wrong with a map comes before what makes it worse, also inside of a file', async () => {
  const broken = JSON.stringify({ ...MAP, version: 2, sourcesContent: null });
  expect(await check(map('~/a.js.map', { text: broken }))).toEqual({
    '~/a.js.map': ['error version', 'warning no-sources-content', 'warning map-without-file'],
  });
  const url = `data:application/json,${encodeURIComponent(broken)}`;
  const bytes = Buffer.from(`${'x();\n'.repeat(9)}//# sourceMappingURL=${url}`);
  const file = { name: '~/a.js', kind: 'minified_source', debugId: null, headers: {}, sha1: '' } as const;
  const { findings } = await checkFile(file, bytes, createCheckMap(parseHere));
  expect(findings.map(({ where }) => where)).toEqual(['inline map, version', 'inline map, sourcesContent']);
  expect(await check(script('~/a.js', { text: '//# sourceMappingURL=data:application/json,%' }))).toEqual({
    '~/a.js': ['error map-not-readable'],
  });
});

test('files of other kinds have no findings', async () => {
  expect(
    await check({ name: '~/a.ts', text: '', kind: 'source' }, { name: '~/a.png', text: '', kind: 'other' }),
  ).toEqual({});
});

test('the findings of an upload are limited to what is stored, and each file at fault keeps one', () => {
  const finding = {
    rule: 'x',
    severity: 'error',
    where: 'w'.repeat(5000),
    message: 'm'.repeat(5000),
    count: 1,
  } as const;
  const limited = limitFindings([
    [],
    ...Array.from({ length: 5000 }, () => Array.from({ length: 100 }, () => finding)),
  ]);
  expect(limited[0]).toEqual([]);
  expect(limited[1]).toHaveLength(20);
  expect(limited.at(-1)).toMatchObject([{ rule: 'findings-omitted', severity: 'error', where: null, count: 100 }]);
  expect(JSON.stringify(limited).length).toBeLessThan(3 * 1024 * 1024);
});
