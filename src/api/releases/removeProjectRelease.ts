import { operation } from '../operation';
import { findProjectRelease } from '../subjects';
import { deleteRelease } from './release';

/** Deletes a project's release for good, in all its projects. */
export const removeProjectRelease = operation('removeProjectRelease', {
  subject: findProjectRelease,

  async handle({ release, write, now }) {
    await write((stores) => deleteRelease(stores, release, now));
    return { status: 204 };
  },
});
