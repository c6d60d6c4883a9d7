/** Runs the workflows of openapi/workflows.arazzo.yaml against the service, on a database in memory and a free port. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { type Service, startService } from '../test/support/service';

const ROOT = path.resolve(__dirname, '..');
const REDOCLY = path.join(ROOT, 'node_modules/.bin/redocly');
const TIMEOUT_MS = 120_000;

/** Creates the inputs of the workflows. */
async function createInputs({ fixtures }: Service): Promise<Record<string, string>> {
  const { organization, slug, id, publicKey } = await fixtures.project({ slug: 'shop' });
  return { token: await fixtures.token(organization), organization, project: slug, projectId: id, publicKey };
}

/** Runs the command `respect` and returns its exit code and output. */
function runRespect(file: string, url: string, inputs: object): Promise<{ code: number; output: string }> {
  const args = ['respect', file, '--server', `culprit=${url}`, '--input', JSON.stringify(inputs)];
  const limits = ['--max-fetch-timeout', '20000', '--execution-timeout', String(TIMEOUT_MS)];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(REDOCLY, [...args, ...limits], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs the workflows of a file. */
export async function runWorkflows(file: string): Promise<{ code: number; output: string }> {
  const service = await startService({ DATABASE_URL: 'sqlite::memory:' });
  try {
    return await runRespect(file, service.url, await createInputs(service));
  } finally {
    await service.close();
  }
}

if (require.main === module) {
  runWorkflows('openapi/workflows.arazzo.yaml').then(
    ({ code, output }) => {
      console.log(output.trim());
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
