import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { presentErasure } from './createErasure';

/** Lists the newest erasures of an organization, newest first. */
export const listErasures = operation('listErasures', {
  subject: findOrganization,

  async handle({ organization, read }) {
    const erasures = await read((stores) => stores.erasures.list(organization.id));
    return { status: 200, body: erasures.map(presentErasure) };
  },
});
