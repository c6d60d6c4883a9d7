import { type Cursor, readPage } from '../../domain/page';
import { presentOrganization } from '../../presenters/organization';
import { operation } from '../operation';

/** Lists the caller's organizations: the one that the token belongs to. */
export const listOrganizations = operation('listOrganizations', {
  async handle({ page, read, caller, publicUrl }) {
    const own = await read(({ organizations }) => organizations.find(caller.organizationId));
    const all = own === undefined ? [] : [own];
    const organizations = await readPage(
      page,
      async (cursor) => all.filter(({ slug }) => isBeyond(slug, cursor)),
      ({ slug }) => [slug],
    );
    const body = organizations.rows.map((organization) => presentOrganization(organization, publicUrl));
    return { status: 200, body, links: organizations };
  },
});

/** Returns true if a slug is on the side of the cursor that is read. */
function isBeyond(slug: string, cursor: Cursor | null): boolean {
  const [start = ''] = cursor?.key ?? [];
  if (cursor === null || slug === start) return cursor?.inclusive ?? true;
  return cursor.backwards ? slug < start : slug > start;
}
