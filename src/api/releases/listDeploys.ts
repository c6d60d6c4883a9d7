import { presentDeploy } from '../../presenters/release';
import { operation } from '../operation';
import { findRelease } from '../subjects';

/** Lists the deploys of a release, the one that finished last first. */
export const listDeploys = operation('listDeploys', {
  subject: findRelease,

  async handle({ release, read }) {
    const deploys = await read((stores) => stores.deploys.list(release.organizationId, release.id));
    return { status: 200, body: deploys.map(presentDeploy) };
  },
});
