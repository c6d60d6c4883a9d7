import { BadRequest } from '../../domain/errors';
import { OUTCOME_RETENTION_DAYS, timeRangeBefore } from '../../domain/outcome';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import { presentOutcomes } from '../../presenters/outcomes';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Returns how many of a project's events were accepted and dropped, and why, over time. */
export const getProjectOutcomes = operation('getProjectOutcomes', {
  subject: findProject,

  async handle({ project, query: { statsPeriod = '24h', interval = '1h' }, read, now }) {
    const length = parseInt(statsPeriod, 10) * (statsPeriod.endsWith('d') ? DAY_MS : HOUR_MS);
    if (length > OUTCOME_RETENTION_DAYS * DAY_MS)
      throw new BadRequest(
        `Query parameter 'statsPeriod' is ${statsPeriod}; counts are kept for ${OUTCOME_RETENTION_DAYS} days.`,
      );
    const range = timeRangeBefore(now, length, interval === '1d' ? DAY_MS : HOUR_MS);
    const counts = await read(({ outcomes }) => outcomes.list(project.id, range));
    return { status: 200, body: presentOutcomes(range, counts) };
  },
});
