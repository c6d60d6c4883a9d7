import { setImmediate } from 'node:timers/promises';
import type { IssueWords, StaleIssue, StaleIssueKey } from '../store/issueText';
import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';

export interface DescribeIssuesOptions {
  readonly database: Database;
  /** Returns the words of an issue by its newest event. */
  readonly describe: (issue: StaleIssue) => Promise<string>;
}

/**
 * Writes the words by which text search finds issues, where they are not those of the newest event: of issues that a new event has given
 * another title or culprit, and of all issues after an update from a version without text search. An issue whose title changes with every
 * event is described once in a pass, so that the cost is bounded. What is left to do is found in the database after an interruption.
 */
export class DescribeIssuesJob implements BackgroundJob {
  readonly name = 'describing issues for text search';
  readonly idleMs = 10_000;
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
    for (const issue of stale) {
      if (signal.aborted) return false;
      const { id, title, culprit } = issue;
      described.push({ id, title, culprit, words: await describe(issue) });
      await setImmediate();
    }
    const [first] = stale;
    if (first === undefined) return false;
    const { projectId } = first;
    await database.exclusively(({ issueTexts }) => issueTexts.replace(projectId, described), { projects: [projectId] });
    return true;
  }
}
