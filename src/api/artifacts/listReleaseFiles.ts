import { presentReleaseFile } from '../../presenters/release';
import { operation } from '../operation';
import { findProjectRelease } from '../subjects';

/** Lists the files of a release: those uploaded one by one and those of bundles. */
export const listReleaseFiles = operation('listReleaseFiles', {
  subject: findProjectRelease,

  async handle({ project, release, page, read }) {
    const files = await read(({ artifacts }) => artifacts.pageByRelease(project.id, release.version, page));
    return { status: 200, body: files.rows.map(presentReleaseFile), links: files };
  },
});
