import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Artifact } from '../../../src/domain/artifact';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { Uploader } from '../../support/upload';
import { sha1 } from '../../support/zip';
import { runSentryCli, SENTRY_CLI_VERSIONS, type SentryCliOutcome, type SentryCliVersion } from '../support/sentryCli';

const SOURCE = 'export function greet(name: string): string {\n  throw new Error(name);\n}\ngreet("you");\n';

let uploader: Uploader;
let directory: TemporaryDirectory;
beforeEach(async () => {
  uploader = await Uploader.start();
  directory = await makeTemporaryDirectory();
  await mkdir(join(directory.path, 'src'));
  await writeFile(join(directory.path, 'src', 'app.ts'), SOURCE);
  const place = {
    entryPoints: [join(directory.path, 'src', 'app.ts')],
    outfile: join(directory.path, 'dist', 'app.js'),
  };
  buildSync({ ...place, bundle: true, minify: true, sourcemap: true });
});
afterEach(async () => {
  await uploader.close();
  await directory.dispose();
});

function run(version: SentryCliVersion, ...args: string[]): Promise<SentryCliOutcome> {
  const { service, token, project } = uploader;
  const settings = {
    url: service.url,
    token,
    organization: project.organization,
    project: project.slug,
    directory: directory.path,
  };
  return runSentryCli(version, settings, args);
}

/** Returns the debug id that the tool has put into the bundle. */
async function inject(version: SentryCliVersion): Promise<string> {
  const { code, output } = await run(version, 'sourcemaps', 'inject', 'dist');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Injecting debug ids') as string });
  const id = /\/\/# debugId=(\S+)/.exec(await readFile(join(directory.path, 'dist', 'app.js'), 'utf8'))?.[1];
  if (id === undefined) throw new Error('nothing was injected');
  return id;
}

const byDebugId = (debugId: string, projectId = uploader.project.id): Promise<Artifact[]> =>
  uploader.service.app.database.read(({ artifacts }) => artifacts.findByDebugIds(projectId, [debugId]));

const ofRelease = (release: string): Promise<Artifact[]> =>
  uploader.service.app.database.read(({ artifacts }) => artifacts.listByRelease(uploader.project.id, release, 100));

/** Expects that the content stored under a name equals a file of the directory. */
async function expectStored(artifacts: readonly Artifact[], name: string, file: string): Promise<void> {
  const artifact = artifacts.find((candidate) => candidate.name === name);
  if (artifact === undefined) throw new Error(`nothing is stored as ${name}`);
  const bytes = await uploader.service.app.database.read((stores) => stores.artifacts.readContent(artifact));
  expect(sha1(bytes)).toBe(sha1(await readFile(join(directory.path, 'dist', file))));
}

