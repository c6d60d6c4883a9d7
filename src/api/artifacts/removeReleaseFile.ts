import { NotFound } from '../../domain/errors';
import type { Command } from '../operation';
import { findProjectRelease } from '../subjects';

/** Removes a file of a release, single or of a bundle. */
export const removeReleaseFile: Command<'removeReleaseFile'> = async (ask) => {
  const { write, params, now } = ask;
  const { project, release } = await findProjectRelease(ask);
  return {
    async handle() {
      const isGone = await write(({ artifacts }) => artifacts.remove(project.id, release.version, params.file_id, now));
      if (!isGone) throw new NotFound('File not found');
      return { status: 204 };
    },
  };
};
