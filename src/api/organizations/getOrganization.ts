import { presentOrganization } from '../../presenters/organization';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Returns an organization. */
export const getOrganization = operation('getOrganization', {
  subject: findOrganization,

  async handle({ organization, publicUrl }) {
    return { status: 200, body: presentOrganization(organization, publicUrl) };
  },
});
