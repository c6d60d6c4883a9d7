import { findProjectRelease } from '../find';
import type { Query } from '../operation';
import { showRelease } from '../release';

/** Shows a project's release. */
export const getProjectRelease: Query<'getProjectRelease'> = async (ask) => {
  const { release } = await findProjectRelease(ask);
  return {
    async handle() {
      return { status: 200, body: await ask.read((stores) => showRelease(stores, release)) };
    },
  };
};
