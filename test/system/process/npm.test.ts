import { join } from 'node:path';
import {
  makeEmptyPlace,
  makeTemporaryDirectory,
  type TemporaryDirectory,
  type TemporaryPlace,
} from '../../support/database';
import { endProcesses, ensureBuilt, execute, ServiceProcess, start } from '../../support/process';

let directory: TemporaryDirectory;
let place: TemporaryPlace;
let env: Record<string, string>;
beforeAll(ensureBuilt);
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  place = await makeEmptyPlace();
  env = {
    DATABASE_URL: place.url,
    PORT: '0',
    LOG_LEVEL: 'warn',
    // npm has no cache and no registry. Without install scripts, it does not rebuild while other tests run.
    npm_config_cache: join(directory.path, 'cache'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
    npm_config_ignore_scripts: 'true',
    npm_config_update_notifier: 'false',
  };
});
afterEach(async () => {
  endProcesses();
  await directory.dispose();
  await place.dispose();
});

test('npx runs the command of the project', async () => {
  const { code, stdout } = await execute('npx', ['culprit', 'organization', 'create', '--slug', 'acme', '--json'], env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: '1', slug: 'acme' });
});

test('npm start runs the service until npm is terminated', async () => {
  const npm = start('npm', ['start'], env);
  const service = await ServiceProcess.of(npm);
  await service.client.get('/healthz').expect(200, { status: 'ok' });
  expect(service.stdout).toMatch(/DSN +http/);
  expect((await service.stop()).code).toBe(0);
});
