import { operation } from '../operation';
import { findRelease } from '../subjects';
import { deleteRelease } from './release';

/** Deletes a release permanently, in all its projects. */
export const removeRelease = operation('removeRelease', {
  subject: findRelease,

  async handle({ release, write, audit, now }) {
    await write((stores) => deleteRelease(stores, release, { now, audit }));
    return { status: 204 };
  },
});
