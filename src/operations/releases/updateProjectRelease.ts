import { findProjectRelease } from '../find';
import type { Command } from '../operation';
import { changeRelease, refuseRelease } from '../release';

/** Changes what the body names of a project's release, all of it or nothing. */
export const updateProjectRelease: Command<'updateProjectRelease'> = async (ask) => {
  const { release } = await findProjectRelease(ask);
  return {
    refuse: (body) => refuseRelease(ask.read, release.organizationId, body),

    async handle({ body = {} }) {
      return { status: 200, body: await ask.write((stores) => changeRelease(stores, release, body)) };
    },
  };
};
