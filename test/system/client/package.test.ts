/* The client as an installed package, imported by its name in each module system and with each kind of resolution. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const SAMPLE = `
import { createClient, PageFailed, type Client, type components } from 'culprit/client';
const culprit: Client = createClient({ baseUrl: 'http://127.0.0.1:4000', token: process.env['CULPRIT_TOKEN'] });
export async function titles(): Promise<string[]> {
  const titles: components['schemas']['Event']['title'][] = [];
  const path = { organization_slug: 'acme', project_slug: 'shop' };
  try {
    for await (const event of culprit.records('/api/0/projects/{organization_slug}/{project_slug}/events/', { params: { path } })) titles.push(event.title);
  } catch (failure) {
    if (failure instanceof PageFailed) console.error(failure.reply.status);
  }
  for await (const { title } of culprit.listIssues.records({ ...path, query: 'is:unresolved' })) titles.push(title);
  return titles;
}
// @ts-expect-error the contract has no such path
export const wrong = culprit.GET('/nothing');
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'culprit-client-'));
  const packages = path.join(folder, 'node_modules');
  mkdirSync(path.join(packages, 'culprit'), { recursive: true });
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types', 'undici-types']) {
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name));
  }
  cpSync(path.join(ROOT, 'package.json'), path.join(packages, 'culprit/package.json'));
  const only = {
    extends: path.join(ROOT, 'src/tsconfig.json'),
    include: [],
    files: [path.join(ROOT, 'src/client/createClient.ts')],
  };
  const options = {
    rootDir: ROOT,
    outDir: path.join(packages, 'culprit/dist'),
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
  };
  writeFileSync(path.join(folder, 'build.json'), JSON.stringify({ ...only, compilerOptions: options }));
  execFileSync(process.execPath, [TSC, '-p', path.join(folder, 'build.json')], { stdio: 'pipe' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['a program, as CommonJS and as ES module,', ['sample.cts', 'sample.mts'], { module: 'nodenext', types: ['node'] }],
  [
    'browser code, resolved as by bundlers,',
    ['sample.ts'],
    { module: 'esnext', moduleResolution: 'bundler', types: [], lib: ['es2022', 'dom'] },
  ],
])('%s compiles strictly with the package', (_, files, options) => {
  const source = files.length > 1 ? SAMPLE : SAMPLE.replace("process.env['CULPRIT_TOKEN']", "'token'");
  for (const file of files) writeFileSync(path.join(folder, file), source);
  const compilerOptions = { target: 'es2022', strict: true, skipLibCheck: false, noEmit: true, ...options };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { stdout, status } = spawnSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

test.each([
  ['require', 'run.cjs', "const { createClient } = require('culprit/client');"],
  [
    'import',
    'run.mjs',
    "import { createClient, PageFailed } from 'culprit/client'; new PageFailed({ response: { status: 400 } });",
  ],
])('%s loads the package', (_, file, line) => {
  const fake = "async () => new Response('{\"status\":\"ok\"}', { headers: { 'Content-Type': 'application/json' } })";
  const call = `createClient({ baseUrl: 'http://x', fetch: ${fake} }).GET('/healthz').then((reply) => console.log(reply.data.status));`;
  writeFileSync(path.join(folder, file), `${line}\n${call}\n`);
  expect(execFileSync(process.execPath, [path.join(folder, file)], { encoding: 'utf8' })).toBe('ok\n');
});
