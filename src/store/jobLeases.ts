import { EntityStore, type Session } from './engine/sql';

const TAKE = `INSERT INTO job_lease (job, holder, held_until) VALUES (?, ?, ?)
  ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
  WHERE job_lease.holder = excluded.holder OR job_lease.held_until < ?`;

/** The rows of `job_lease`: which process runs a job, on a cluster of several machines. */
export class JobLeaseWriter extends EntityStore<Session> {
  /** Takes or extends the lease of a job. Returns false if another process has it. */
  async take(job: string, holder: string, now: number, until: number): Promise<boolean> {
    return (await this.session.run(TAKE, [job, holder, until, now])).changes > 0;
  }
}
