import { presentCommit } from '../../presenters/release';
import { operation } from '../operation';
import { findRelease } from '../subjects';

/** Lists the commits of a release. */
export const listReleaseCommits = operation('listReleaseCommits', {
  subject: findRelease,

  async handle({ release, read }) {
    const commits = await read(({ releases }) => releases.listCommits(release.organizationId, release.id));
    return { status: 200, body: commits.map(presentCommit) };
  },
});
