import type { BackgroundJob } from '../../src/jobs/scheduler';
import type { Database } from '../../src/store/stores';

/** Runs a job until it has no more work. */
export async function runUntilIdle(job: BackgroundJob): Promise<void> {
  const { signal } = new AbortController();
  while (await job.step(signal)) continue;
}

/** Returns a job with another pause between its steps. */
export function withIdleMs(job: BackgroundJob, idleMs: number): BackgroundJob {
  return { name: job.name, idleMs, step: (signal) => job.step(signal) };
}

/**
 * Returns a database whose `exclusively` waits while a job of another process has the turn, instead of doing nothing.
 */
export function waitingForTurns(database: Database): Database {
  const exclusively: Database['exclusively'] = async (work, scope) => {
    for (;;) {
      const result = await database.exclusively(async (stores) => ({ value: await work(stores) }), scope);
      if (result !== undefined) return result.value;
    }
  };
  return { ...database, exclusively };
}
