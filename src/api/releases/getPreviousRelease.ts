import { operation } from '../operation';
import { findRelease } from '../subjects';
import { releaseRecord } from './release';

/** Returns the previous release, from whose last commit clients list new commits; an empty object if there is none. */
export const getPreviousRelease = operation('getPreviousRelease', {
  subject: findRelease,

  async handle({ release, now, read }) {
    return read(async (stores) => {
      const previous = await stores.releases.findPrevious(release);
      return { status: 200, body: previous === undefined ? {} : await releaseRecord(stores, previous, { now }) };
    });
  },
});
