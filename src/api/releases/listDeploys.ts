import { presentDeploy } from '../../presenters/release';
import type { Query } from '../operation';
import { findRelease } from '../subjects';

/** Lists the deploys of a release, the last finished first. */
export const listDeploys: Query<'listDeploys'> = async (ask) => {
  const release = await findRelease(ask);
  return {
    async handle() {
      const deploys = await ask.read(({ deploys: stored }) => stored.list(release.organizationId, release.id));
      return { status: 200, body: deploys.map(presentDeploy) };
    },
  };
};
