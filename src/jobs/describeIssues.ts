import { setImmediate } from 'node:timers/promises';
import type { EventTag } from '../domain/event';
import type { IssueTags } from '../domain/issue';
import type { IssueWords, StaleIssue, StaleIssueKey } from '../store/issues/issueText';
import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';

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
