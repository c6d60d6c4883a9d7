import type { Scenes } from '../scene';
import { all, deploy, EXCEPTION, MESSAGE, send } from './props';

export const projects = {
  updateProject: {
    asks: [
      { body: 'settings', gives: 'updated', prepare: send(EXCEPTION) },
      { body: 'bookmark', gives: 'updated', prepare: send(EXCEPTION) },
    ],
  },
  getProject: { asks: [{ gives: 'project', prepare: send(EXCEPTION) }] },
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
