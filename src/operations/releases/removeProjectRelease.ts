import { findProjectRelease } from '../find';
import type { Command } from '../operation';
import { dropRelease } from '../release';

/** Removes a project's release for good, from all its projects. */
export const removeProjectRelease: Command<'removeProjectRelease'> = async (ask) => {
  const { release } = await findProjectRelease(ask);
  return {
    async handle() {
      await ask.write((stores) => dropRelease(stores, release, ask.now));
      return { status: 204 };
    },
  };
};
