import type { WaitingFeedback } from '../store/feedback';
import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';

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
