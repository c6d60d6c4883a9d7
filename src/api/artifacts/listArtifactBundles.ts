import { presentArtifactBundle } from '../../presenters/release';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Lists the bundles of a project, newest first. */
export const listArtifactBundles = operation('listArtifactBundles', {
  subject: findProject,

  async handle({ project, query, page, read }) {
    const bundles = await read((stores) => stores.projectBundles.list(project.id, query.release ?? null, page));
    return { status: 200, body: bundles.rows.map(presentArtifactBundle), links: bundles };
  },
});
