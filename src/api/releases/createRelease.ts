import type { Command } from '../operation';
import { findOrganization } from '../subjects';
import { createOrUpdateRelease, validateRelease } from './release';

/** Makes a release, or changes the one of that version. */
export const createRelease: Command<'createRelease'> = async (ask) => {
  const { now, read, write } = ask;
  const { id: organizationId } = await findOrganization(ask);
  return {
    refuse: (body) => validateRelease(read, organizationId, body),

    async handle({ body }) {
      return write((stores) => createOrUpdateRelease(stores, { organizationId, projectIds: [], now, body }));
    },
  };
};
