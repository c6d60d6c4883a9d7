import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Write } from '../store/stores';

/** Work that the service does in the background, step by step. */
export interface BackgroundJob {
  /** Description of the job's work for the log, such as `reclaiming storage`. */
  readonly name: string;
  /** Milliseconds until the next step when there is nothing left to do. */
  readonly idleMs: number;
  /**
   * Milliseconds that a running step may continue after the scheduler is stopped. Its signal is aborted then. Default:
   * 0.
   */
  readonly stopGraceMs?: number;
  /**
   * True if an idle step asks all machines of a cluster for work. There, one process at a time runs the job, and it
   * looks for work less often.
   */
  readonly asksAllMachines?: boolean;
  /** Does a part of the work. Returns true if there may be more. A job has at most one running step. */
  step(signal: AbortSignal): Promise<boolean>;
  /** Milliseconds between two steps while there is more to do, by the duration of the first. Default: 0. */
  pauseMs?(durationMs: number): number;
  /**
   * Waits for work that steps began and did not wait for. Called after the last step, within the same `stopGraceMs`.
   */
  finish?(): Promise<void>;
  /** Releases the resources of the job. Called once, after its last step. */
  close?(): void;
}

/** Says which process of a cluster runs a job. */
export interface JobLeases {
  /** Minimum pause of an idle job in milliseconds. */
  readonly idleMs: number;
  /** Returns true if this process runs the job. */
  take(job: string): Promise<boolean>;
}

/** The delay after a failed step, unless the job's `idleMs` is less. */
const MAX_RETRY_MS = 60_000;

/** Runs background jobs beside each other until it is stopped. Its timers do not keep the process alive. */
export class Scheduler {
  readonly #stopping = new AbortController();
  #running: readonly RunningJob[] = [];

  /**
   * @param onError is called with the error of a failed step; the step is repeated later
   * @param onSuccess is called after each other step
   * @param idleFactor by which the pauses of idle jobs are multiplied
   * @param leases null unless the database is a cluster
   */
  constructor(
    private readonly jobs: readonly BackgroundJob[],
    private readonly onError: (error: unknown, job: BackgroundJob) => void,
    private readonly onSuccess: (job: BackgroundJob) => void = () => undefined,
    private readonly idleFactor = 1,
    private readonly leases: JobLeases | null = null,
  ) {}

  start(): void {
    // Each job that waits listens; Node.js warns of a leak at eleven.
    setMaxListeners(0, this.#stopping.signal);
    this.#running = this.jobs.map((job) => {
      const cutOff = new AbortController();
      return { job, cutOff, ended: this.#run(job, cutOff.signal) };
    });
  }

  /** Starts no further step, waits for the running ones, and closes the jobs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running.map(endJob));
    for (const job of this.jobs) job.close?.();
  }

  async #run(job: BackgroundJob, signal: AbortSignal): Promise<void> {
    const stopping = this.#stopping.signal;
    while (!stopping.aborted) {
      const delay = await this.#step(job, signal);
      if (delay > 0) await pause(delay, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    }
    await job.finish?.();
  }

  /** Returns the delay before the next step. */
  async #step(job: BackgroundJob, signal: AbortSignal): Promise<number> {
    const began = performance.now();
    const leases = job.asksAllMachines === true ? this.leases : null;
    const idleMs = Math.max(job.idleMs, leases?.idleMs ?? 0) * this.idleFactor;
    try {
      const hasMore = (leases === null || (await leases.take(job.name))) && (await job.step(signal));
      this.onSuccess(job);
      return hasMore ? (job.pauseMs?.(performance.now() - began) ?? 0) : idleMs;
    } catch (error) {
      this.onError(error, job);
      return Math.min(job.idleMs, MAX_RETRY_MS);
    }
  }
}

interface RunningJob {
  readonly job: BackgroundJob;
  readonly cutOff: AbortController;
  readonly ended: Promise<void>;
}

async function endJob({ job, cutOff, ended }: RunningJob): Promise<void> {
  const abort = () => {
    cutOff.abort(new Error('The service was stopped.'));
  };
  const { stopGraceMs = 0 } = job;
  if (stopGraceMs === 0) abort();
  const timer = setTimeout(abort, stopGraceMs);
  await ended;
  clearTimeout(timer);
}

/** Time for which a process runs a job before another one may. Half of it is left when the process extends it. */
const LEASE_MS = 60_000;

/**
 * Leases in the database, so that all processes of the service share them. The leases of a process that ends run out.
 */
export class StoredLeases implements JobLeases {
  readonly idleMs = 10_000;
  readonly #holder = randomUUID();
  /** Job → end of its lease. */
  readonly #held = new Map<string, number>();

  /** @param clock milliseconds since 1970, UTC */
  constructor(
    private readonly write: Write,
    private readonly clock: () => number = Date.now,
  ) {}

  async take(job: string): Promise<boolean> {
    const now = this.clock();
    const heldUntil = this.#held.get(job) ?? 0;
    if (heldUntil > now + LEASE_MS / 2 && heldUntil <= now + LEASE_MS) return true;
    const until = now + LEASE_MS;
    const isTaken = await this.write(({ jobLeases }) => jobLeases.take(job, this.#holder, now, until), {
      projects: [],
    });
    if (isTaken) this.#held.set(job, until);
    return isTaken;
  }
}

/** Work that the steps of a job began and did not wait for, by its subject. */
export class WorkInProgress<Subject> {
  readonly #ends = new Map<Subject, Promise<void>>();

  get subjects(): Subject[] {
    return [...this.#ends.keys()];
  }

  add(subject: Subject, work: Promise<void>): void {
    this.#ends.set(
      subject,
      work.finally(() => this.#ends.delete(subject)),
    );
  }

  /**
   * Does a step of a job: begins work, or else waits for the end of one of the tasks that were in progress before, at
   * most as long as the job pauses when it is idle. Tasks that end in the meantime leave slots in which others fit.
   * @param begin begins work; returns true if there may be more to begin
   * @returns true if there may be more to do
   */
  async step(begin: () => Promise<boolean>, idleMs: number): Promise<boolean> {
    const ends = [...this.#ends.values()];
    if (await begin()) return true;
    if (ends.length === 0) return false;
    const waiting = new AbortController();
    const timer = pause(idleMs, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined);
    await Promise.race([...ends, timer]);
    waiting.abort();
    return true;
  }

  async endOfAll(): Promise<void> {
    await Promise.all(this.#ends.values());
  }
}
