import { operation } from '../operation';
import { findProjectRelease } from '../subjects';
import { releaseRecord } from './release';

/** Returns a project's release. */
export const getProjectRelease = operation('getProjectRelease', {
  subject: findProjectRelease,

  async handle({ release, read }) {
    return { status: 200, body: await read((stores) => releaseRecord(stores, release)) };
  },
});
