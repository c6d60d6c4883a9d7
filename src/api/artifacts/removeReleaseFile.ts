import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findProjectRelease } from '../subjects';

/** Deletes a file of a release, whether it was uploaded alone or in a bundle. */
export const removeReleaseFile = operation('removeReleaseFile', {
  subject: findProjectRelease,

  async handle({ project, release, params, write, now }) {
    const isRemoved = await write(({ artifacts }) =>
      artifacts.remove(project.id, release.version, params.file_id, now),
    );
    if (!isRemoved) throw new NotFound('File not found');
    return { status: 204 };
  },
});
