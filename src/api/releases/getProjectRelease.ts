import type { Query } from '../operation';
import { findProjectRelease } from '../subjects';
import { releaseRecord } from './release';

/** Shows a project's release. */
export const getProjectRelease: Query<'getProjectRelease'> = async (ask) => {
  const { release } = await findProjectRelease(ask);
  return {
    async handle() {
      return { status: 200, body: await ask.read((stores) => releaseRecord(stores, release)) };
    },
  };
};
