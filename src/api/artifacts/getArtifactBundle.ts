import { NotFound } from '../../domain/errors';
import { presentArtifactBundle, presentBundleFile } from '../../presenters/release';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Returns a bundle with a page of its files and the findings of their checks. */
export const getArtifactBundle = operation('getArtifactBundle', {
  subject: findProject,

  async handle({ project, params, page, read }) {
    return read(async ({ artifacts, projectBundles }) => {
      const bundle = await projectBundles.find(project.id, params.bundle_id);
      if (bundle === undefined) throw new NotFound('Artifact bundle not found');
      const files = await artifacts.pageByBundle(project.id, bundle.id, page);
      const ids = files.rows.map(({ id }) => id);
      const findings = await artifacts.findFindings(project.id, ids);
      const presented = files.rows.map((file) => presentBundleFile(file, findings.get(file.id)));
      return { status: 200, body: { ...presentArtifactBundle(bundle), files: presented }, links: files };
    });
  },
});
