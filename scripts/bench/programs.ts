import path from 'node:path';
import { buildSync } from 'esbuild';
import { ensureBuilt, ROOT, ServiceProcess, start } from '../../test/support/process';

/** The arguments with which `node` runs each of the programs; those of the service are the ones of `npm start`. */
const PROGRAMS = {
  service: ['--max-semi-space-size=4', 'dist/src/main.js', 'serve'],
  bare: ['dist/bench/main.js'],
  floor: ['dist/bench/floor.js'],
} as const;

/** The environment of the programs. MALLOC_ARENA_MAX is that of `npm start`; no load is refused as a spike. */
const ENVIRONMENT = {
  PORT: '0',
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  SPIKE_FLOOR: '999999999',
  MALLOC_ARENA_MAX: '2',
};

export type ProgramKind = keyof typeof PROGRAMS;

/** Compiles the programs to JavaScript, so that no loader is part of the measurement. */
export async function build(): Promise<void> {
  await ensureBuilt();
  buildSync({
    entryPoints: ['main', 'floor'].map((name) => path.join(__dirname, 'baseline', `${name}.ts`)),
    outdir: path.join(ROOT, 'dist/bench'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
}

export interface RunningProgram {
  readonly kind: ProgramKind;
  readonly port: number;
  readonly pid: number;
  /** Output of the program until it listened. */
  readonly printed: string;
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<void>;
}

/** @param options the folder for a CPU profile, and that of another built clone, whose service is started */
export async function startProgram(
  kind: ProgramKind,
  { url, profile, root = ROOT }: { url: string; profile?: string | null; root?: string | undefined },
): Promise<RunningProgram> {
  const profiling = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [];
  const env = { ...ENVIRONMENT, DATABASE_URL: url };
  const running = start(process.execPath, [...profiling, ...PROGRAMS[kind]], env, root);
  const service = await ServiceProcess.of(running);
  return {
    kind,
    port: Number(new URL(service.url).port),
    pid: running.child.pid ?? 0,
    printed: service.stdout,
    async stop() {
      await service.stop();
    },
  };
}
