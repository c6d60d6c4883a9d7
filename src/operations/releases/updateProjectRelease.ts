import { findProjectRelease } from '../find';
import type { Command } from '../operation';
import { changeRelease, refuseRelease, stillThere } from '../release';

/** Changes what the body names of a project's release, all of it or nothing. */
export const updateProjectRelease: Command<'updateProjectRelease'> = async (ask) => {
  const { release } = await findProjectRelease(ask);
  return {
    refuse: (body) => refuseRelease(ask.read, release.organizationId, body),

    async handle({ body = {} }) {
      return ask.write(async (stores) => {
        const current = await stillThere(stores, release);
        return { status: 200, body: await changeRelease(stores, current, body) };
      });
    },
  };
};
