import { ADOPTION_HOURS } from '../domain/releaseHealth';
import { HOUR_MS, MINUTE_MS } from '../domain/time';
import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';

/**
 * Notes when releases are adopted in their environments, and when others replace them. It reads the sessions of the
 * last hours of each project that has received any.
 */
export class ReleaseAdoptionJob implements BackgroundJob {
  readonly name = 'comparing releases by their sessions';
  readonly idleMs = 5 * MINUTE_MS;
  readonly asksAllMachines = true;

  /** @param clock milliseconds since 1970, UTC */
  constructor(
    private readonly database: Database,
    private readonly clock: () => number = Date.now,
  ) {}

  async step(signal: AbortSignal): Promise<boolean> {
    const now = this.clock();
    const to = Math.floor(now / HOUR_MS) + 1;
    const filter = { from: to - ADOPTION_HOURS, to };
    const projects = await this.database.read((stores) => stores.projects.listWithSessions());
    for (const id of projects) {
      if (signal.aborted) return false;
      const changes = await this.database.read(({ releaseHealth }) => releaseHealth.compareAdoption(id, filter));
      if (changes.adopted.length + changes.replaced.length === 0) continue;
      await this.database.exclusively(({ releaseHealth }) => releaseHealth.changeAdoption(id, changes, now), {
        projects: [id],
      });
    }
    return false;
  }
}
