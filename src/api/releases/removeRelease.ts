import type { Command } from '../operation';
import { findRelease } from '../subjects';
import { deleteRelease } from './release';

/** Removes a release for good, from all its projects. */
export const removeRelease: Command<'removeRelease'> = async (ask) => {
  const release = await findRelease(ask);
  return {
    async handle() {
      await ask.write((stores) => deleteRelease(stores, release, ask.now));
      return { status: 204 };
    },
  };
};
