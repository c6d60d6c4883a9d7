/** Clients of several Node.js releases keep connections: the service closes none of them while it is used. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { execute, ROOT, start } from '../../support/process';
import { useOwnService } from '../../support/service';

const PROGRAM = join(ROOT, 'test/support/programs/keepAliveClient.js');
/** Of all clients together: each connection is used a few times between two pauses. A whole measurement has 50,000. */
const REQUESTS = Number(process.env['KEEP_ALIVE_REQUESTS'] ?? 600);
const MAJORS = ['20', '22', '24'];
/** Programs of further Node.js releases, separated by commas. */
const GIVEN = (process.env['NODE_BINARIES'] ?? '').split(',').filter((path) => path !== '');

const service = useOwnService();

/** Finds the programs that exist, by their major version. */
async function findBinaries(): Promise<Map<string, string>> {
  const binaries = new Map<string, string>();
  for (const path of [process.execPath, ...GIVEN]) {
    accessSync(path, constants.X_OK);
    const { stdout } = await execute(path, ['--version']);
    binaries.set(/^v(\d+)/.exec(stdout)?.[1] ?? path, path);
  }
  return binaries;
}

test('no request on a kept connection is lost', async () => {
  const binaries = await findBinaries();
  for (const major of MAJORS.filter((name) => !binaries.has(name)))
    console.warn(`Node.js ${major} is left out: NODE_BINARIES names no program of that release.`);
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const storePath = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
  const count = String(Math.ceil(REQUESTS / binaries.size / 2));
  for (const [major, binary] of binaries) {
    const kinds = ['fetch', 'http'].map(async (kind) => {
      const client = start(binary, [PROGRAM, kind, service.url, storePath, project.path, token, count]);
      const { stdout, stderr } = await client.end(600_000);
      return { major, kind, stdout, stderr };
    });
    const stdout = JSON.stringify({ sent: Number(count), errors: [] });
    expect(await Promise.all(kinds)).toEqual(['fetch', 'http'].map((kind) => ({ major, kind, stdout, stderr: '' })));
  }
}, 1_800_000);
