import { BadRequest } from '../../domain/errors';
import { DAY_MS, HOUR_MS, OUTCOME_RETENTION_DAYS, timeRangeBefore } from '../../domain/outcome';
import { presentOutcomes } from '../../presenters/outcomes';
import type { Query } from '../operation';
import { findProject } from '../subjects';

/** Tells what became of the events that were sent to a project. */
export const getProjectOutcomes: Query<'getProjectOutcomes'> = async (ask) => {
  const { project } = await findProject(ask);
  return {
    async handle({ query: { statsPeriod = '24h', interval = '1h' } }) {
      const length = parseInt(statsPeriod, 10) * (statsPeriod.endsWith('d') ? DAY_MS : HOUR_MS);
      if (length > OUTCOME_RETENTION_DAYS * DAY_MS)
        throw new BadRequest(
          `Query parameter 'statsPeriod' is ${statsPeriod}; counts are kept for ${OUTCOME_RETENTION_DAYS} days.`,
        );
      const span = timeRangeBefore(ask.now, length, interval === '1d' ? DAY_MS : HOUR_MS);
      const counts = await ask.read(({ outcomes }) => outcomes.list(project.id, span));
      return { status: 200, body: presentOutcomes(span, counts) };
    },
  };
};
