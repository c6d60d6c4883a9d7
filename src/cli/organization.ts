import type { Organization, OrganizationSettings, Team } from '../domain/organization';
import { formatRateLimit } from '../domain/rateLimit';
import {
  checkSlug,
  type CommandContext,
  findMember,
  findOrganization,
  findTeam,
  isoTime,
  listAll,
  nameChanges,
  type OutputRow,
  parseName,
  parseRateLimit,
  parseRetention,
  parseSwitch,
  recordChange,
  recordUpdate,
  rejectConflict,
  requireConfirmation,
  type RetentionOptions,
} from './command';
import { type AuditEntry, isAuditEvent, membershipChange } from '../domain/audit';
import { normalDomain } from '../domain/openId';

/** Creates an organization. @throws Error if an option is invalid */
export async function createOrganization(
  context: CommandContext,
  options: { slug: string; name?: string },
): Promise<Organization> {
  const { slug } = options;
  checkSlug(slug);
  const name = parseName(options.name ?? slug);
  const { stores, now } = context;
  const insert = stores.organizations.insert({ slug, name, dateCreated: now });
  const organization = await rejectConflict(`an organization "${slug}"`, insert);
  const target = { id: organization.id, name: slug };
  await recordChange(context, organization.id, { event: 'organization.create', target });
  return organization;
}

/** Lists all organizations of the database. */
export async function listOrganizations({ stores }: CommandContext): Promise<OutputRow[]> {
  const organizations = await stores.organizations.list();
  return organizations.map(({ id, slug, name, dateCreated }) => ({
    id,
    slug,
    name,
    dateCreated: isoTime(dateCreated),
  }));
}

/** Changes the given settings, and returns all settings. @throws Error if an option is invalid */
export async function updateOrganization(
  context: CommandContext,
  options: {
    organization: string;
    rateLimit?: string;
    openidDomain?: readonly string[];
    requireSecondFactor?: string;
  } & RetentionOptions,
): Promise<OutputRow> {
  const { stores } = context;
  const { id, settings: before } = await findOrganization(stores, options.organization);
  const changes = {
    ...(options.requireSecondFactor === undefined
      ? {}
      : { require2FA: parseSwitch('--require-second-factor', options.requireSecondFactor) }),
    ...(options.openidDomain === undefined ? {} : { openIdDomains: parseDomains(options.openidDomain) }),
    ...(options.rateLimit === undefined ? {} : { rateLimit: parseRateLimit(options.rateLimit) }),
    ...(parseRetention(options, false) as Partial<Pick<OrganizationSettings, 'retentionDays' | 'retentionEvents'>>),
  };
  const { slug, name, settings } = await stores.organizations.updateSettings(id, changes);
  const change = { event: 'organization.update', target: { id, name: slug } } as const;
  await recordUpdate(context, id, change, { names: Object.keys(changes), before, after: settings });
  const openIdRoles = settings.openIdRoles.map(({ value, role }) => `${value}=${role}`);
  return { id, slug, name, ...settings, openIdRoles, rateLimit: formatRateLimit(settings.rateLimit) };
}

/** Returns the domains of an option; none for `none`. */
function parseDomains(texts: readonly string[]): string[] {
  if (texts.length === 1 && texts[0] === 'none') return [];
  const domains = texts.map((text) => {
    const domain = normalDomain(text);
    if (domain === null) throw new Error(`--openid-domain is "${text}", but must be a domain such as acme.test.`);
    return domain;
  });
  return [...new Set(domains)];
}

/** Renames an organization. @throws Error if an option is invalid */
export async function renameOrganization(
  context: CommandContext,
  options: { slug: string; name?: string; newSlug?: string },
): Promise<Organization> {
  const changes = nameChanges(options);
  const organization = await findOrganization(context.stores, options.slug);
  const update = context.stores.organizations.update(organization, changes);
  const updated = await rejectConflict(`an organization "${changes.slug ?? ''}"`, update);
  const change = { event: 'organization.update', target: { id: updated.id, name: updated.slug } } as const;
  await recordUpdate(context, updated.id, change, {
    names: Object.keys(changes),
    before: organization,
    after: updated,
  });
  return updated;
}

/** Removes an organization with all that belongs to it. @throws Error if an option is invalid */
export async function removeOrganization(
  context: CommandContext,
  options: { slug: string; yes?: boolean },
): Promise<{ id: string; slug: string }> {
  const { id, slug } = await findOrganization(context.stores, options.slug);
  requireConfirmation(`the organization "${slug}"`, options);
  await recordChange(context, id, { event: 'organization.remove', target: { id, name: slug } });
  await context.stores.removals.removeOrganization(id, context.now);
  return { id, slug };
}

const MAX_ENTRIES = 1000;

/** Lists the newest entries of the audit log of an organization. @throws Error if an option is invalid */
export async function listAudit(
  { stores }: CommandContext,
  options: { organization: string; event?: string; actor?: string; project?: string },
): Promise<OutputRow[]> {
  const { event, actor, project } = options;
  if (event !== undefined && !isAuditEvent(event))
    throw new Error(`--event is "${event}", but must be an event of the audit log, such as project.update.`);
  const organization = await findOrganization(stores, options.organization);
  const filter = { event, actor, project };
  const entries = await listAll((page) => stores.auditLog.list(organization.id, filter, page), MAX_ENTRIES);
  return entries.map(presentAuditEntry);
}

function presentAuditEntry(entry: AuditEntry): OutputRow {
  return {
    id: entry.id,
    date: isoTime(entry.dateCreated),
    event: entry.event,
    target: entry.targetName,
    targetId: entry.targetId,
    project: entry.projectSlug,
    actor: entry.email ?? entry.user,
    token: entry.tokenId,
    address: entry.ipAddress,
    details: JSON.stringify(entry.details),
  };
}

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
  const change = { event: 'team.update', target: { id: team.id, name: updated.slug } } as const;
  await recordUpdate(context, organization.id, change, { names: Object.keys(changes), before: team, after: updated });
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
  const member = await findMember(context.stores, organization, options.email);
  const { organizationId, id: memberId, email } = member;
  const membership = { organizationId, teamId: team.id, memberId };
  if (await (isMember ? members.addToTeam(membership) : members.removeFromTeam(membership)))
    await recordChange(context, organizationId, membershipChange(team, member, isMember));
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
