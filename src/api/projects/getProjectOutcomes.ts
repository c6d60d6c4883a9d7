import { presentOutcomes } from '../../presenters/project';
import { operation } from '../operation';
import { parseCountedRange } from '../periods';
import { findProject } from '../subjects';

/** Returns the numbers of a project's accepted and dropped events, by reason, over time. */
export const getProjectOutcomes = operation('getProjectOutcomes', {
  subject: findProject,

  async handle({ project, query: { statsPeriod, start, end, interval }, read, now }) {
    const range = parseCountedRange({ statsPeriod, start, end, interval }, now);
    const [counts, discards] = await read(async ({ outcomes }) => [
      await outcomes.list(project.id, range),
      await outcomes.listDiscards(project.id, range),
    ]);
    return { status: 200, body: presentOutcomes(range, counts, discards) };
  },
});
