import { presentCommit } from '../../presenters/release';
import { operation } from '../operation';
import { findProjectRelease } from '../subjects';

/** Lists the commits of a project's release. */
export const listProjectReleaseCommits = operation('listProjectReleaseCommits', {
  subject: findProjectRelease,

  async handle({ release, read }) {
    const commits = await read(({ releases }) => releases.listCommits(release.organizationId, release.id));
    return { status: 200, body: commits.map(presentCommit) };
  },
});
