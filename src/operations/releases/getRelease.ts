import { findRelease } from '../find';
import type { Query } from '../operation';
import { showRelease } from '../release';

/** Shows a release. */
export const getRelease: Query<'getRelease'> = async (ask) => {
  const release = await findRelease(ask);
  return {
    async handle() {
      return { status: 200, body: await ask.read((stores) => showRelease(stores, release)) };
    },
  };
};
