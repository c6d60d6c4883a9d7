import type { Team } from '../domain/organization';
import { checkName, checkSlug, type CommandContext, findOrganization, recordChange, rejectConflict } from './command';

/** Creates a team. @throws Error if an option is invalid */
export async function createTeam(
  context: CommandContext,
  options: { organization: string; slug: string; name?: string },
): Promise<Team> {
  const { slug, name = slug } = options;
  checkSlug(slug);
  checkName(name);
  const { stores, now } = context;
  const { id } = await findOrganization(stores, options.organization);
  const insert = stores.teams.insert({ organizationId: id, slug, name: name.trim(), dateCreated: now });
  const team = await rejectConflict(`a team "${slug}" in "${options.organization}"`, insert);
  await recordChange(context, id, { event: 'team.create', target: { id: team.id, name: slug } });
  return team;
}
