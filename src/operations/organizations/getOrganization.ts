import { presentOrganization } from '../../views/organization';
import { findOrganization } from '../find';
import type { Query } from '../operation';

/** Shows an organization. */
export const getOrganization: Query<'getOrganization'> = async (ask) => {
  const organization = await findOrganization(ask);
  return {
    async handle() {
      return { status: 200, body: presentOrganization(organization, ask.publicUrl) };
    },
  };
};
