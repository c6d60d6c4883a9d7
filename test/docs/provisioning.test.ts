/** Runs the scripts of the guide on provisioning. The second run of each changes nothing. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import ts from 'typescript';
import contract from '../../generated/openapi.json';
import { createProgram } from '../../src/cli/program';
import * as client from '../../src/client/createClient';
import { type Service, startService } from '../support/service';

const guide = readFileSync(path.resolve(__dirname, '../../openapi/guides/provisioning.md'), 'utf8');
const ORIGIN = 'http://127.0.0.1:4000';

let service: Service;
let token: string;
beforeEach(async () => {
  service = await startService();
  await service.fixtures.organization({ slug: 'acme' });
  token = await service.fixtures.token('acme');
});
afterEach(() => service.close());

/** Returns the first block of code of a language, with the address of the service. */
function blockOf(language: string): string {
  const [, code = ''] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(guide) ?? [];
  expect(code).toContain(ORIGIN);
  return code.replaceAll(ORIGIN, service.fixtures.url);
}

async function runShell(): Promise<void> {
  const env = { ...process.env, CULPRIT_TOKEN: token };
  await promisify(execFile)('bash', ['-c', blockOf('sh')], { env });
}

async function runTypeScript(): Promise<void> {
  const { options } = ts.convertCompilerOptionsFromJson({ module: 'commonjs', target: 'es2022' }, '.');
  const source = blockOf('ts').replace(/^main\(\)[^]*$/m, 'exports.done = main();');
  const { outputText } = ts.transpileModule(source, { compilerOptions: options });
  const exported: { done?: Promise<void> } = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the code of the guide
  const run = new Function('require', 'exports', 'process', outputText) as (...values: unknown[]) => void;
  run(() => client, exported, { env: { CULPRIT_TOKEN: token } });
  await exported.done;
}

const read = async (address: string) =>
  (await service.client.get(`/api/0/${address}`, token).expect(200)).body as unknown;

/** Returns the state that the script describes, and the audit log, which shows that nothing was written. */
const state = async () =>
  Promise.all(
    ['members/', 'teams/', 'audit-logs/']
      .map((name) => read(`organizations/acme/${name}`))
      .concat([read('projects/acme/app/'), read('projects/acme/app/keys/')]),
  );

test.each([
  ['curl', runShell],
  ['TypeScript', runTypeScript],
])('the script for %s creates what it describes; repeated, it changes nothing', async (_, run) => {
  await run();
  const first = await state();
  expect(first[0]).toMatchObject([{}, { email: 'bob@acme.test', role: 'admin', teams: ['mobile'] }]);
  expect(first[1]).toMatchObject([{ slug: 'mobile', name: 'Mobile apps' }]);
  expect(first[3]).toMatchObject({ name: 'App', resolveAge: 720 });
  await run();
  expect(await state()).toEqual(first);
});

describe('the table of commands and operations', () => {
  const [, table = ''] = guide.split('\n## Commands and operations\n');
  const rows = new Map(
    [...table.matchAll(/^\| `([a-z -]+)` \| (.*) \|$/gm)].map(([, command = '', operations = '']) => [
      command,
      operations,
    ]),
  );

  test('has every command', () => {
    expect([...rows.keys()].sort()).toEqual(commandsOf(createProgram()).sort());
  });

  test('names operations of the contract', () => {
    const ids = Object.values(contract.paths).flatMap((path) =>
      Object.values(path).flatMap((member: { operationId?: string }) => member.operationId ?? []),
    );
    const named = [...rows.values()].flatMap((text) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !ids.includes(name ?? ''))).toEqual([]);
  });
});

/** Returns the commands that do something, as `project create`. */
function commandsOf(command: Command): string[] {
  return command.commands.flatMap((one) => {
    return one.commands.length === 0 ? [one.name()] : commandsOf(one).map((rest) => `${one.name()} ${rest}`);
  });
}
