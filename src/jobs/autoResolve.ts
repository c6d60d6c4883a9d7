import { SYSTEM } from '../domain/activity';
import type { Database, Writers } from '../store/stores';
import type { BackgroundJob } from './scheduler';

/**
 * Number of issues that one transaction resolves. It is small, so that a transaction holds the write lock only briefly.
 */
const ISSUES_PER_TRANSACTION = 200;

/**
 * Resolves issues without an event for as long as their project's `resolveAge` states. Finding them takes one index
 * lookup for each project with that setting; transactions begin only where there are some.
 */
export class AutoResolveJob implements BackgroundJob {
  readonly name = 'resolving issues for their age';
  /** An issue is resolved within a minute after it has reached the age. */
  readonly idleMs = 30_000;
  readonly asksAllMachines = true;

  /** @param clock milliseconds since 1970, UTC */
  constructor(
    private readonly database: Database,
    private readonly clock: () => number = Date.now,
  ) {}

  async step(signal: AbortSignal): Promise<boolean> {
    await this.resolveDue(signal);
    return false;
  }

  /**
   * Resolves all issues that are due. Returns their number. A project that another process is working on is left to it.
   */
  async resolveDue(signal?: AbortSignal): Promise<number> {
    const now = this.clock();
    const projects = await this.database.read(({ issues }) => issues.findProjectsToAutoResolve(now));
    let resolved = 0;
    for (const project of projects) resolved += await this.#resolveProject(project, now, signal);
    return resolved;
  }

  async #resolveProject(project: string, now: number, signal?: AbortSignal): Promise<number> {
    let resolved = 0;
    while (signal?.aborted !== true) {
      const count = await this.database.exclusively((stores) => resolveSome(stores, project, now));
      resolved += count ?? 0;
      if (count !== ISSUES_PER_TRANSACTION) break;
    }
    return resolved;
  }
}

/** Resolves the next issues of a project. Returns their number. */
async function resolveSome({ issues, activities }: Writers, project: string, now: number): Promise<number> {
  const { ids, hours } = await issues.autoResolve(project, now, ISSUES_PER_TRANSACTION);
  const type = 'set_resolved_by_age';
  await activities.insert(
    project,
    ids.map((issueId) => ({ issueId, type, actor: SYSTEM, at: now, data: { hours } })),
  );
  return ids.length;
}
