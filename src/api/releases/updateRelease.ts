import type { Command } from '../operation';
import { findRelease } from '../subjects';
import { applyReleaseUpdate, requireRelease, validateRelease } from './release';

/** Changes what the body names of a release, all of it or nothing. */
export const updateRelease: Command<'updateRelease'> = async (ask) => {
  const release = await findRelease(ask);
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
