/** The command `npm run durability`: options, progress and the report. */
import { readCheckOptions, runCheck, withDatabases } from '../support/check';
import type { KillReport } from './kill';

const USAGE = `npm run durability -- [options]

  --runs N          number of runs (200)
  --database KIND   sqlite or postgres: the server of TEST_DATABASE_URL, or else a temporary one (sqlite)
  --minutes M       begin no run after this time (60)
`;

const SQLITE = { targets: ['service'], services: [1] } as const;
/** Options for a server on another machine, whose processes cannot be killed. */
const REMOTE_POSTGRES = { targets: ['service', 'service', 'connection', 'connection'], services: [1, 2] } as const;
const POSTGRES = { ...REMOTE_POSTGRES, targets: [...REMOTE_POSTGRES.targets, 'backend'] } as const;

function printReport({ runs, kills, acknowledged, lost, refused, unacknowledged, violations }: KillReport): void {
  const killed = Object.entries(kills).map(([target, count]): [string, number] => [`kills: ${target}`, count]);
  for (const [name, count] of [
    ['runs', runs],
    ...killed,
    ['acknowledged events', acknowledged],
    ['requests without a reply', lost],
    ['requests refused with 503', refused],
    ['stored, but never acknowledged', unacknowledged],
    ['violations', violations.length],
  ] as const)
    console.log(`${name.padEnd(33)} ${count}`);
}

runCheck(USAGE, async () => {
  const { numbers, database } = readCheckOptions({ runs: 200, minutes: 60 }, { database: 'sqlite' });
  const { runs, minutes } = numbers;
  return withDatabases(database, async ({ onPostgres, hasOwnServer, makePlace }) => {
    const { killRepeatedly } = await import('./kill.js');
    const kind = hasOwnServer ? POSTGRES : onPostgres ? REMOTE_POSTGRES : SQLITE;
    const deadline = Date.now() + minutes * 60_000;
    const onRun = ({ runs: done }: KillReport) => {
      if (done % 10 === 0) console.error(`${done} of ${runs} runs`);
      return Date.now() < deadline;
    };
    const report = await killRepeatedly({ ...kind, runs, makePlace, onRun });
    printReport(report);
    return report.violations;
  });
});
