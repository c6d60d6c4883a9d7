import { groupBy } from '../../domain/groups';
import { presentReleaseFile } from '../../presenters/release';
import { operation } from '../operation';
import { findRelease } from '../subjects';

/** Lists the files of a release in all of its projects. */
export const listOrganizationReleaseFiles = operation('listOrganizationReleaseFiles', {
  subject: findRelease,

  async handle({ release, page, read }) {
    return read(async ({ artifacts }) => {
      const files = await artifacts.pageInRelease(release, page);
      const body = [];
      for (const [projectId, ofProject] of groupBy(files.rows, (file) => file.projectId)) {
        const ids = ofProject.map(({ id }) => id);
        const findings = await artifacts.findFindings(projectId, ids);
        body.push(...ofProject.map((file) => presentReleaseFile(file, findings.get(file.id))));
      }
      return { status: 200, body, links: files };
    });
  },
});
