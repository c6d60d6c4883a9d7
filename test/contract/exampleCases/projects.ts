import type { Outcome, OutcomeCount } from '../../../src/domain/outcome';
import type { ExampleCases, ExampleFixtures } from '../exampleCase';
import { all, deploy, EXCEPTION, MESSAGE, send } from './prepare';

/** What became of events in the three hours of the example. */
async function counted({ service, project }: ExampleFixtures): Promise<void> {
  const hours = [8, 9, 10].map((hour) => Date.UTC(2026, 10, 21, hour));
  const rows = (outcome: Outcome, reason: OutcomeCount['reason'], quantities: readonly number[]) =>
    quantities.flatMap((quantity, index) =>
      quantity === 0
        ? []
        : [{ projectId: project.id, hour: hours[index] ?? 0, outcome, reason, category: 'error' as const, quantity }],
    );
  const counts = [...rows('accepted', '', [120, 75, 19]), ...rows('filtered', 'error-message', [0, 4, 8])];
  await service.app.database.write(({ outcomes }) => outcomes.add(counts));
}

export const projects = {
  updateProject: {
    cases: [
      { body: 'settings', response: 'updated', prepare: send(EXCEPTION) },
      { body: 'bookmark', response: 'updated', prepare: send(EXCEPTION) },
    ],
  },
  getProjectOutcomes: { cases: [{ response: 'outcomes', prepare: counted }] },
  getProject: { cases: [{ response: 'project', prepare: send(EXCEPTION) }] },
  getProjectPlugin: { cases: [{ response: 'plugin' }] },
  updateProjectPlugin: { cases: [{ body: 'enable', response: 'enabled' }] },
  listTeamProjects: {
    cases: [
      { response: 'projects', prepare: all(send(EXCEPTION, MESSAGE), deploy()) },
      {
        response: 'none',
        prepare: async ({ service }) => void (await service.fixtures.team({ organization: 'acme', slug: 'idle' })),
        parameters: { team_id_or_slug: 'idle' },
        omitted: ['cursor'],
      },
    ],
  },
} satisfies Partial<ExampleCases>;
