import { actorOf } from '../../domain/issue';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { createOrUpdateRelease, validateRelease } from './release';

/** Creates a release, or changes the existing release of the same version. */
export const createRelease = operation('createRelease', {
  subject: findOrganization,

  validate: ({ organization, body, read }) => validateRelease(read, organization.id, body),

  async handle({ organization, body, caller, write, audit, now }) {
    const target = { organizationId: organization.id, now, audit, actor: actorOf(caller) };
    return write((stores) => createOrUpdateRelease(stores, target, body));
  },
});
