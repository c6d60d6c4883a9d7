/* Runs the tests on PostgreSQL: on the server of TEST_DATABASE_URL, or else on a temporary one. Arguments are those of jest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../test/support/postgresServer';

const TEST = path.resolve(__dirname, '../test');
/** The module that decides which database a test uses. */
const DATABASE = path.join(TEST, 'support/database.ts');

/** Tests that use a database but are the same for both: they test SQLite, compare both databases, or test other parts. */
const INDEPENDENT = [
  /\/sqlite[^/]*$/,
  /^(bundles|client|docs|domain|net|parity|presenters|repository)\//,
  /^contract\/(commands|lint|review|shape)\./,
  /^http\/(bodyAllowance|connections|fullDisk)\./,
  /^process\/(bench|keepAlive|nodeVersion)\./,
  /^sdk\/clientCommands\./,
];

/** Whether a file imports the database module, itself or through other files of test/. */
function usesDatabase(file: string, visited = new Set<string>()): boolean {
  if (file === DATABASE) return true;
  if (visited.has(file) || !file.startsWith(TEST)) return false;
  visited.add(file);
  const targets = [...readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)].map(([, target = '']) => target);
  return targets.some((target) => usesDatabase(`${path.resolve(path.dirname(file), target)}.ts`, visited));
}

function dependsOnDatabase(file: string): boolean {
  if (path.basename(file).startsWith('postgres')) return true;
  return !INDEPENDENT.some((pattern) => pattern.test(file)) && usesDatabase(path.join(TEST, file));
}

function ignoredTests(): string[] {
  const files = readdirSync(TEST, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  return files.filter((file) => !dependsOnDatabase(file));
}

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
  const ignored = ['/node_modules/', ...ignoredTests().map((file) => `/test/${file.replaceAll('.', '\\.')}$`)].map(
    (pattern) => `--testPathIgnorePatterns=${pattern}`,
  );
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
