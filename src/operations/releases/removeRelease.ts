import { findRelease } from '../find';
import type { Command } from '../operation';
import { dropRelease } from '../release';

/** Removes a release for good, from all its projects. */
export const removeRelease: Command<'removeRelease'> = async (ask) => {
  const release = await findRelease(ask);
  return {
    async handle() {
      await ask.write((stores) => dropRelease(stores, release, ask.now));
      return { status: 204 };
    },
  };
};
