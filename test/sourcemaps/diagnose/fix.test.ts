import { execFileSync } from 'node:child_process';
import contract from '../../../generated/openapi.json';
import type { SourceMapProblemType } from '../../../src/domain/artifact';
import type { Frame } from '../../../src/domain/event';
import type { Evidence } from '../../../src/sourcemaps/diagnose/evidence';
import { addFixes } from '../../../src/sourcemaps/diagnose/fix';

const TARGET = { organization: 'acme', project: 'shop' };
const TYPES = contract.components.schemas.SourceMapErrorType.enum as SourceMapProblemType[];

interface Given {
  readonly path?: string | null;
  readonly release?: string | null;
  readonly dist?: string | null;
  readonly debugId?: string | null;
}

function fixOf(type: SourceMapProblemType, given: Given = {}, data: Record<string, unknown> | null = null) {
  const { path = 'https://shop.test/static/app.js', release = 'web@1', dist = null, debugId = null } = given;
  const evidence = {
    event: { platform: 'javascript', release, dist, sdk: null },
    frame: {} as Frame,
    lookup: { file: { path, debugId, isNamed: true }, minified: null },
  } as unknown as Evidence;
  const [finding] = addFixes([{ type, data }], evidence, TARGET);
  if (finding === undefined) throw new Error('addFixes returns a finding for each problem.');
  return finding.fix;
}

/** Returns the words that a shell makes of a line. */
const wordsOf = (line: string) =>
  execFileSync('/bin/sh', [
    '-c',
    `sentry_cli() { printf '%s\\n' "$@"; }; ${line.replaceAll('sentry-cli', 'sentry_cli')}`,
  ])
    .toString('utf8')
    .trimEnd()
    .split('\n');

const WITHOUT_COMMAND: readonly SourceMapProblemType[] = [
  'map_too_large',
  'position_missing',
  'no_mapping_at_position',
];

test.each(TYPES)('%s says what to do, and how', (type) => {
  const data = { urlPrefix: '~/static', uploadedPrefix: '~/js', names: ['~/a.js'], rule: 'version', where: 'version' };
  const { text, command } = fixOf(type, {}, data);
  expect(text).toMatch(/^[A-Z].{40,}\.$/s);
  if (WITHOUT_COMMAND.includes(type)) expect(command).toBeNull();
  else expect(command).toMatch(/^sentry-cli sourcemaps (?:inject|upload) .*dist$/);
});

test.each([
  [{}, "sentry-cli sourcemaps upload --org acme --project shop --release web@1 --url-prefix '~/static' dist"],
  [
    { dist: '7' },
    "sentry-cli sourcemaps upload --org acme --project shop --release web@1 --dist 7 --url-prefix '~/static' dist",
  ],
  [
    { path: 'https://shop.test/app.js?v=2' },
    "sentry-cli sourcemaps upload --org acme --project shop --release web@1 --url-prefix '~/' dist",
  ],
  [
    { path: '/srv/app/server.js' },
    "sentry-cli sourcemaps upload --org acme --project shop --release web@1 --url-prefix '~/srv/app' dist",
  ],
  [{ debugId: 'x' }, 'sentry-cli sourcemaps upload --org acme --project shop --release web@1 dist'],
  [{ debugId: 'x', release: null, dist: '7' }, 'sentry-cli sourcemaps upload --org acme --project shop dist'],
  [{ path: 'app.js' }, null],
  [{ path: 'C:\\app\\server.js' }, null],
])('the files of %j are uploaded by %s', (given, command) => {
  expect(fixOf('no_sourcemaps_on_release', given).command).toBe(command);
});

test.each([
  ["it's", 'https://shop.test/static/app.js'],
  ['$(touch pwned)', 'https://shop.test/$(id)/`id`/app.js'],
  ['-rf', 'https://shop.test/a b/;&|<>/app.js'],
  ['~root', 'https://shop.test/\'quoted\'/"double"/app.js'],
  ['größe', 'https://shop.test/été/app.js'],
])('a shell reads the release %j and the path %s as they are', (release, path) => {
  const words = wordsOf(fixOf('no_sourcemaps_on_release', { release, path }).command ?? '');
  const prefix = `~${path.slice('https://shop.test'.length, -'/app.js'.length)}`;
  const releaseWords = release.startsWith('-') ? [`--release=${release}`] : ['--release', release];
  const names = ['--org', 'acme', '--project', 'shop', ...releaseWords, '--url-prefix', prefix];
  expect(words).toEqual(['sourcemaps', 'upload', ...names, 'dist']);
});

test.each(['a\nrm -rf ~', 'a\u001b[2Jb', 'a\u202eb', 'a\u2028b'])('nobody is to paste the release %j', (release) => {
  const { text, command } = fixOf('no_sourcemaps_on_release', { release });
  expect(command).toBeNull();
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
});

test('the prefix that would fit is in the commands of both problems', () => {
  const data = { urlPrefix: '~/assets', uploadedPrefix: '~/dist', partialMatchPath: '~/dist/app.js' };
  const evidence = {
    event: { platform: 'javascript', release: 'web@1', dist: null, sdk: null },
    frame: {} as Frame,
    lookup: { file: { path: 'https://shop.test/assets/js/app.js', debugId: null, isNamed: true }, minified: null },
  } as unknown as Evidence;
  const problems = [
    {
      type: 'partial_match' as const,
      data: { partialMatchPath: '~/dist/js/app.js', unifiedPath: '~/assets/js/app.js' },
    },
    { type: 'wrong_url_prefix' as const, data },
  ];
  const commands = addFixes(problems, evidence, TARGET).map(({ fix }) => fix.command);
  const line = "sentry-cli sourcemaps upload --org acme --project shop --release web@1 --url-prefix '~/assets' dist";
  expect(commands).toEqual([line, line]);
});
