import { execFile } from 'node:child_process';
import { join } from 'node:path';

export interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const CLI = join(__dirname, '..', '..', 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', FORCE_COLOR: '0' };

/** Runs the Redocly command line in a folder, without asking the network for anything. Failing is for the caller to judge. */
export function redocly(args: readonly string[], folder: string): Promise<Run> {
  const options = { cwd: folder, env: { ...process.env, ...QUIET }, maxBuffer: 2 ** 28 };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}
