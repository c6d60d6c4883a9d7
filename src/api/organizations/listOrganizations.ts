import { type Cursor, readPage } from '../../domain/page';
import { presentOrganization } from '../../presenters/organization';
import { type Query, readPageRequest, SLUG_CURSOR } from '../operation';

/** Lists the caller's organizations: a token belongs to one. */
export const listOrganizations: Query<'listOrganizations'> = async ({ caller, read, publicUrl }) => ({
  async handle({ query }) {
    const wanted = readPageRequest(query, SLUG_CURSOR);
    const own = await read(({ organizations }) => organizations.find(caller.organizationId));
    const all = own === undefined ? [] : [own];
    const page = await readPage(
      wanted,
      async (cursor) => all.filter(({ slug }) => isBeyond(slug, cursor)),
      ({ slug }) => [slug],
    );
    return { status: 200, body: page.rows.map((organization) => presentOrganization(organization, publicUrl)), page };
  },
});

/** Whether a slug lies on the far side of a cursor. */
function isBeyond(slug: string, cursor: Cursor | null): boolean {
  const [place = ''] = cursor?.key ?? [];
  if (cursor === null || slug === place) return cursor?.inclusive ?? true;
  return cursor.backwards ? slug < place : slug > place;
}
