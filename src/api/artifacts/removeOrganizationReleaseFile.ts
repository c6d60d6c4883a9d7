import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findRelease } from '../subjects';
import { removeFile } from './removeReleaseFile';

/** Deletes a file of a release in the project that has it. */
export const removeOrganizationReleaseFile = operation('removeOrganizationReleaseFile', {
  subject: findRelease,

  async handle({ release, params: { file_id: id }, write, audit, now }) {
    await write(async (stores) => {
      const { artifacts, releases } = stores;
      const file = await artifacts.findInRelease(release, id);
      const relations = await releases.findRelations(release.organizationId, [release]);
      const project = relations.get(release.id)?.projects.find((one) => one.id === file?.projectId);
      if (project === undefined) throw new NotFound('File not found');
      await removeFile(stores, project, { id, version: release.version, audit, now });
    });
    return { status: 204 };
  },
});
