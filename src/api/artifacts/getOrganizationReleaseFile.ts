import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findRelease } from '../subjects';
import { replyWithFile } from './getReleaseFile';

/** Returns the record of a file of a release in any of its projects; with `download`, its bytes. */
export const getOrganizationReleaseFile = operation('getOrganizationReleaseFile', {
  subject: findRelease,

  async handle({ release, params: { file_id: id }, query, read }) {
    const { artifact, findings } = await read(async ({ artifacts }) => {
      const found = await artifacts.findInRelease(release, id);
      if (found === undefined) throw new NotFound('File not found');
      return { artifact: found, findings: (await artifacts.findFindings(found.projectId, [id])).get(id) };
    });
    return replyWithFile(artifact, { findings, download: query.download === true, read });
  },
});
