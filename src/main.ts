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
  const { runProgram } = await import('./cli/program.js');
  await runProgram();
}

main().catch((error: unknown) => {
  process.stderr.write(`culprit: ${error instanceof Error ? error.message : String(error)}\n`);
  // A command whose exit codes mean more has set another one.
  process.exitCode ??= 1;
});
