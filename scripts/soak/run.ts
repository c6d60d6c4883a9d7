/** The command `npm run soak`: options, progress and the report. */
import { parseArgs } from 'node:util';
import { selectDatabase } from '../../test/support/postgresServer';
import { endProcesses, ensureBuilt } from '../../test/support/process';
import { failuresOf, render } from './report';

const USAGE = `npm run soak -- [options]

  --minutes M       how long clients send requests (30)
  --database KIND   sqlite or postgres: the server of TEST_DATABASE_URL, or else a temporary one (sqlite)
  --seed S          an integer; the same seed makes the same events and choices (random)
`;

/** The command ends after this time beyond that of the load, whatever it waits for. */
const GRACE_MINUTES = 20;

interface Options {
  readonly minutes: number;
  readonly seed: number;
  readonly onPostgres: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      database: { type: 'string', default: 'sqlite' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    },
  });
  const number = (name: 'minutes' | 'seed'): number => {
    if (!/^[1-9][0-9]{0,8}$/.test(values[name])) throw new Error(`--${name} must be a whole number.`);
    return Number(values[name]);
  };
  if (!['sqlite', 'postgres'].includes(values.database)) throw new Error('--database must be sqlite or postgres.');
  return { minutes: number('minutes'), seed: number('seed'), onPostgres: values.database === 'postgres' };
}

function endLate(minutes: number): void {
  const timer = setTimeout(
    () => {
      console.error(`The command did not end ${GRACE_MINUTES} minutes after its load.`);
      endProcesses();
      process.exit(1);
    },
    (minutes + GRACE_MINUTES) * 60_000,
  );
  timer.unref();
}

async function main(): Promise<void> {
  const { minutes, seed, onPostgres } = readOptions();
  endLate(minutes);
  await ensureBuilt();
  const server = await selectDatabase(onPostgres);
  // These modules read the environment when they are loaded.
  const { soak } = await import('./soak.js');
  const { makeEmptyPlace } = await import('../../test/support/database.js');
  const kind = onPostgres ? 'PostgreSQL' : 'SQLite';
  console.error(`${minutes} minutes on ${kind}, seed ${seed}`);
  try {
    const report = await soak({
      minutes,
      seed,
      makePlace: makeEmptyPlace,
      onProgress: (share, acknowledged, memory) =>
        console.error(
          `${(share * minutes).toFixed(1)} of ${minutes} minutes, ${acknowledged} events, ${(memory / 2 ** 20).toFixed(0)} MiB`,
        ),
    });
    console.log(render(report, `${minutes} minutes on ${kind}, Node.js ${process.version}, seed ${seed}`));
    const failures = failuresOf(report);
    for (const failure of failures) console.error(failure);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    endProcesses();
    await server?.dispose();
  }
}

main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
});
