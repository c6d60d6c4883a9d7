import type { Command } from '../operation';
import { findProjectRelease } from '../subjects';
import { applyReleaseUpdate, requireRelease, validateRelease } from './release';

/** Changes what the body names of a project's release, all of it or nothing. */
export const updateProjectRelease: Command<'updateProjectRelease'> = async (ask) => {
  const { release } = await findProjectRelease(ask);
  return {
    refuse: (body) => validateRelease(ask.read, release.organizationId, body),

    async handle({ body = {} }) {
      return ask.write(async (stores) => {
        const current = await requireRelease(stores, release);
        return { status: 200, body: await applyReleaseUpdate(stores, current, body) };
      });
    },
  };
};
