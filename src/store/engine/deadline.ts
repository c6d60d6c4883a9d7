import { Unavailable } from '../../domain/errors';

/*
 * A deadline is a time of `performance.now()`. After its deadline, a read or a write begins no statement and stops
 * waiting for connections, locks and earlier writes. The server ends a statement that still runs then
 * (src/DECISIONS.md, "Deadlines").
 */

/** Time limit of a read or a write of the service without a deadline: as long as clients usually wait for a reply. */
export const DEFAULT_LIMIT_MS = 30_000;

/** Deadline of tools, migrations and copies, whose duration depends on the size of the database. */
export const NO_DEADLINE = Infinity;

/** Returns the error of work that reached its deadline. */
export function deadlineError(): Unavailable {
  return new Unavailable('The database did not answer in time.');
}

/** Checks the deadline. @throws Unavailable after the deadline */
export function requireTime(deadline: number): void {
  if (deadline !== NO_DEADLINE && performance.now() >= deadline) throw deadlineError();
}

/** Waits for a promise until the deadline. @throws Unavailable after the deadline; the promise is not cancelled */
export async function waitUntil<T>(promise: Promise<T>, deadline: number): Promise<T> {
  if (deadline === NO_DEADLINE) return promise;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(deadlineError()), Math.max(deadline - performance.now(), 0));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
