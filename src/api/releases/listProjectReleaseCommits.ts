import { presentCommit } from '../../presenters/release';
import type { Query } from '../operation';
import { findProjectRelease } from '../subjects';

/** Lists the commits of a project's release. */
export const listProjectReleaseCommits: Query<'listProjectReleaseCommits'> = async (ask) => {
  const { release } = await findProjectRelease(ask);
  return {
    async handle() {
      const commits = await ask.read(({ releases }) => releases.listCommits(release.organizationId, release.id));
      return { status: 200, body: commits.map(presentCommit) };
    },
  };
};
