import { randomUUID } from 'node:crypto';
import type { Write } from '../store/stores';
import type { JobLeases } from './scheduler';

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
