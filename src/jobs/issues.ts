import { setImmediate } from 'node:timers/promises';
import type { EventTag } from '../domain/event';
import { type Issue, type IssueTags, type NewActivity, type ReleaseMark, SYSTEM } from '../domain/issue';
import type { IssueState } from '../domain/issueState';
import { ADOPTION_HOURS } from '../domain/releaseHealth';
import { HOUR_MS, MINUTE_MS } from '../domain/time';
import type { WaitingFeedback } from '../store/feedback';
import type { IssueWords, StaleIssue, StaleIssueKey } from '../store/issues/issueText';
import type { Database, Writers } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';

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

/** Resolves the issues of a project whose commit is in one of its releases. */
async function resolveReleased({ issueStates, activities }: Writers, projectId: string, now: number): Promise<void> {
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

export interface DescribeIssuesOptions {
  readonly database: Database;
  /** Returns the words and the search entries of an issue by its newest event. */
  readonly describe: (
    issue: StaleIssue,
  ) => Promise<{ readonly words: string; readonly searchEntries: readonly EventTag[] }>;
}

/**
 * Writes the words by which text search finds issues, where they differ from the words of the newest event. This
 * concerns issues to which a new event has given another title or culprit, and all issues after an update from a
 * version without text search. The search entries of that event are added. An issue whose title changes with every
 * event is described once in a pass, so that the cost is bounded. After an interruption, the remaining issues are found
 * in the database.
 */
export class DescribeIssuesJob implements BackgroundJob {
  readonly name = 'describing issues for text search';
  readonly idleMs = 10_000;
  readonly asksAllMachines = true;
  #last: StaleIssueKey | undefined;

  constructor(private readonly options: DescribeIssuesOptions) {}

  pauseMs(durationMs: number): number {
    return pauseAfterStep(durationMs);
  }

  async step(signal: AbortSignal): Promise<boolean> {
    const { database, describe } = this.options;
    const stale = await database.read(({ issueTexts }) => issueTexts.listStale(this.#last));
    this.#last = stale.at(-1);
    const described: IssueWords[] = [];
    const entries: IssueTags[] = [];
    for (const issue of stale) {
      if (signal.aborted) return false;
      const { id, title, culprit } = issue;
      const { words, searchEntries } = await describe(issue);
      described.push({ id, title, culprit, words });
      entries.push({ issueId: id, tags: searchEntries });
      await setImmediate();
    }
    const [first] = stale;
    if (first === undefined) return false;
    const { projectId } = first;
    await database.exclusively(
      async ({ issueStates, issueTexts, issueTags }) => {
        const locked = await issueStates.lock(
          projectId,
          described.map(({ id }) => Number(id)),
        );
        const present = new Set(locked.map(({ id }) => id));
        await issueTexts.replace(projectId, described);
        const ofPresent = entries.filter(({ issueId }) => present.has(issueId));
        await issueTags.insert(projectId, await issueTags.findNew(projectId, ofPresent));
      },
      { projects: [projectId] },
    );
    return true;
  }
}

/**
 * Joins feedback that arrived before its error with the issue of that error, and turns the user reports of old clients
 * into feedback. After an interruption, the remaining rows are found in the database. Doing a step twice changes
 * nothing.
 */
export class JoinFeedbackJob implements BackgroundJob {
  readonly name = 'joining feedback with errors';
  readonly idleMs = 10_000;
  readonly asksAllMachines = true;

  /**
   * @param saveAsFeedback saves the feedback that a report becomes, once its error is stored
   * @param clock milliseconds since 1970, UTC
   */
  constructor(
    private readonly database: Database,
    private readonly saveAsFeedback: (report: WaitingFeedback) => Promise<void>,
    private readonly clock: () => number = Date.now,
  ) {}

  pauseMs(durationMs: number): number {
    return pauseAfterStep(durationMs);
  }

  async step(signal: AbortSignal): Promise<boolean> {
    const now = this.clock();
    const waiting = await this.database.read(({ feedback }) => feedback.listWaiting(now));
    for (const report of waiting) {
      if (signal.aborted) return false;
      const hasError = report.errorIssueId !== null;
      if (hasError && report.feedbackId === null && report.issueId === null) await this.saveAsFeedback(report);
      await this.database.write(({ feedback }) => (hasError ? feedback.join(report) : feedback.postpone(report, now)), {
        projects: [report.projectId],
      });
    }
    return waiting.length > 0;
  }
}
