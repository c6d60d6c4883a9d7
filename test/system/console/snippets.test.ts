/** The code that the page of a new project shows, run as it stands there with the SDKs of npm. */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileServer } from '../../support/fileServer';
import { endProcesses, execute, ROOT } from '../../support/process';
import { type Service, startService } from '../../support/service';
import { type Console, describeInBrowser, openConsole } from '../support/console';

/** Programs that report an error, by platform, with the code that the page shows for them. */
const SERVERS = {
  node: () => `import * as Sentry from '@sentry/node';

Sentry.captureException(new Error('the first error'));
await Sentry.flush();
`,
  'node-express': (code: string) => `import express from 'express';

const app = express();
app.get('/', () => {
  throw new Error('the first error');
});
${code}
app.use((error, request, response, next) => response.status(500).end());
const server = app.listen(0, '127.0.0.1', async () => {
  await fetch('http://127.0.0.1:' + server.address().port);
  server.close();
  await Sentry.close();
});
`,
};

describeInBrowser('the code that the page of a new project shows', () => {
  let service: Service;
  let folder: string;
  beforeAll(async () => (service = await startService()));
  afterAll(async () => {
    endProcesses();
    await service.close();
  });
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'culprit-snippet-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Opens the page of a new project, and returns the code that starts the SDK. */
  async function open(platform: string): Promise<{ readonly tab: Console; readonly code: string }> {
    const { organization, slug } = await service.fixtures.project({ platform });
    const tab = await openConsole(service, { organization });
    await tab.goto(`projects/${slug}/`);
    const code = await tab.page.locator('h3:has-text("Start it as early") >> xpath=../.. >> pre').innerText();
    return { tab, code };
  }

  test.each(['node', 'node-express'] as const)(
    'reports the first error of %s, and prints nothing',
    async (platform) => {
      const { tab, code } = await open(platform);
      const [, instrument = '', command = '', start = '', server = ''] =
        /^\/\/ (\S+), which is loaded first: node (.+)\n([^]*?)(?:\n\n\/\/ server\.mjs\n([^]*))?$/.exec(code) ?? [];
      await writeFile(join(folder, instrument), start);
      await writeFile(join(folder, 'server.mjs'), SERVERS[platform](server));
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      const outcome = await execute(process.execPath, command.split(' '), {}, folder);
      expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
      await tab.page.getByRole('link', { name: 'Open the issue: Error: the first error' }).waitFor();
    },
  );

  test('reports the first error of a page, and prints nothing', async () => {
    const { tab, code } = await open('javascript');
    await writeFile(join(folder, 'main.js'), `${code}\nsetTimeout(() => { throw new Error('the first error'); });\n`);
    await symlink(join(ROOT, 'test/system/node_modules'), join(folder, 'node_modules'));
    const esbuild = join(ROOT, 'node_modules/esbuild/bin/esbuild');
    const build = await execute(process.execPath, [esbuild, 'main.js', '--bundle', '--log-level=warning'], {}, folder);
    expect(build).toMatchObject({ code: 0, stderr: '' });
    const files = await FileServer.start();
    try {
      files.files.set(
        '/',
        '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script src="/main.js"></script>',
      );
      files.files.set('/main.js', build.stdout);
      const page = await tab.context.newPage();
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await page.goto(files.url('/'));
      await tab.page.getByRole('link', { name: 'Open the issue: Error: the first error' }).waitFor();
      expect(said).toEqual([]);
    } finally {
      await files.close();
    }
  });
});
