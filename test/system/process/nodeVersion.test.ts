import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { engines } from '../../../package.json';
import { ensureBuilt, execute } from '../../support/process';

const PROGRAM = path.resolve(__dirname, '../../../dist/src/main.js');

let directory: string;
beforeAll(async () => {
  await ensureBuilt();
  directory = await mkdtemp(path.join(tmpdir(), 'culprit-node-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs `culprit --help` in a process that reports this version of Node.js. */
async function helpOn(version: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const script = path.join(directory, `${version}.cjs`);
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  await writeFile(script, `Object.defineProperty(process, 'versions', { value: ${versions} });\n`);
  return execute(process.execPath, ['--require', script, PROGRAM, '--help'], {});
}

test.each(['18.20.8', '20.18.3', '21.7.3', '22.11.0', '23.11.1'])(
  'Node.js %s is rejected with one sentence',
  async (version) => {
    expect(await helpOn(version)).toEqual({
      code: 1,
      stdout: '',
      stderr: `culprit: Node.js ${version} is not supported; use 20.19, 22.12, 24 or newer.\n`,
    });
  },
);

test.each(['20.19.0', '22.12.0', '24.0.0', '26.1.0'])('Node.js %s is accepted', async (version) => {
  expect(await helpOn(version)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Usage: culprit'),
    stderr: '',
  });
});

test('package.json names the same versions', () => {
  expect(engines.node).toBe('^20.19.0 || ^22.12.0 || >=24.0.0');
});