describe.each(SENTRY_CLI_VERSIONS)('sentry-cli %s sourcemaps', (version) => {
  test('upload prints the quota that it would exceed, of chunks and of artifacts', async () => {
    for (const [quota, sentence] of [
      [{ CHUNK_QUOTA: '0' }, 'of chunks that are not assembled, and its quota is 0 MiB'],
      [{ ARTIFACT_QUOTA: '0' }, 'it would exceed its quota of 0 MiB: remove artifacts of old releases.'],
    ] as const) {
      await uploader.close();
      uploader = await Uploader.start(quota);
      await inject(version);
      const { code, output } = await run(version, 'sourcemaps', 'upload', 'dist');
      expect(output).toContain(sentence);
      expect(code).not.toBe(0);
    }
  });

  test('upload stores files with debug ids', async () => {
    const id = await inject(version);
    const { code, output } = await run(version, 'sourcemaps', 'upload', 'dist');
    expect(output).toContain('Uploaded files to Sentry\n> File processing complete');
    expect(output).toContain('Upload type: artifact bundle');
    expect(code).toBe(0);
    const artifacts = await byDebugId(id);
    expect(
      artifacts.map(({ name, kind, release, headers }) => [name, kind, release, headers['sourcemap']]).sort(),
    ).toEqual([
      ['~/app.js', 'minified_source', null, 'app.js.map'],
      ['~/app.js.map', 'source_map', null, undefined],
    ]);
    await expectStored(artifacts, '~/app.js', 'app.js');
    await expectStored(artifacts, '~/app.js.map', 'app.js.map');
  });

  test('upload sends nothing the second time', async () => {
    const id = await inject(version);
    await run(version, 'sourcemaps', 'upload', 'dist');
    const before = await byDebugId(id);
    for (const more of [[], ['--wait']]) {
      const { code, output } = await run(version, 'sourcemaps', 'upload', ...more, 'dist');
      expect(output).toContain('Nothing to upload, all files are on the server\n> File processing complete');
      expect(code).toBe(0);
    }
    expect(await byDebugId(id)).toEqual(before);
  });

  test('upload with a release stores files without debug ids, and creates the release', async () => {
    const { code, output } = await run(version, 'sourcemaps', 'upload', '--release', 'shop@1.0', 'dist');
    expect(output).toContain('Release: shop@1.0');
    expect(code).toBe(0);
    const artifacts = await ofRelease('shop@1.0');
    expect(artifacts.map(({ name, kind, debugId, dist }) => [name, kind, debugId, dist])).toEqual([
      ['~/app.js', 'minified_source', null, null],
      ['~/app.js.map', 'source_map', null, null],
    ]);
    await expectStored(artifacts, '~/app.js', 'app.js');
    const { body } = await uploader.service.client.get(`${uploader.project.path}releases/`, uploader.token).expect(200);
    expect(body).toMatchObject([{ version: 'shop@1.0', projects: [{ slug: uploader.project.slug }] }]);
  });

  test('upload with release, dist, prefix and --wait stores files under the prefixed names', async () => {
    const id = await inject(version);
    const args = [
      'sourcemaps',
      'upload',
      '--release',
      'shop@1.0',
      '--dist',
      '7',
      '--url-prefix',
      '~/static',
      '--wait',
      'dist',
    ];
    for (const sentence of ['Uploaded files to Sentry', 'Nothing to upload']) {
      const { code, output } = await run(version, ...args);
      expect(output).toContain(sentence);
      expect(output).toContain('Dist: 7');
      expect(code).toBe(0);
    }
    expect((await ofRelease('shop@1.0')).map(({ name, debugId, dist }) => [name, debugId, dist])).toEqual([
      ['~/static/app.js', id, '7'],
      ['~/static/app.js.map', id, '7'],
    ]);
  });

  test('upload keeps the older build of a release beside the new one', async () => {
    const first = await inject(version);
    await run(version, 'sourcemaps', 'upload', '--release', 'shop@1.0', 'dist');
    buildSync({
      stdin: { contents: 'throw new Error("other")' },
      outfile: join(directory.path, 'dist', 'app.js'),
      minify: true,
      sourcemap: true,
    });
    const second = await inject(version);
    expect((await run(version, 'sourcemaps', 'upload', '--release', 'shop@1.0', 'dist')).code).toBe(0);
    expect(second).not.toBe(first);
    expect(await byDebugId(first)).toHaveLength(2);
    const [newest] = await uploader.service.app.database.read(({ artifacts }) =>
      artifacts.findByNames(uploader.project.id, 'shop@1.0', ['~/app.js']),
    );
    expect(newest?.debugId).toBe(second);
  });

  test('upload stores files in several projects, named by slug and id', async () => {
    const id = await inject(version);
    const sibling = await uploader.service.fixtures.project({ organization: uploader.project.organization });
    const { code } = await run(
      version,
      'sourcemaps',
      'upload',
      '--project',
      uploader.project.slug,
      '--project',
      sibling.id,
      'dist',
    );
    expect(code).toBe(0);
    expect(await byDebugId(id)).toHaveLength(2);
    expect(await byDebugId(id, sibling.id)).toHaveLength(2);
  });

  test('upload shows the error for an unknown project, a missing scope and a file over the limit', async () => {
    await inject(version);
    const unknown = await run(version, 'sourcemaps', 'upload', '--project', 'shpo', 'dist');
    expect(unknown).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no project "shpo" in this organization.') as string,
    });
    const { service, project } = uploader;
    const token = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
    const settings = {
      url: service.url,
      token,
      organization: project.organization,
      project: project.slug,
      directory: directory.path,
    };
    const forbidden = await runSentryCli(version, settings, ['sourcemaps', 'upload', 'dist']);
    expect(forbidden).toMatchObject({
      code: 1,
      output: expect.stringContaining('You do not have permission') as string,
    });
    await writeFile(join(directory.path, 'dist', 'large.js'), Buffer.alloc(70 * 1024 * 1024, 'large();\n'));
    const large = await run(version, 'sourcemaps', 'upload', '--no-rewrite', '--release', 'large', 'dist');
    expect(large).toMatchObject({
      code: 1,
      output: expect.stringContaining('has 73400320 bytes; the limit is 67108864.') as string,
    });
    expect(await ofRelease('large')).toEqual([]);
  });
});

