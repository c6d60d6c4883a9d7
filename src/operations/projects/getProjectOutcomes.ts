import { BadRequest } from '../../domain/errors';
import { DAY_MS, HOUR_MS, KEPT_DAYS, spanBefore } from '../../domain/outcome';
import { presentOutcomes } from '../../views/outcomes';
import { findProject } from '../find';
import type { Query } from '../operation';

/** Tells what became of the events that were sent to a project. */
export const getProjectOutcomes: Query<'getProjectOutcomes'> = async (ask) => {
  const { project } = await findProject(ask);
  return {
    async handle({ query: { statsPeriod = '24h', interval = '1h' } }) {
      const length = parseInt(statsPeriod, 10) * (statsPeriod.endsWith('d') ? DAY_MS : HOUR_MS);
      if (length > KEPT_DAYS * DAY_MS)
        throw new BadRequest(`Query parameter 'statsPeriod' is ${statsPeriod}; counts are kept for ${KEPT_DAYS} days.`);
      const span = spanBefore(ask.now, length, interval === '1d' ? DAY_MS : HOUR_MS);
      const counts = await ask.read(({ outcomes }) => outcomes.list(project.id, span));
      return { status: 200, body: presentOutcomes(span, counts) };
    },
  };
};
