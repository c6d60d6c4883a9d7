import { actorOf } from '../../domain/issue';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { createOrUpdateRelease, validateRelease } from './release';

/** Creates a release, or changes the existing release of the same version, and binds it to the project. */
export const createProjectRelease = operation('createProjectRelease', {
  subject: findProject,

  validate: ({ organization, body, read }) => validateRelease(read, organization.id, body),

  async handle({ organization, project, body, caller, write, audit, now }) {
    const target = { organizationId: organization.id, project, now, audit, actor: actorOf(caller) };
    return write((stores) => createOrUpdateRelease(stores, target, body));
  },
});
