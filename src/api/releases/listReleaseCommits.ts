import { presentCommit } from '../../presenters/release';
import type { Query } from '../operation';
import { findRelease } from '../subjects';

/** Lists the commits of a release. */
export const listReleaseCommits: Query<'listReleaseCommits'> = async (ask) => {
  const release = await findRelease(ask);
  return {
    async handle() {
      const commits = await ask.read(({ releases }) => releases.listCommits(release.organizationId, release.id));
      return { status: 200, body: commits.map(presentCommit) };
    },
  };
};
