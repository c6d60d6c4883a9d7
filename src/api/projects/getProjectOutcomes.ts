import { presentOutcomes } from '../../presenters/outcomes';
import { operation } from '../operation';
import { parsePeriod } from '../periods';
import { findProject } from '../subjects';

/** Returns the numbers of a project's accepted and dropped events, by reason, over time. */
export const getProjectOutcomes = operation('getProjectOutcomes', {
  subject: findProject,

  async handle({ project, query: { statsPeriod = '24h', interval = '1h' }, read, now }) {
    const range = parsePeriod({ statsPeriod, interval }, now);
    const [counts, discards] = await read(async ({ outcomes }) => [
      await outcomes.list(project.id, range),
      await outcomes.listDiscards(project.id, range),
    ]);
    return { status: 200, body: presentOutcomes(range, counts, discards) };
  },
});
