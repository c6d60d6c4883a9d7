/*
 * Runs the tests on PostgreSQL: on the server of TEST_DATABASE_URL, or else on a temporary one. Its arguments are
 * passed to jest.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from '../test/support/postgresServer';

async function main(): Promise<number> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) {
    process.stderr.write(`testing on ${given.replace(/:[^:@/]*@/, ':***@')}\n`);
    return runJest(given);
  }
  const server = await startPostgres();
  process.stderr.write(`testing on a temporary server: ${server.name}\n`);
  process.once('exit', () => server.abandon());
  try {
    return await runJest(server.url());
  } finally {
    await server.dispose();
  }
}

/** On a signal, jest ends first; then this process disposes of the server. */
async function runJest(url: string): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => jest.kill(signal));
  const env = { ...process.env, TEST_DATABASE_URL: url };
  const jest = spawn(process.execPath, [require.resolve('jest/bin/jest'), ...process.argv.slice(2)], {
    env,
    stdio: 'inherit',
  });
  const [code] = (await once(jest, 'exit')) as [number | null];
  return code ?? 1;
}

void main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`test:postgres: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
