/** The command `npm run durability`: options, progress and the report. */
import { parseArgs } from 'node:util';
import { selectDatabase } from '../../test/support/postgresServer';
import { endProcesses, ensureBuilt } from '../../test/support/process';
import type { KillOptions, KillReport } from './kill';

const USAGE = `npm run durability -- [options]

  --runs N          number of runs (200)
  --database KIND   sqlite or postgres: the server of TEST_DATABASE_URL, or else a temporary one (sqlite)
  --minutes M       begin no run after this time (60)
`;

interface Options {
  readonly runs: number;
  readonly minutes: number;
  readonly onPostgres: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '200' },
      database: { type: 'string', default: 'sqlite' },
      minutes: { type: 'string', default: '60' },
    },
  });
  const number = (name: 'runs' | 'minutes'): number => {
    if (!/^[1-9][0-9]{0,5}$/.test(values[name])) throw new Error(`--${name} must be a whole number.`);
    return Number(values[name]);
  };
  if (!['sqlite', 'postgres'].includes(values.database)) throw new Error('--database must be sqlite or postgres.');
  return { runs: number('runs'), minutes: number('minutes'), onPostgres: values.database === 'postgres' };
}

const SQLITE = { targets: ['service'], services: [1] } as const;
/** The processes of a server elsewhere cannot be killed. */
const REMOTE_POSTGRES = { targets: ['service', 'service', 'connection', 'connection'], services: [1, 2] } as const;
const POSTGRES = { ...REMOTE_POSTGRES, targets: [...REMOTE_POSTGRES.targets, 'backend'] } as const;

function printReport({ runs, kills, acknowledged, lost, refused, unacknowledged, violations }: KillReport): void {
  console.log(`runs                              ${runs}`);
  for (const [target, count] of Object.entries(kills)) console.log(`kills: ${target.padEnd(26)} ${count}`);
  console.log(`acknowledged events               ${acknowledged}`);
  console.log(`requests without a reply          ${lost}`);
  console.log(`requests refused with 503         ${refused}`);
  console.log(`stored, but never acknowledged    ${unacknowledged}`);
  console.log(`violations                        ${violations.length}`);
  for (const violation of violations) console.log(`  ${violation}`);
}

async function main(): Promise<void> {
  const { runs, minutes, onPostgres } = readOptions();
  await ensureBuilt();
  const server = await selectDatabase(onPostgres);
  // These modules read the environment when they are loaded.
  const { killRepeatedly } = await import('./kill.js');
  const { makeEmptyPlace } = await import('../../test/support/database.js');
  const kind: Pick<KillOptions, 'targets' | 'services'> =
    server !== undefined ? POSTGRES : onPostgres ? REMOTE_POSTGRES : SQLITE;
  const deadline = Date.now() + minutes * 60_000;
  const onRun = ({ runs: done }: KillReport) => {
    if (done % 10 === 0) console.error(`${done} of ${runs} runs`);
    return Date.now() < deadline;
  };
  try {
    const report = await killRepeatedly({ ...kind, runs, makePlace: makeEmptyPlace, onRun });
    printReport(report);
    if (report.violations.length > 0) process.exitCode = 1;
  } finally {
    // After an error, processes of the service still run; the server would wait for their connections.
    endProcesses();
    await server?.dispose();
  }
}

/** Node.js ends without an error if it waits for something that can no longer happen. */
const reportEarlyEnd = () => {
  console.error('The command ended before its last run.');
  process.exitCode = 1;
};

process.once('exit', reportEarlyEnd);
main()
  .catch((error: unknown) => {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 1;
  })
  .finally(() => process.removeListener('exit', reportEarlyEnd));
