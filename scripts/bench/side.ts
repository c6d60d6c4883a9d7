import { spawn, type ChildProcess } from 'node:child_process';
import { PROGRAMS, ROOT, type Kind } from './build';

/** One of the two programs, running. */
export interface Side {
  readonly kind: Kind;
  readonly port: number;
  readonly pid: number;
  /** Ends it as an operator would and waits until it is gone. */
  stop(): Promise<void>;
}

export interface Start {
  readonly url: string;
  /** Any free port if it is not given. */
  readonly port?: number;
  /** Where a CPU profile goes. */
  readonly profile?: string | null;
}

/** Spawns one side and does not wait for it. */
export function spawnSide(kind: Kind, { url, port = 0, profile }: Start): ChildProcess {
  const profiling = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [];
  // Nothing but this machine is asked for anything.
  const env = {
    SCRAPING: 'off',
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATABASE_URL: url,
  };
  const child = spawn(process.execPath, [...profiling, ...PROGRAMS[kind]], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.removeListener('exit', kill));
  return child;
}

/** Starts one side and waits until it listens. */
export async function startSide(kind: Kind, start: Start): Promise<Side> {
  const child = spawnSide(kind, start);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await listening(child);
  return {
    kind,
    port,
    pid: child.pid ?? 0,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

function listening(child: ChildProcess): Promise<number> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d+)\n/.exec(output) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', () => reject(new Error(`${child.spawnargs.join(' ')} does not listen: ${output}`)));
  });
}
