import type { WaitingFeedback } from '../store/feedback';
import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';

/**
 * Looks for the errors of feedback that arrived before them: joins feedback with the issue of its error, and makes
 * feedback of the reports of old clients. After an interruption, the remaining rows are found in the database. Doing a
 * step twice changes nothing.
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
    for (const one of waiting) {
      if (signal.aborted) return false;
      const isFound = one.errorIssueId !== null;
      if (isFound && one.feedbackId === null && one.issueId === null) await this.saveAsFeedback(one);
      await this.database.write(({ feedback }) => (isFound ? feedback.join(one) : feedback.postpone(one, now)), {
        projects: [one.projectId],
      });
    }
    return waiting.length > 0;
  }
}
