import { findRelease } from '../find';
import type { Command } from '../operation';
import { changeRelease, refuseRelease } from '../release';

/** Changes what the body names of a release, all of it or nothing. */
export const updateRelease: Command<'updateRelease'> = async (ask) => {
  const release = await findRelease(ask);
  return {
    refuse: (body) => refuseRelease(ask.read, release.organizationId, body),

    async handle({ body = {} }) {
      return { status: 200, body: await ask.write((stores) => changeRelease(stores, release, body)) };
    },
  };
};
