import { presentOrganizationSettings } from '../../presenters/organization';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Returns an organization with its settings. */
export const getOrganization = operation('getOrganization', {
  subject: findOrganization,

  async handle({ organization, publicUrl }) {
    return { status: 200, body: presentOrganizationSettings(organization, publicUrl) };
  },
});
