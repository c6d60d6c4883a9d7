/*
 * Compares the service with scripts/bench/baseline, which does the same work without a framework, and prints a report.
 * Each side is a process; rounds alternate, so that other load on the machine affects both. With `--database postgres`,
 * the service on PostgreSQL is compared with the service on SQLite.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readOptions } from './options';

let isEnding = false;

/** Ends the run at a signal, without a report. */
function end(close: () => Promise<void>): void {
  isEnding = true;
  void close().finally(() => process.exit(1));
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  // Loaded after the options are checked: these modules take a second to load.
  const [{ measure }, { openSetup }, { render }] = await Promise.all([
    import('./measure.js'),
    import('./setup.js'),
    import('./report.js'),
  ]);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'culprit-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const opening = openSetup(options.database, folder, options.compare);
  const close = async (): Promise<void> => (await opening).close();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(close));
  const results = await measure(options, await opening).finally(close);
  if (isEnding) return;
  process.stdout.write(render(results));
  if (options.out !== null) {
    mkdirSync(path.dirname(options.out), { recursive: true });
    writeFileSync(options.out, `${JSON.stringify(results, null, 2)}\n`);
  }
  if (results.scenarios.some(({ failure }) => failure !== null)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof Error && error.constructor === Error ? error.message : String((error as Error).stack)}\n`,
  );
  process.exit(1);
});
