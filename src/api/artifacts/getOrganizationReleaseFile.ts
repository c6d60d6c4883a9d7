import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findRelease } from '../subjects';
import { replyWithFile } from './getReleaseFile';

/** Returns the record of a file of a release in any of its projects; with `download`, its bytes. */
export const getOrganizationReleaseFile = operation('getOrganizationReleaseFile', {
  subject: findRelease,

  async handle({ release, params: { file_id: id }, query, read }) {
    const { artifact, findings } = await read(async ({ artifacts }) => {
      const file = await artifacts.findInRelease(release, id);
      if (file === undefined) throw new NotFound('File not found');
      return { artifact: file, findings: (await artifacts.findFindings(file.projectId, [id])).get(id) };
    });
    return replyWithFile(artifact, { findings, download: query.download === true, read });
  },
});
