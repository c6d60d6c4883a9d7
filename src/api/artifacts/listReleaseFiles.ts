import { presentReleaseFile } from '../../presenters/release';
import { operation } from '../operation';
import { findProjectRelease } from '../subjects';

/** Lists the files of a release, uploaded one by one or in bundles. */
export const listReleaseFiles = operation('listReleaseFiles', {
  subject: findProjectRelease,

  async handle({ project, release, page, read }) {
    return read(async ({ artifacts }) => {
      const files = await artifacts.pageByRelease(project.id, release.version, page);
      const findings = await artifacts.findFindings(
        project.id,
        files.rows.map(({ id }) => id),
      );
      const body = files.rows.map((file) => presentReleaseFile(file, findings.get(file.id)));
      return { status: 200, body, links: files };
    });
  },
});
