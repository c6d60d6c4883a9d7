import { findOrganization } from '../find';
import type { Command } from '../operation';
import { makeRelease, refuseRelease } from '../release';

/** Makes a release, or changes the one of that version. */
export const createRelease: Command<'createRelease'> = async (ask) => {
  const { now, read, write } = ask;
  const { id: organizationId } = await findOrganization(ask);
  return {
    refuse: (body) => refuseRelease(read, organizationId, body),

    async handle({ body }) {
      return write((stores) => makeRelease(stores, { organizationId, projectIds: [], now, body }));
    },
  };
};
