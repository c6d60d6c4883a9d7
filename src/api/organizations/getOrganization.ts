import { presentOrganization } from '../../presenters/organization';
import type { Query } from '../operation';
import { findOrganization } from '../subjects';

/** Shows an organization. */
export const getOrganization: Query<'getOrganization'> = async (ask) => {
  const organization = await findOrganization(ask);
  return {
    async handle() {
      return { status: 200, body: presentOrganization(organization, ask.publicUrl) };
    },
  };
};
