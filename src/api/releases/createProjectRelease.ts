import type { Command } from '../operation';
import { findProject } from '../subjects';
import { createOrUpdateRelease, validateRelease } from './release';

/** Makes a release, or changes the one of that version, and binds it to the project. */
export const createProjectRelease: Command<'createProjectRelease'> = async (ask) => {
  const { now, read, write } = ask;
  const { organization, project } = await findProject(ask);
  const organizationId = organization.id;
  return {
    refuse: (body) => validateRelease(read, organizationId, body),

    async handle({ body }) {
      return write((stores) => createOrUpdateRelease(stores, { organizationId, projectIds: [project.id], now, body }));
    },
  };
};
