import { presentSeries } from '../../presenters/project';
import { operation } from '../operation';
import { parseCountedRange } from '../periods';
import { findIssue } from '../subjects';

/** Returns the number of an issue's events over time. */
export const getIssueStats = operation('getIssueStats', {
  subject: findIssue,

  async handle({ issue, query: { statsPeriod, start, end, interval, environment }, read, now }) {
    const range = parseCountedRange({ statsPeriod, start, end, interval }, now);
    const series = await read(({ issueStats }) => issueStats.series(issue.projectId, [issue.id], range, environment));
    return { status: 200, body: presentSeries(range, series.get(issue.id) ?? []) };
  },
});