describe('sentry-cli 2.58.6 files', () => {
  const files = (...args: string[]) => run('2.58.6', 'files', '--release', 'old', ...args);

  test('upload, list and delete handle single files', async () => {
    await run('2.58.6', 'releases', 'new', 'old');
    const upload = await files(
      'upload',
      'dist/app.js',
      '~/app.js',
      '--file-header',
      'Sourcemap: app.js.map',
      '--dist',
      '1',
    );
    expect(upload).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^A [0-9a-f]{40} {2}\(\d+ bytes\)/) as string,
    });
    const again = await run('2.58.6', 'releases', 'files', 'old', 'upload', 'dist/app.js', '~/app.js', '--dist', '1');
    expect(again.code).toBe(0);
    expect((await files('upload', 'dist/app.js.map', '~/app.js.map')).code).toBe(0);
    const artifacts = await ofRelease('old');
    expect(artifacts.map(({ name, kind, dist, headers, bundleId }) => [name, kind, dist, headers, bundleId])).toEqual([
      ['~/app.js', 'minified_source', '1', {}, null],
      ['~/app.js.map', 'source_map', null, {}, null],
    ]);
    await expectStored(artifacts, '~/app.js', 'app.js');
    const list = await run('2.58.6', 'releases', 'files', 'old', 'list');
    expect(list.output).toMatch(/\| ~\/app\.js +\| 1 +\| +\| \d+B +\|\n\| ~\/app\.js\.map/);
    expect((await files('delete', '~/app.js')).output).toContain('D ~/app.js');
    expect((await ofRelease('old')).map(({ name }) => name)).toEqual(['~/app.js.map']);
  });

  test('upload and upload-sourcemaps store bundles, and delete --all deletes all files', async () => {
    await run('2.58.6', 'releases', 'new', 'old');
    expect((await files('upload', 'dist', '--url-prefix', '~/x')).output).toContain('Uploaded files to Sentry');
    expect((await files('upload-sourcemaps', 'dist', '--url-prefix', '~/y')).output).toContain(
      'Uploaded files to Sentry',
    );
    const list = await files('list');
    for (const name of ['~/x/app.js', '~/x/app.js.map', '~/y/app.js', '~/y/app.js.map'])
      expect(list.output).toContain(`| ${name} `);
    expect(list.output).toMatch(/\| ~\/y\/app\.js +\| +\| app\.js\.map +\|/);
    expect((await files('delete', '--all')).output).toContain('All files deleted.');
    expect(await ofRelease('old')).toEqual([]);
    expect((await run('2.58.6', 'releases', 'delete', 'old')).output).toContain('Deleted release old!');
  });

  test('upload shows the error for a missing release', async () => {
    const upload = await files('upload', 'dist/app.js', '~/app.js');
    expect(upload).toMatchObject({ code: 1, output: expect.stringMatching(/release not found/i) as string });
  });
});
