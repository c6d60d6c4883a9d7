import type { Team } from '../domain/organization';
import {
  checkSlug,
  type CommandContext,
  findMember,
  findOrganization,
  findTeam,
  listAll,
  nameChanges,
  type OutputRow,
  parseName,
  recordChange,
  rejectConflict,
  requireConfirmation,
} from './command';

/** Creates a team. @throws Error if an option is invalid */
export async function createTeam(
  context: CommandContext,
  options: { organization: string; slug: string; name?: string },
): Promise<Team> {
  const { slug } = options;
  checkSlug(slug);
  const name = parseName(options.name ?? slug);
  const { stores, now } = context;
  const { id } = await findOrganization(stores, options.organization);
  const insert = stores.teams.insert({ organizationId: id, slug, name, dateCreated: now });
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

/** Lists the teams of an organization. @throws Error if it is unknown */
export async function listTeams({ stores }: CommandContext, options: { organization: string }): Promise<OutputRow[]> {
  const { id } = await findOrganization(stores, options.organization);
  const teams = await listAll((page) => stores.teams.list(id, page));
  return teams.map((team) => ({ id: team.id, slug: team.slug, name: team.name }));
}

interface MembershipOptions {
  readonly organization: string;
  readonly team: string;
  readonly email: string;
}

/** Adds a member to a team. @throws Error if an option is invalid */
export function addTeamMember(context: CommandContext, options: MembershipOptions): Promise<OutputRow> {
  return changeMembership(context, options, true);
}

/** Removes a member from a team. @throws Error if an option is invalid */
export function removeTeamMember(context: CommandContext, options: MembershipOptions): Promise<OutputRow> {
  return changeMembership(context, options, false);
}

async function changeMembership(
  context: CommandContext,
  options: MembershipOptions,
  isMember: boolean,
): Promise<OutputRow> {
  const { members } = context.stores;
  const organization = await findOrganization(context.stores, options.organization);
  const team = await findTeam(context.stores, organization, options.team);
  const { id: memberId, email } = await findMember(context.stores, organization, options.email);
  const { id: organizationId } = organization;
  const teams = (await members.findListed(organizationId, memberId))?.teams ?? [];
  if (teams.includes(team.slug) !== isMember) {
    const membership = { organizationId, teamId: team.id, memberId };
    await (isMember ? members.addToTeam(membership) : members.removeFromTeam(membership));
    const event = isMember ? 'team.add_member' : 'team.remove_member';
    const target = { id: team.id, name: team.slug };
    await recordChange(context, organizationId, { event, target, details: { member: email } });
  }
  const listed = await members.findListed(organizationId, memberId);
  return { id: memberId, email, teams: listed?.teams ?? [] };
}

/** Removes a team. @throws Error if an option is invalid, or if a project belongs to no other team */
export async function removeTeam(
  context: CommandContext,
  options: { organization: string; slug: string; yes?: boolean },
): Promise<{ id: string; slug: string }> {
  const { stores } = context;
  const organization = await findOrganization(stores, options.organization);
  const team = await findTeam(stores, organization, options.slug);
  const [project] = await stores.teams.findOwnProjects(team);
  if (project !== undefined)
    throw new Error(`The project "${project}" belongs to no other team; transfer or remove the project first.`);
  requireConfirmation(`the team "${team.slug}"`, options);
  await stores.teams.remove(team);
  await recordChange(context, organization.id, { event: 'team.remove', target: { id: team.id, name: team.slug } });
  return { id: team.id, slug: team.slug };
}
