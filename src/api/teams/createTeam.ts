import { BadRequest, Conflict, type FieldErrors, InvalidFields } from '../../domain/errors';
import { isSlug, ORGANIZATION_LIMITS, slugOf } from '../../domain/organization';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { slugTaken } from './updateTeam';

/** Creates a team of the organization. */
export const createTeam = operation('createTeam', {
  subject: findOrganization,

  async validate({ organization, body, read }) {
    const { slug, error } = chosenSlug(body);
    if (error !== undefined) return error;
    const holder = await read((stores) => stores.teams.findBySlug(organization.id, slug));
    return holder === undefined ? {} : { slug: slugTaken(slug) };
  },

  async handle({ organization: { id: organizationId }, body, write, audit, now }) {
    const { slug } = chosenSlug(body);
    const { name = slug } = body;
    try {
      return await write(async ({ teams, auditLog }) => {
        if ((await teams.count(organizationId)) >= ORGANIZATION_LIMITS.teams)
          throw new BadRequest(`The organization has ${ORGANIZATION_LIMITS.teams} teams, which is the limit.`);
        const { id } = await teams.insert({ organizationId, slug, name, dateCreated: now });
        await auditLog.insert(audit({ event: 'team.create', target: { id, name: slug } }));
        return { status: 201, body: { id, slug, name } };
      });
    } catch (error) {
      if (error instanceof Conflict) throw new InvalidFields({ slug: slugTaken(slug) });
      throw error;
    }
  },
});

/** Returns the slug of a new team, or the slug that its name gives, with an error if that is none. */
function chosenSlug({ slug, name }: { slug?: string; name?: string }): { slug: string; error?: FieldErrors } {
  if (slug !== undefined) return { slug };
  if (name === undefined) return { slug: '', error: { slug: ['Send a slug or a name.'] } };
  const derived = slugOf(name);
  if (isSlug(derived)) return { slug: derived };
  return { slug: derived, error: { slug: [`No slug can be derived from the name "${name}"; send a slug.`] } };
}
