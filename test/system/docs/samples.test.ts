/* The samples of the documentation page: each operation has them, they compile, and a shell parses them as intended. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import contract from '../../../generated/openapi.json';
import { readContract } from '../../../scripts/contract/read';
import { curlSample, samplesOf } from '../../../scripts/docs/samples';

const ROOT = path.resolve(__dirname, '../../..');
const operations = readContract(contract);
/** The program of the page that the documentation opens with. */
const startProgram = [
  ...readFileSync(path.join(ROOT, 'openapi/guides/start.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm),
]
  .map(([, code = '']) => code)
  .join('');

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'culprit-samples-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the TypeScript samples compile, strictly, with the client', () => {
  const files = operations.map((operation) => {
    const file = `${operation.operationId}.mts`;
    writeFileSync(path.join(folder, file), samplesOf(operation)[1]?.source ?? 'no sample');
    return file;
  });
  writeFileSync(path.join(folder, 'start.mts'), startProgram);
  files.push('start.mts');
  const compilerOptions = {
    noEmit: true,
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    types: ['node'],
    paths: { 'culprit/client': [path.join(ROOT, 'src/client/createClient.ts')] },
    noPropertyAccessFromIndexSignature: false,
  };
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: path.join(ROOT, 'tsconfig.json'), compilerOptions, include: [], files }),
  );
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'the arguments of the curl sample of %s are as documented after a shell has parsed them',
  (_, operation) => {
    const environment = {
      ...process.env,
      CULPRIT_TOKEN: 'the-token',
      CULPRIT_KEY: 'the-key',
      CULPRIT_SESSION: 's',
      CULPRIT_CSRF: 'c',
    };
    const script = `curl() { printf '%s\\0' "$@"; }\n${curlSample(operation)}`;
    const { stdout, stderr } = spawnSync('sh', ['-u'], { input: script, encoding: 'utf8', env: environment });
    const words = stdout.split('\0');
    const address = new URL(words.find((word) => word.startsWith('http://')) ?? '');
    const data = words[words.indexOf('--data-binary') + 1] ?? '';
    const { body } = operation;
    expect(stderr).toBe('');
    expect(address.pathname.split('/')).toHaveLength(operation.path.split('/').length);
    expect(address.href).not.toMatch(/undefined|%7B|object/);
    if (typeof body?.value === 'string') expect(data).toBe(body.value);
    else if (body?.mediaType === 'application/json') expect(JSON.parse(data)).toEqual(body.value);
  },
);

test('the sample of a removal has ids and the token', () => {
  const [removal] = operations.filter(({ operationId }) => operationId === 'removeIssues').flatMap(samplesOf);
  expect(removal?.source).toContain('/issues/?id=4&id=7"');
  expect(removal?.source).toContain('Authorization: Bearer $CULPRIT_TOKEN');
});
