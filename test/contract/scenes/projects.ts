import type { Outcome } from '../../../src/domain/outcome';
import type { Scenes, Stage } from '../scene';
import { all, deploy, EXCEPTION, MESSAGE, send } from './props';

/** What became of events in the three hours of the example. */
async function counted({ service, project }: Stage): Promise<void> {
  const hours = [8, 9, 10].map((hour) => Date.UTC(2026, 10, 21, hour));
  const rows = (outcome: Outcome, reason: string, quantities: readonly number[]) =>
    quantities.flatMap((quantity, index) =>
      quantity === 0 ? [] : [{ projectId: project.id, hour: hours[index] ?? 0, outcome, reason, quantity }],
    );
  const counts = [...rows('accepted', '', [120, 75, 19]), ...rows('filtered', 'error-message', [0, 4, 8])];
  await service.app.database.write(({ outcomes }) => outcomes.add(counts));
}

export const projects = {
  updateProject: {
    asks: [
      { body: 'settings', gives: 'updated', prepare: send(EXCEPTION) },
      { body: 'bookmark', gives: 'updated', prepare: send(EXCEPTION) },
    ],
  },
  getProjectOutcomes: { asks: [{ gives: 'outcomes', prepare: counted }] },
  getProject: { asks: [{ gives: 'project', prepare: send(EXCEPTION) }] },
  getProjectPlugin: { asks: [{ gives: 'plugin' }] },
  updateProjectPlugin: { asks: [{ body: 'enable', gives: 'enabled' }] },
  listTeamProjects: {
    asks: [
      // The example is a place in a list of events; this one is in the list of projects.
      { gives: 'projects', prepare: all(send(EXCEPTION, MESSAGE), deploy()), with: { cursor: 'shop:2' } },
      {
        gives: 'none',
        prepare: async ({ service }) => void (await service.world.team({ organization: 'acme', slug: 'idle' })),
        with: { team_id_or_slug: 'idle' },
        without: ['cursor'],
      },
    ],
  },
} satisfies Partial<Scenes>;
