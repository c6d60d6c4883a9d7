import { findRelease } from '../find';
import type { Command } from '../operation';
import { changeRelease, refuseRelease, stillThere } from '../release';

/** Changes what the body names of a release, all of it or nothing. */
export const updateRelease: Command<'updateRelease'> = async (ask) => {
  const release = await findRelease(ask);
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
