import type { Command } from '../operation';
import { findProjectRelease } from '../subjects';
import { deleteRelease } from './release';

/** Removes a project's release for good, from all its projects. */
export const removeProjectRelease: Command<'removeProjectRelease'> = async (ask) => {
  const { release } = await findProjectRelease(ask);
  return {
    async handle() {
      await ask.write((stores) => deleteRelease(stores, release, ask.now));
      return { status: 204 };
    },
  };
};
