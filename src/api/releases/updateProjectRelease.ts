import { actorOf } from '../../domain/issue';
import { operation } from '../operation';
import { findProjectRelease } from '../subjects';
import { applyReleaseUpdate, requireRelease, validateRelease } from './release';

/** Changes the fields of a project's release that the body has, all of them or none. */
export const updateProjectRelease = operation('updateProjectRelease', {
  subject: findProjectRelease,

  validate: ({ release, body, read }) => validateRelease(read, release.organizationId, body),

  async handle({ project, release, body, caller, write, audit, now }) {
    return write(async (stores) => {
      const current = await requireRelease(stores, release);
      return {
        status: 200,
        body: await applyReleaseUpdate(stores, current, body, { audit, actor: actorOf(caller), at: now, project }),
      };
    });
  },
});
