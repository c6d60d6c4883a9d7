import { presentLastCommit } from '../../presenters/release';
import { operation } from '../operation';
import { findRelease } from '../subjects';

/** Maximum number of files in a reply. */
const MAX_FILES = 1000;

/** Lists the files that the commits of a release changed. */
export const listReleaseCommitFiles = operation('listReleaseCommitFiles', {
  subject: findRelease,

  async handle({ organization, release, read }) {
    const commits = await read(({ releases }) => releases.listCommits(organization.id, release.id));
    const files = commits.flatMap((commit) => {
      const { id: commitId, message: commitMessage, repository: repoName, author } = presentLastCommit(commit);
      const origin = { orgId: Number(organization.id), commitId, commitMessage, repoName, author };
      return commit.patchSet.map(({ path: filename, type }) => ({ ...origin, filename, type }));
    });
    return { status: 200, body: files.slice(0, MAX_FILES).map((file, index) => ({ id: String(index + 1), ...file })) };
  },
});
