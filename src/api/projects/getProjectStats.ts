import { BadRequest } from '../../domain/errors';
import { type Outcome, OUTCOME_RETENTION_DAYS, type TimeRange } from '../../domain/outcome';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import { presentSeries } from '../../presenters/project';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Statistic → outcomes that it counts. */
const OUTCOMES: Record<'received' | 'rejected' | 'blacklisted', readonly Outcome[]> = {
  received: ['accepted', 'filtered', 'rate_limited', 'invalid'],
  rejected: ['rate_limited', 'invalid'],
  blacklisted: ['filtered'],
};

/** Returns the number of a project's events over time, by their time of arrival. */
export const getProjectStats = operation('getProjectStats', {
  subject: findProject,

  async handle({ project, query, read, now }) {
    const { stat = 'received', resolution = '1h' } = query;
    const step = resolution === '1d' ? DAY_MS : HOUR_MS;
    const until = query.until === undefined ? now : query.until * 1000;
    const since = query.since === undefined ? until - DAY_MS + step : query.since * 1000;
    if (since < 0 || until > now + DAY_MS)
      throw new BadRequest(
        "Query parameters 'since' and 'until' must name times between 1970 and tomorrow, in seconds.",
      );
    const range = rangeBetween(since, until, step);
    const outcomes = await read((stores) => stores.outcomes.list(project.id, range));
    const counts = Array.from({ length: (range.to - range.from) / range.step }, () => 0);
    for (const { hour, outcome, category, quantity } of outcomes) {
      const index = Math.floor((hour - range.from) / range.step);
      if (category === 'error' && OUTCOMES[stat].includes(outcome)) counts[index] = (counts[index] ?? 0) + quantity;
    }
    return { status: 200, body: presentSeries(range, counts) };
  },
});

/** Returns the steps from one time to another. @throws BadRequest if there are none, or too many */
function rangeBetween(since: number, until: number, step: number): TimeRange {
  if (since > until) throw new BadRequest("Query parameter 'since' must not be later than 'until'.");
  if (until - since > OUTCOME_RETENTION_DAYS * DAY_MS)
    throw new BadRequest(
      `Query parameters 'since' and 'until' may be ${OUTCOME_RETENTION_DAYS} days apart: counts are kept that long.`,
    );
  return { from: Math.floor(since / step) * step, to: (Math.floor(until / step) + 1) * step, step };
}
