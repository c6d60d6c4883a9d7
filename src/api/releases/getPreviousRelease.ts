import type { Query } from '../operation';
import { findRelease } from '../subjects';
import { releaseRecord } from './release';

/** Shows the release before, from which on clients set commits. */
export const getPreviousRelease: Query<'getPreviousRelease'> = async (ask) => {
  const release = await findRelease(ask);
  return {
    async handle() {
      return ask.read(async (stores) => {
        const previous = await stores.releases.findPrevious(release);
        return { status: 200, body: previous === undefined ? {} : await releaseRecord(stores, previous) };
      });
    },
  };
};
