import type { Team } from '../domain/organization';
import { checkName, checkSlug, type CommandContext, findOrganization, rejectConflict } from './command';

/** Creates a team. @throws Error if an option is invalid */
export async function createTeam(
  { stores, now }: CommandContext,
  options: { organization: string; slug: string; name?: string },
): Promise<Team> {
  const { slug, name = slug } = options;
  checkSlug(slug);
  checkName(name);
  const { id } = await findOrganization(stores, options.organization);
  const insert = stores.teams.insert({ organizationId: id, slug, name: name.trim(), dateCreated: now });
  return rejectConflict(`a team "${slug}" in "${options.organization}"`, insert);
}
