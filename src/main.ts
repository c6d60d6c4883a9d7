#!/usr/bin/env node

/**
 * Oldest supported minor version of each supported major version of Node.js; `engines` in package.json says the same.
 */
const OLDEST_MINOR: Readonly<Record<number, number>> = { 20: 19, 22: 12 };
const FIRST_UNBOUNDED_MAJOR = 24;

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const oldestMinor = OLDEST_MINOR[major];
  return major >= FIRST_UNBOUNDED_MAJOR || (oldestMinor !== undefined && minor >= oldestMinor);
}

/**
 * Loads the program only after the check: its libraries may fail on an older Node.js, with an error that does not say
 * why.
 */
async function main(): Promise<void> {
  const version = process.versions.node;
  if (!isSupported(version)) throw new Error(`Node.js ${version} is not supported; use 20.19, 22.12, 24 or newer.`);
  handleOutputErrors();
  const { runProgram } = await import('./cli/program.js');
  await runProgram();
}

/**
 * Fails a command whose output cannot be written, such as on a full disk. A reader that has read enough closes the
 * output, which is no error.
 */
function handleOutputErrors(): void {
  process.stdout.once('error', ({ code = 'unknown reason' }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`culprit: Standard output cannot be written (${code}).\n`);
    process.exitCode ||= 1;
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

main().catch((error: unknown) => {
  process.stderr.write(`culprit: ${error instanceof Error ? error.message : String(error)}\n`);
  // A command whose exit codes mean more has set another one.
  process.exitCode ??= 1;
});
