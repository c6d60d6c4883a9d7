import { BadRequest } from '../../domain/errors';
import { operation } from '../operation';
import { findRelease } from '../subjects';
import { storeReleaseFile } from './uploadReleaseFile';

/** Stores one file of a release in all of its projects, as events of any of them may need it. */
export const uploadOrganizationReleaseFile = operation('uploadOrganizationReleaseFile', {
  takesLong: true,
  subject: findRelease,

  async handle(context) {
    const { release, read } = context;
    const relations = await read(({ releases }) => releases.findRelations(release.organizationId, [release]));
    const { projects = [] } = relations.get(release.id) ?? {};
    if (projects.length === 0) throw new BadRequest('The release has no project; add one with "projects".');
    return storeReleaseFile(context, projects);
  },
});
