import type { Query } from '../operation';
import { findRelease } from '../subjects';
import { releaseRecord } from './release';

/** Shows a release. */
export const getRelease: Query<'getRelease'> = async (ask) => {
  const release = await findRelease(ask);
  return {
    async handle() {
      return { status: 200, body: await ask.read((stores) => releaseRecord(stores, release)) };
    },
  };
};
