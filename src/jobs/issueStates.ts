import { type NewActivity, SYSTEM } from '../domain/activity';
import type { Issue, ReleaseMark } from '../domain/issue';
import type { IssueState } from '../domain/issueState';
import type { Database, Writers } from '../store/stores';
import type { BackgroundJob } from './scheduler';

/**
 * Makes issues unresolved that were ignored until a time that has come, and resolves those whose commit is in a release
 * now. Finding their projects reads an index that has no other issues.
 */
export class IssueStatesJob implements BackgroundJob {
  readonly name = 'changing the status of issues that wait for a time or a commit';
  /** Maximum delay of a status change in milliseconds. */
  readonly idleMs = 5_000;
  readonly asksAllMachines = true;

  /** @param clock milliseconds since 1970, UTC */
  constructor(
    private readonly database: Database,
    private readonly clock: () => number = Date.now,
  ) {}

  async step(signal: AbortSignal): Promise<boolean> {
    const now = this.clock();
    const [due, awaiting] = await this.database.read(({ issueStates }) =>
      Promise.all([issueStates.findDueProjects(now), issueStates.findAwaitingProjects()]),
    );
    let changed = 0;
    for (const project of due) {
      if (signal.aborted) return false;
      changed +=
        (await this.database.exclusively((stores) => reopenDue(stores, project, now), { projects: [project] })) ?? 0;
    }
    for (const project of awaiting) {
      if (signal.aborted) return false;
      await this.database.exclusively((stores) => resolveReleased(stores, project, now), { projects: [project] });
    }
    return changed > 0;
  }
}

/** Makes some of the issues unresolved whose time has come. Returns their number. */
async function reopenDue({ issueStates, activities }: Writers, projectId: string, now: number): Promise<number> {
  const issues = await issueStates.lockDue(projectId, now);
  const states = issues.map(({ id, assignee }): [string, IssueState] => [
    id,
    {
      status: 'unresolved',
      substatus: 'ongoing',
      statusDetails: null,
      isAutoResolved: false,
      reopenedAt: now,
      assignee,
    },
  ]);
  await issueStates.save(projectId, new Map(states));
  const data = { reason: 'ignoreUntil' };
  await activities.insert(
    projectId,
    issues.map(({ id: issueId }) => ({ issueId, type: 'set_unresolved', actor: SYSTEM, at: now, data })),
  );
  return issues.length;
}

/** Resolves the issues of a project whose commit is in one of its releases. Returns their number. */
async function resolveReleased({ issueStates, activities }: Writers, projectId: string, now: number): Promise<number> {
  const states = new Map<string, IssueState>();
  const entries: NewActivity[] = [];
  for (const issue of await issueStates.lockAwaiting(projectId)) {
    const inCommit = issue.statusDetails?.inCommit;
    const release = inCommit && (await issueStates.findReleaseOfCommit(projectId, inCommit));
    if (inCommit === undefined || !release) continue;
    states.set(issue.id, resolvedIn(issue, release));
    const data = { ...inCommit, version: release.version };
    entries.push({ issueId: issue.id, type: 'set_resolved_in_release', actor: SYSTEM, at: now, data });
  }
  await issueStates.save(projectId, states);
  await activities.insert(projectId, entries);
  return states.size;
}

function resolvedIn({ assignee, reopenedAt }: Issue, release: ReleaseMark): IssueState {
  return {
    status: 'resolved',
    substatus: null,
    isAutoResolved: false,
    statusDetails: { inRelease: release },
    reopenedAt,
    assignee,
  };
}
