import { operation } from '../operation';
import { findProjectRelease } from '../subjects';
import { releaseRecord } from './release';

/** Returns a project's release. */
export const getProjectRelease = operation('getProjectRelease', {
  subject: findProjectRelease,

  async handle({ project, release, now, read }) {
    const body = await read((stores) => releaseRecord(stores, release, { now, projectId: project.id }));
    return { status: 200, body };
  },
});
