/* Clients that others generate from the contract. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

function clients(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const command = [path.join(ROOT, 'node_modules/tsx/dist/cli.mjs'), path.join(ROOT, 'scripts/clients.ts'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('two generators take the contract, and what they write compiles strictly', () => {
  const { status, stdout } = clients();
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^redocly generate-client: \d+ files?, compiled strictly$/),
    expect.stringMatching(/^@hey-api\/openapi-ts: \d+ files?, compiled strictly$/),
  ]);
  expect(status).toBe(0);
}, 120_000);

describe('a contract that is none', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'culprit-contract-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is told with its file and line', () => {
    const file = path.join(folder, 'broken.json');
    writeFileSync(file, '{\n  "openapi": "3.1.0"\n  "info": {}\n}');
    expect(clients(file)).toEqual({ status: 1, stdout: '', stderr: expect.stringContaining(`${file}:3 is not JSON`) });
  });

  test('is told by name if it is not there', () => {
    expect(clients(path.join(folder, 'none.json'))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^There is no contract at .*none\.json\.\n$/),
    });
  });
});
