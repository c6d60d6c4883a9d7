import { NotFound } from '../../domain/errors';
import { presentReleaseFile } from '../../presenters/release';
import type { Query } from '../operation';
import { findProjectRelease } from '../subjects';

/** Tells about a file of a release, or gives its bytes. */
export const getReleaseFile: Query<'getReleaseFile'> = async (ask) => {
  const { read, params } = ask;
  const { project, release } = await findProjectRelease(ask);
  return {
    async handle({ query }) {
      return read(async ({ artifacts }) => {
        const artifact = await artifacts.find(project.id, release.version, params.file_id);
        if (artifact === undefined) throw new NotFound('File not found');
        if (query.download !== true) return { status: 200, body: presentReleaseFile(artifact) };
        return { status: 200, bytes: await artifacts.readContent(artifact) };
      });
    },
  };
};
