import type { Team } from '../domain/team';
import { checkName, checkSlug, refuseTaken } from './checks';
import { findOrganization } from './find';
import type { Session } from './session';

/** Makes a team. @throws Error with one sentence */
export async function createTeam(
  { stores, now }: Session,
  options: { organization: string; slug: string; name?: string },
): Promise<Team> {
  const { slug, name = slug } = options;
  checkSlug(slug);
  checkName(name);
  const { id } = await findOrganization(stores, options.organization);
  const insert = stores.teams.insert({ organizationId: id, slug, name: name.trim(), dateCreated: now });
  return refuseTaken(`a team "${slug}" in "${options.organization}"`, insert);
}
