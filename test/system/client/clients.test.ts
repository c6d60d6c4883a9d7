/*
 * Clients that other generators make of the contract. `npm run clients` runs all generators; here are the ones that
 * need no further packages.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import contract from '../../../generated/openapi.json';
import rootPackage from '../../../package.json';
import { isNetworkFailure } from '../../../scripts/clients/generator';
import { OAPI_CODEGEN, OPENAPI_GENERATOR } from '../../../scripts/clients/languages';
import generators from '../../../scripts/clients/package.json';

const ROOT = path.resolve(__dirname, '../../..');
const guide = readFileSync(path.join(ROOT, 'openapi/guides/generating-clients.md'), 'utf8');

function clients(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): { status: number | null; stdout: string; stderr: string } {
  const command = [path.join(ROOT, 'node_modules/tsx/dist/cli.mjs'), path.join(ROOT, 'scripts/clients.ts'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'culprit-contract-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a copy of the contract that is changed. @returns its path */
function changedContract(change: (document: any) => void): string {
  const document = structuredClone(contract);
  change(document);
  const file = path.join(folder, 'changed.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

test.each(['openapi-typescript', '@redocly/cli'])(
  'the client of %s compiles strictly and runs five operations',
  (name) => {
    const { status, stdout } = clients(['--only', name]);
    expect(stdout).toMatch(/: \d+ files?, compiled strictly, five operations, \d+ s\n$/);
    expect(status).toBe(0);
  },
);

test('a generator without its tools is skipped, which fails in CI', () => {
  const environment = { ...process.env, PATH: folder };
  expect(clients(['--only', 'oapi-codegen'], { ...environment, CI: undefined })).toMatchObject({
    status: 0,
    stdout: `oapi-codegen ${OAPI_CODEGEN}: skipped, go is not installed\n`,
  });
  expect(clients(['--only', 'oapi-codegen'], { ...environment, CI: 'true' }).status).toBe(1);
});

test('the commands of the guide have the versions that are tried here', () => {
  const commands = [...guide.matchAll(/^```sh\n([^]*?)```$/gm)].map(([, lines]) => lines).join('');
  const ofRoot = { ...rootPackage.dependencies, ...rootPackage.devDependencies };
  const tried = {
    ...generators.dependencies,
    'openapi-typescript': ofRoot['openapi-typescript'],
    'openapi-fetch': ofRoot['openapi-fetch'],
    '@redocly/cli': ofRoot['@redocly/cli'],
  };
  const words = commands.split(/\s+/);
  const missing = Object.entries(tried).filter(([name, version]) => !words.includes(`${name}@${version}`));
  expect(missing).toEqual([]);

  const requirements = readFileSync(path.join(ROOT, 'scripts/clients/languages/python/requirements.txt'), 'utf8');
  const pinned = requirements
    .split('\n')
    .filter((line) => /^(?:openapi-python-client|datamodel-code-generator)==/.test(line));
  expect(pinned).toHaveLength(2);
  expect(words).toEqual(expect.arrayContaining(pinned));
  const packages = words.filter((word) => /^[\w-]+==\d/.test(word));
  expect(requirements.split('\n')).toEqual(expect.arrayContaining(packages));

  const versions = (name: RegExp) => new Set([...commands.matchAll(name)].map(([, version]) => version));
  expect(versions(/openapi-generator-cli[:-]([\d.]+\d)/g)).toEqual(new Set([OPENAPI_GENERATOR]));
  expect(versions(/oapi-codegen@v(\S+)/g)).toEqual(new Set([OAPI_CODEGEN]));
});

test.each([
  [
    'Go without a host',
    true,
    'go: x@v2.0.0: Get "http://nowhere.invalid/x": dial tcp: lookup nowhere.invalid: no such host',
  ],
  [
    'Go without a proxy',
    true,
    'go: x@v2.0.0: Get "http://127.0.0.1:1/x": dial tcp 127.0.0.1:1: connect: connection refused',
  ],
  ['Go that may not download', true, 'go: x@v2.0.0: module lookup disabled by GOPROXY=off'],
  [
    'Cargo without a host',
    true,
    'Caused by:\n  [7] Could not connect to server (Failed to connect to 127.0.0.1 port 1)',
  ],
  [
    'Cargo that may not download',
    true,
    "no matching package named `x` found\nAs a reminder, you're using offline mode",
  ],
  ['Maven without plugins', true, "[ERROR] No plugin found for prefix 'dependency' in the current project"],
  ['Cargo with a broken file', false, 'error: unclosed table, expected `]`\n --> Cargo.toml:1:9'],
  [
    'Maven without a package',
    false,
    '[ERROR] Could not resolve dependencies for project a:b:1: c:d:jar:1 was not found',
  ],
  ['pip without a version', false, 'ERROR: Could not find a version that satisfies the requirement x==1'],
])('%s: skipped %s', (_, expected, output) => {
  expect(isNetworkFailure(output)).toBe(expected);
});

test('a schema whose name the generator must change is a failure', () => {
  const file = changedContract(({ components }) => {
    components.schemas.ClientConfig = components.schemas.Health;
  });
  const { status, stdout } = clients(['--only', '@redocly/cli', '--contract', file]);
  expect(stdout).toMatch(/^@redocly\/cli \S+: FAILED\. Generating printed warnings\n.*"ClientConfig"/);
  expect(status).toBe(1);
});

test('a member of a reply that the contract does not declare is a failure', () => {
  const file = changedContract(({ components }) => {
    delete components.schemas.Event.properties.eventID;
    components.schemas.Event.required = ['id'];
  });
  const { status, stdout } = clients(['--only', 'openapi-typescript', '--contract', file]);
  expect(stdout).toMatch(/^openapi-typescript \S+: FAILED\. Compiling failed\n[^]*eventID/);
  expect(status).toBe(1);
});

test.each([
  [['--only', 'nswag'], /^There is no generator nswag; there are openapi-typescript, .*\.\n$/],
  [['--every'], /^Unknown option '--every'/],
  [['--contract', '/nowhere/none.json'], /^There is no contract at .*none\.json\.\n$/],
])('%j is rejected', (args, message) => {
  expect(clients(args)).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(message) });
});

test('a contract that is not JSON is reported with its line', () => {
  const file = path.join(folder, 'broken.json');
  writeFileSync(file, '{\n  "openapi": "3.1.0"\n  "info": {}\n}');
  const { status, stderr } = clients(['--contract', file]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(`${file}:3 is not JSON`) });
});
