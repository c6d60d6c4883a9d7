import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ContractClient } from './client';

export const ROOT = resolve(__dirname, '../..');

const PROGRAM = join(ROOT, 'dist/src/main.js');
const SOURCES = ['src', 'generated', 'tsconfig.json'];

/** Limit of all waiting, below the limit of a test: a process that takes longer is killed and the test fails. */
const LIMIT_MS = 240_000;

type Environment = Readonly<Record<string, string>>;

/** The end of a process. */
export interface Outcome {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const started = new Set<ChildProcess>();
process.once('exit', endProcesses);

/** Kills the processes that were started here and still run, so that a failed test leaves none behind. */
export function endProcesses(): void {
  for (const child of started) endGroup(child);
}

/** Kills a process and its children; each process leads its own group. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    return;
  }
}

/** Returns the environment of a child process; of this process it has PATH only. */
function environmentOf(given: Environment): Environment {
  return { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), SCRAPING: 'off', ...given };
}

/** A process started by a test. */
export class RunningProcess {
  stdout = '';
  stderr = '';
  hasEnded = false;
  private readonly ended: Promise<Outcome>;

  constructor(readonly child: ChildProcess) {
    started.add(child);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = once(child, 'close')
      .then(([code]) => ({ code: code as number | null, stdout: this.stdout, stderr: this.stderr }))
      .finally(() => {
        started.delete(child);
        this.hasEnded = true;
      });
    this.ended.catch(() => undefined);
  }

  /**
   * Waits until the process has ended and its output is closed. @throws Error with the output if that takes too long
   */
  async end(limitMs = LIMIT_MS): Promise<Outcome> {
    const late = new AbortController();
    const outcome = await Promise.race([this.ended, setTimeout(limitMs, undefined, { signal: late.signal })]);
    late.abort();
    if (outcome !== undefined) return outcome;
    endGroup(this.child);
    throw new Error(`${this.child.spawnargs.join(' ')} did not end:\n${this.stdout}\n${this.stderr}`);
  }
}

/** Starts a program and does not wait for it. */
export function start(file: string, args: readonly string[], env: Environment = {}, cwd = ROOT): RunningProcess {
  return new RunningProcess(
    spawn(file, args, { cwd, env: environmentOf(env), detached: true, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

/** Runs a program to its end. */
export function execute(file: string, args: readonly string[], env: Environment = {}, cwd = ROOT): Promise<Outcome> {
  return start(file, args, env, cwd).end();
}

/** Starts a command of `culprit`, built from the present sources, and does not wait for it. */
export function startCulprit(args: readonly string[], env: Environment, cwd = ROOT): RunningProcess {
  return start(process.execPath, [PROGRAM, ...args], env, cwd);
}

/** Runs a command of `culprit`, built from the present sources. */
export function culprit(args: readonly string[], env: Environment, cwd = ROOT): Promise<Outcome> {
  return startCulprit(args, env, cwd).end();
}

/** The service as a process, on any free port of the loopback address. */
export class ServiceProcess {
  readonly client: ContractClient;

  private constructor(
    readonly running: RunningProcess,
    /** Its origin, as `http://127.0.0.1:PORT`. */
    readonly url: string,
  ) {
    this.client = new ContractClient(url);
  }

  /** Starts the service. @param program built from the present sources, if it is omitted */
  static async start(env: Environment, program = PROGRAM): Promise<ServiceProcess> {
    const running = start(process.execPath, [program, 'serve'], {
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      ...env,
    });
    return ServiceProcess.of(running);
  }

  /** Waits until a process listens. @throws Error with its output if it ends instead */
  static async of(running: RunningProcess): Promise<ServiceProcess> {
    const isListening = () => /listening on (http:\S+)\n/.exec(running.stdout)?.[1];
    await poll(() => running.hasEnded || isListening() !== undefined);
    const url = isListening();
    if (url === undefined) throw new Error(`the service does not listen: ${running.stdout}${running.stderr}`);
    return new ServiceProcess(running, url);
  }

  get stdout(): string {
    return this.running.stdout;
  }

  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void {
    this.running.child.kill(name);
  }

  /** Waits until it has ended. */
  end(): Promise<Outcome> {
    return this.running.end();
  }

  stop(): Promise<Outcome> {
    this.signal('SIGTERM');
    return this.end();
  }
}

/** Waits for a condition. @throws Error after a minute */
export async function poll(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`the condition did not become true within a minute: ${isSo.toString()}`);
    await setTimeout(10);
  }
}

/** Returns true if a promise is still pending after 100 ms. */
export async function waits(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([promise, setTimeout(100, 'pending')])) === 'pending';
}

/** Builds `dist` if a source file is newer. Of several test files at the same time one builds and the others wait. */
export async function ensureBuilt(): Promise<void> {
  const lock = join(tmpdir(), `culprit-build-${createHash('sha256').update(ROOT).digest('hex').slice(0, 16)}`);
  await acquire(lock);
  try {
    const built = await stat(PROGRAM).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (built < (await newest(SOURCES.map((name) => join(ROOT, name))))) await build();
  } finally {
    await rm(lock, { recursive: true });
  }
}

/** Deletes the program if the build fails: the compiler writes files even if there are errors. */
async function build(): Promise<void> {
  const running = start('npm', ['run', '--silent', 'build'], { npm_config_logs_max: '0' });
  const { code, stdout, stderr } = await running.end();
  if (code === 0) return;
  await rm(PROGRAM, { force: true });
  throw new Error(`the sources do not compile:\n${stdout}${stderr}`);
}

/** Waits for the lock, which is a directory. The lock of a process that has ended is ignored. */
async function acquire(lock: string): Promise<void> {
  const owner = join(lock, 'pid');
  await poll(async () => {
    try {
      await mkdir(lock);
      await writeFile(owner, String(process.pid));
      return true;
    } catch {
      const pid = Number(await readFile(owner, 'utf8').catch(() => process.pid));
      if (!isRunning(pid)) await rm(lock, { recursive: true, force: true });
      return false;
    }
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the last modification time of files at or below these paths. */
async function newest(paths: readonly string[]): Promise<number> {
  const times = paths.map(async (path) => {
    const status = await stat(path);
    const below = status.isDirectory() ? (await readdir(path)).map((name) => join(path, name)) : [];
    return Math.max(status.mtimeMs, await newest(below));
  });
  return Math.max(0, ...(await Promise.all(times)));
}
