/** The command `npm run soak`: options, progress and the report. */
import { endProcesses } from '../../test/support/process';
import { readCheckOptions, runCheck, withDatabases } from '../support/check';
import { failuresOf, mebibytes, render } from './report';

const USAGE = `npm run soak -- [options]

  --minutes M       how long clients send requests (30)
  --database KIND   sqlite or postgres: the server of TEST_DATABASE_URL, or else a temporary one (sqlite)
  --seed S          an integer; the same seed makes the same events and choices (random)
`;

/** Number of minutes after the end of the load at which the command ends in any case. */
const GRACE_MINUTES = 20;

function endLate(minutes: number): void {
  const end = () => {
    console.error(`The command did not end ${GRACE_MINUTES} minutes after its load.`);
    endProcesses();
    process.exit(1);
  };
  setTimeout(end, (minutes + GRACE_MINUTES) * 60_000).unref();
}

runCheck(USAGE, async () => {
  const defaults = { minutes: 30, seed: Math.floor(Math.random() * 1e9) };
  const { numbers, database } = readCheckOptions(defaults, { database: 'sqlite' });
  const { minutes, seed } = numbers;
  endLate(minutes);
  return withDatabases(database, async ({ onPostgres, makePlace }) => {
    const { soak } = await import('./soak.js');
    const kind = onPostgres ? 'PostgreSQL' : 'SQLite';
    console.error(`${minutes} minutes on ${kind}, seed ${seed}`);
    const report = await soak({
      minutes,
      seed,
      makePlace,
      onProgress: (share, acknowledged, memory) =>
        console.error(
          `${(share * minutes).toFixed(1)} of ${minutes} minutes, ${acknowledged} events, ${mebibytes(memory)}`,
        ),
    });
    console.log(render(report, `${minutes} minutes on ${kind}, Node.js ${process.version}, seed ${seed}`));
    return failuresOf(report);
  });
});
