/** The package of `npm pack`: its files are enough to run the service, the commands and the client. */
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packages } from '../../../package-lock.json';
import { bin, version } from '../../../package.json';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { endProcesses, ensureBuilt, execute, type Outcome, ROOT, ServiceProcess, start } from '../../support/process';

let directory: TemporaryDirectory;
let installed: string;
beforeAll(async () => {
  await ensureBuilt();
  directory = await makeTemporaryDirectory();
  installed = path.join(directory.path, 'node_modules/culprit');
  await install();
});
afterAll(async () => {
  endProcesses();
  await directory.dispose();
});

const NPM = {
  npm_config_ignore_scripts: 'true',
  npm_config_update_notifier: 'false',
  npm_config_offline: 'true',
  npm_config_logs_max: '0',
};

/** Installs the same packages as npm, without a registry: the package, and the production packages in the lock file. */
async function install(): Promise<void> {
  const { code, stderr } = await execute('npm', ['pack', '--pack-destination', directory.path], NPM);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  const archive = path.join(directory.path, `culprit-${version}.tgz`);
  await mkdir(installed, { recursive: true });
  expect((await execute('tar', ['-xzf', archive, '-C', installed, '--strip-components=1'])).code).toBe(0);
  const folders = Object.entries(packages as Record<string, { dev?: boolean; devOptional?: boolean }>)
    .filter(([name, { dev, devOptional }]) => name !== '' && dev !== true && devOptional !== true)
    .map(([name]) => name)
    .filter((name) => name.lastIndexOf('node_modules/') === 0);
  for (const folder of folders) {
    const from = path.join(ROOT, folder);
    const exists = await stat(from).then(
      () => true,
      () => false,
    );
    // Packages for other platforms are not there.
    if (exists) await cp(from, path.join(directory.path, folder), { recursive: true });
  }
  await writeFile(path.join(directory.path, 'package.json'), '{"name":"empty","private":true}');
}

const program = () => path.join(installed, bin.culprit);

function run(file: string, ...args: string[]): Promise<Outcome> {
  return execute(file, args, { DATABASE_URL: `sqlite:${path.join(directory.path, 'culprit.db')}` }, directory.path);
}

it('has the command, which prints its version', async () => {
  expect(await readFile(program(), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(await run(process.execPath, program(), '--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
});

it('runs the service without development dependencies, with its documentation page', async () => {
  const missing = await stat(path.join(directory.path, 'node_modules/typescript')).catch(() => null);
  expect(missing).toBeNull();
  const service = await ServiceProcess.of(
    start(
      process.execPath,
      [program(), 'serve'],
      { DATABASE_URL: 'sqlite:culprit.db', PORT: '0', LOG_LEVEL: 'warn', LOG_FORMAT: 'pretty', METRICS_PORT: '0' },
      directory.path,
    ),
  );
  const [, key = '', id = ''] = /DSN +http:\/\/([0-9a-f]+)@[^/]+\/(\d+)/.exec(service.stdout) ?? [];
  const [, token = ''] = /token +(\S+)/.exec(service.stdout) ?? [];
  const store = `${service.url}/api/${id}/store/?sentry_key=${key}`;
  const replies = Array.from({ length: 20 }, () => fetch(store, { method: 'POST', body: '{"message":"packed"}' }));
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(replies.map(() => 200));
  const headers = { Authorization: `Bearer ${token}` };
  const events = await fetch(`${service.url}/api/0/projects/acme/shop/events/`, { headers });
  expect(await events.json()).toHaveLength(20);
  expect((await fetch(`${service.url}/docs`)).status).toBe(200);
  const { code, stderr } = await service.stop();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

it('has the client, for import and require', async () => {
  const code = "const check = ({ createClient }) => { if (typeof createClient !== 'function') process.exit(2) };";
  const esm = await run(process.execPath, '--input-type=module', '-e', `${code} check(await import('culprit/client'))`);
  expect(esm).toMatchObject({ code: 0, stderr: '' });
  const cjs = await run(process.execPath, '--input-type=commonjs', '-e', `${code} check(require('culprit/client'))`);
  expect(cjs).toMatchObject({ code: 0, stderr: '' });
  const types = path.join(installed, 'dist/src/client/createClient.d.ts');
  expect(await readFile(types, 'utf8')).toContain('createClient');
});
