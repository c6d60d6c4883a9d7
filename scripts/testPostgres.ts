/* Runs the tests on PostgreSQL: on the server of TEST_DATABASE_URL, or else on a throw-away one. Arguments go to jest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from '../test/support/postgresServer';

/** Left out: they are about SQLite, or about both at once, or no database takes part in them; they say the same whichever there is. */
const IGNORED = [
  '/node_modules/',
  '/sqlite[^/]*\\.test\\.ts$',
  '/test/(config|http/(budget|disk)|store/writeLock)\\.test\\.ts$',
  '/test/(client|docs|domain|repository|parity|presenters)/',
  '/test/contract/(commands|lint|review|shape)\\.test\\.ts$',
  '/test/process/bench\\.test\\.ts$',
  '/test/ingest/(?!eventBatcher|quota)',
  '/test/sourcemaps/(?!.*(listing|debug\\.e2e|resolveEvent))',
];

async function main(): Promise<number> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) {
    process.stderr.write(`testing on ${given.replace(/:[^:@/]*@/, ':***@')}\n`);
    return runJest(given);
  }
  const server = await startPostgres();
  process.stderr.write(`testing on a throw-away server: ${server.name}\n`);
  process.once('exit', () => server.abandon());
  try {
    return await runJest(server.url());
  } finally {
    await server.dispose();
  }
}

/** A signal reaches the whole group of processes: jest ends by it, and this one tidies up after it. */
async function runJest(url: string): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => jest.kill(signal));
  const ignored = IGNORED.map((pattern) => `--testPathIgnorePatterns=${pattern}`);
  const env = { ...process.env, TEST_DATABASE_URL: url };
  const jest = spawn(process.execPath, [require.resolve('jest/bin/jest'), ...process.argv.slice(2), ...ignored], {
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
