import type { Team } from '../domain/organization';
import {
  checkName,
  checkSlug,
  type CommandContext,
  findOrganization,
  findTeam,
  nameChanges,
  recordChange,
  rejectConflict,
  requireConfirmation,
} from './command';

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

/** Renames a team. @throws Error if an option is invalid */
export async function renameTeam(
  context: CommandContext,
  options: { organization: string; slug: string; name?: string; newSlug?: string },
): Promise<Team> {
  const { stores } = context;
  const changes = nameChanges(options);
  const organization = await findOrganization(stores, options.organization);
  const team = await findTeam(stores, organization, options.slug);
  const updated = await rejectConflict(`a team "${changes.slug ?? ''}"`, stores.teams.update(team, changes));
  const details = { fields: Object.keys(changes) };
  await recordChange(context, organization.id, {
    event: 'team.update',
    target: { id: team.id, name: updated.slug },
    details,
  });
  return updated;
}

/** Removes a team to which no project belongs alone. @throws Error if an option is invalid */
export async function removeTeam(
  context: CommandContext,
  options: { organization: string; slug: string; yes?: boolean },
): Promise<{ id: string; slug: string }> {
  const { stores } = context;
  const organization = await findOrganization(stores, options.organization);
  const team = await findTeam(stores, organization, options.slug);
  const [project] = await stores.teams.findOwnProjects(team);
  if (project !== undefined)
    throw new Error(`The project "${project}" belongs to no other team; transfer or remove it first.`);
  requireConfirmation(`the team "${team.slug}"`, options);
  await stores.teams.remove(team);
  await recordChange(context, organization.id, { event: 'team.remove', target: { id: team.id, name: team.slug } });
  return { id: team.id, slug: team.slug };
}
