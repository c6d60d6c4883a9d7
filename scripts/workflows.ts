/** Runs the workflows of openapi/workflows.arazzo.yaml against the service, on a database in memory and a free port. */
import path from 'node:path';
import { type Service, startService } from '../test/support/service';
import { redocly } from './contract/redocly';

const ROOT = path.resolve(__dirname, '..');
const TIMEOUT_MS = 120_000;

/** Creates the inputs of the workflows. */
async function createInputs({ fixtures }: Service): Promise<Record<string, string>> {
  const { organization, slug, id, publicKey } = await fixtures.project({ slug: 'shop' });
  return { token: await fixtures.token(organization), organization, project: slug, projectId: id, publicKey };
}

/** Runs the workflows of a file. */
export async function runWorkflows(file: string): Promise<{ code: number; output: string }> {
  const service = await startService({ DATABASE_URL: 'sqlite::memory:' });
  try {
    const inputs = JSON.stringify(await createInputs(service));
    const args = ['respect', file, '--server', `culprit=${service.url}`, '--input', inputs];
    const limits = ['--max-fetch-timeout', '20000', '--execution-timeout', String(TIMEOUT_MS)];
    const { status, stdout, stderr } = await redocly([...args, ...limits], ROOT);
    return { code: status, output: stdout + stderr };
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
