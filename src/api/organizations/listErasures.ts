import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { presentErasure } from './createErasure';

/** Lists the erasures of an organization, newest first. */
export const listErasures = operation('listErasures', {
  subject: findOrganization,

  async handle({ organization, page, read }) {
    const erasures = await read((stores) => stores.erasures.list(organization.id, page));
    return { status: 200, body: erasures.rows.map(presentErasure), links: erasures };
  },
});
