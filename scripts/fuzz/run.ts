/** The command `npm run fuzz`: options, progress and the report. */
import { startService } from '../../test/support/service';
import { readCheckOptions, runCheck } from '../support/check';
import { OPERATIONS } from './contract';
import { type Finding, fuzz, type FuzzReport } from './fuzz';
import { quoteForShell } from './wire';

const DEFAULT_DATABASE = 'sqlite::memory:';

const USAGE = `npm run fuzz -- [options]

  --requests N        number of requests (100000)
  --seed S            an integer; the same seed makes the same requests (random)
  --only OPERATIONID  judges replies of this operation only; requests to others prepare it; may be repeated
  --database URL      database of the service: sqlite:PATH or postgres://… (${DEFAULT_DATABASE})
  --minutes M         begin no sequence after this time (60)
`;

const PROGRESS_INTERVAL_MS = 2000;

/** Prints a table of the replies by operation and status, and the operations and statuses that no request reached. */
function printReplies({ replies }: FuzzReport, only: readonly string[]): void {
  const silent: string[] = [];
  for (const { operationId, statuses } of OPERATIONS) {
    const counts = replies.get(operationId) ?? new Map<number, number>();
    const cells = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.log(`${operationId.padEnd(28)} ${cells.join('  ')}`);
    const missing = statuses.filter((status) => status < 500 && !counts.has(status));
    if (missing.length > 0 && (only.length === 0 || only.includes(operationId)))
      silent.push(`${operationId} ${missing.join(' ')}`);
  }
  if (silent.length > 0) console.log(`\nDeclared statuses that no request had: ${silent.join(', ')}`);
}

function printFinding(
  { operationId, rule, message, commands, reply, seed }: Finding,
  { only, database }: { readonly only: readonly string[]; readonly database: string },
): void {
  console.log(`\n${operationId}, ${rule}: ${message}`);
  for (const command of commands) console.log(`   ${shorten(command, 3000)}`);
  console.log(`   → ${shorten(reply, 1000)}`);
  const options = only.map((id) => `--only ${id}`);
  if (database !== DEFAULT_DATABASE) options.push(`--database ${quoteForShell(database)}`);
  console.log(`   npm run fuzz -- ${[`--requests 1 --seed ${seed}`, ...options].join(' ')}`);
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length - length} more characters)`;
}

runCheck(USAGE, async () => {
  const defaults = { requests: 100_000, seed: Math.floor(Math.random() * 1e9), minutes: 60 };
  const options = readCheckOptions(defaults, { database: DEFAULT_DATABASE, hasOnly: true });
  const { only, database } = options;
  const { requests, seed, minutes } = options.numbers;
  console.log(`${requests} requests, seed ${seed}`);
  const start = Date.now();
  let lastProgress = start;
  const report = await fuzz({
    requests,
    seed,
    only,
    // As in production, the service checks a sample of its replies; here all are checked.
    start: () => startService({ DATABASE_URL: database, NODE_ENV: 'production' }),
    timeLimit: minutes * 60_000,
    onFinding: (finding) => printFinding(finding, options),
    onProgress(progress) {
      if (Date.now() - lastProgress < PROGRESS_INTERVAL_MS) return;
      lastProgress = Date.now();
      const rate = Math.round((progress.requests / (lastProgress - start)) * 1000);
      console.error(`${progress.requests} of ${requests} requests, ${rate} a second, ${progress.findings} findings`);
    },
  });
  const seconds = (Date.now() - start) / 1000;
  printReplies(report, only);
  console.log(
    `\n${report.requests} requests and ${report.repeated} repetitions in ${seconds.toFixed(1)} s, ${report.findings.length} findings, seed ${seed}`,
  );
  return report.findings.map(({ operationId, rule }) => `${operationId}: ${rule}`);
});
