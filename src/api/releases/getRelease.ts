import { operation } from '../operation';
import { findRelease } from '../subjects';
import { releaseRecord } from './release';

/** Returns a release. */
export const getRelease = operation('getRelease', {
  subject: findRelease,

  async handle({ release, query: health, now, read }) {
    return { status: 200, body: await read((stores) => releaseRecord(stores, release, { now, health })) };
  },
});
