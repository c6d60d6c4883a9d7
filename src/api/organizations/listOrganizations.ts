import { readPage, rowsFrom } from '../../domain/page';
import { compareBytes } from '../../domain/text';
import { presentOrganization } from '../../presenters/organization';
import { operation } from '../operation';

/** Lists the caller's organizations: the one that the token belongs to. */
export const listOrganizations = operation('listOrganizations', {
  async handle({ page, read, caller, publicUrl }) {
    const own = await read(({ organizations }) => organizations.find(caller.organizationId));
    const all = own === undefined ? [] : [own];
    const organizations = await readPage(
      page,
      async (cursor) => rowsFrom(all, cursor, ({ slug }, [other = '']) => compareBytes(slug, other)),
      ({ slug }) => [slug],
    );
    const body = organizations.rows.map((organization) => presentOrganization(organization, publicUrl));
    return { status: 200, body, links: organizations };
  },
});
