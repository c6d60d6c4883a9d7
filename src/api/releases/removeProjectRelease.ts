import { operation } from '../operation';
import { findProjectRelease } from '../subjects';
import { deleteRelease } from './release';

/** Deletes a project's release permanently, in all its projects. */
export const removeProjectRelease = operation('removeProjectRelease', {
  subject: findProjectRelease,

  async handle({ project, release, write, audit, now }) {
    await write((stores) => deleteRelease(stores, release, { now, audit, project }));
    return { status: 204 };
  },
});
