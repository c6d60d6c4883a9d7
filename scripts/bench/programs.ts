import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { ensureBuilt, ROOT } from '../../test/support/process';

/** The arguments with which `node` runs each of the programs. */
const PROGRAMS = {
  service: ['dist/src/main.js', 'serve'],
  bare: ['dist/bench/baseline.js'],
  floor: ['dist/bench/floor.js'],
} as const;

export type ProgramKind = keyof typeof PROGRAMS;

/** The source of each program other than the service, and the file that it is compiled to. */
const ENTRIES = [
  ['baseline/main.ts', PROGRAMS.bare[0]],
  ['floor.ts', PROGRAMS.floor[0]],
] as const;

/** Compiles the programs to JavaScript, so that no loader is part of the measurement. */
export async function build(): Promise<void> {
  await ensureBuilt();
  for (const [entry, outfile] of ENTRIES) {
    buildSync({
      entryPoints: [path.join(__dirname, entry)],
      outfile: path.join(ROOT, outfile),
      bundle: true,
      packages: 'external',
      platform: 'node',
      target: 'node20',
      logLevel: 'warning',
    });
  }
}

/** A running program. */
export interface RunningProgram {
  readonly kind: ProgramKind;
  readonly port: number;
  readonly pid: number;
  /** Output of the program so far. */
  readonly printed: string;
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly url: string;
  /** Any free port by default. */
  readonly port?: number;
  /** The folder for a CPU profile. */
  readonly profile?: string | null;
  /** The folder of another built clone, whose service is started. */
  readonly root?: string | undefined;
}

/** Starts a program and does not wait until it listens. */
export function spawnProgram(kind: ProgramKind, options: StartOptions): ChildProcess {
  const { url, port = 0, profile, root = ROOT } = options;
  const profiling = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [];
  const env = {
    // The program sends no requests to other machines, and refuses none as a spike.
    SCRAPING: 'off',
    SPIKE_FLOOR: '999999999',
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATABASE_URL: url,
  };
  const args = [...profiling, ...PROGRAMS[kind]];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.removeListener('exit', kill));
  return child;
}

/** Starts a program and waits until it listens. */
export async function startProgram(kind: ProgramKind, start: StartOptions): Promise<RunningProgram> {
  const child = spawnProgram(kind, start);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { port, printed } = await listening(child);
  return {
    kind,
    port,
    pid: child.pid ?? 0,
    printed,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

function listening(child: ChildProcess): Promise<{ port: number; printed: string }> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d+)\n/.exec(output) ?? [];
      if (port !== undefined) resolve({ port: Number(port), printed: output });
    });
    child.once('exit', () => reject(new Error(`${child.spawnargs.join(' ')} does not listen: ${output}`)));
  });
}
