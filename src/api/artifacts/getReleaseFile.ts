import { NotFound } from '../../domain/errors';
import { presentReleaseFile } from '../../presenters/release';
import { operation } from '../operation';
import { findProjectRelease } from '../subjects';

/** Returns the record of a release's file; with `download`, its bytes. */
export const getReleaseFile = operation('getReleaseFile', {
  subject: findProjectRelease,

  async handle({ project, release, params, query, read }) {
    return read(async ({ artifacts }) => {
      const artifact = await artifacts.find(project.id, release.version, params.file_id);
      if (artifact === undefined) throw new NotFound('File not found');
      if (query.download !== true) return { status: 200, body: presentReleaseFile(artifact) };
      return { status: 200, bytes: await artifacts.readContent(artifact) };
    });
  },
});
