import { aboutProject } from '../domain/audit';
import type { Member } from '../domain/organization';
import {
  type CommandContext,
  findMember,
  findOrganization,
  findProject,
  findTeam,
  recordChange,
  requireConfirmation,
} from './command';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Creates a member, unless they exist, and adds them to teams. @throws Error if an option is invalid */
export async function addMember(
  context: CommandContext,
  options: { organization: string; email: string; team: readonly string[] },
): Promise<Member> {
  const { stores, now } = context;
  const { email } = options;
  if (!EMAIL.test(email) || email.length > 254)
    throw new Error(`--email is "${email}", but must be an address such as ann@acme.test.`);
  const organization = await findOrganization(stores, options.organization);
  const { id: organizationId } = organization;
  const member =
    (await stores.members.findByEmail(organizationId, email)) ??
    (await stores.members.insert({ organizationId, email, dateCreated: now }));
  for (const slug of options.team) {
    const team = await findTeam(stores, organization, slug);
    await stores.members.addToTeam({ organizationId, teamId: team.id, memberId: member.id });
  }
  const target = { id: member.id, name: email };
  await recordChange(context, organizationId, { event: 'member.add', target, details: { teams: options.team } });
  return member;
}

/**
 * Turns mails to a member on or off, for one project or for all present projects.
 * @throws Error if an option is invalid
 */
export async function updateMember(
  context: CommandContext,
  options: { organization: string; email: string; alerts: string; project?: string },
): Promise<{ id: string; email: string; alerts: string; project: string | null }> {
  const { stores } = context;
  const { alerts, project: slug } = options;
  if (alerts !== 'on' && alerts !== 'off') throw new Error(`--alerts is "${alerts}", but must be on or off.`);
  const organization = await findOrganization(stores, options.organization);
  const { id: memberId, email } = await findMember(stores, organization, options.email);
  const choice = { organizationId: organization.id, memberId, isMuted: alerts === 'off' };
  const project = slug === undefined ? undefined : await findProject(stores, organization, slug);
  if (project === undefined) await stores.alerts.setAllMuted(choice);
  else await stores.alerts.setMuted({ ...choice, projectId: project.id });
  await recordChange(context, organization.id, {
    event: 'alert_settings.update',
    ...(project && aboutProject(project)),
    target: { id: memberId, name: email },
    details: { mail: alerts === 'on' },
  });
  return { id: memberId, email, alerts, project: slug ?? null };
}

/** Removes a member with their tokens. @throws Error if an option is invalid */
export async function removeMember(
  context: CommandContext,
  options: { organization: string; email: string; yes?: boolean },
): Promise<{ id: string; email: string }> {
  const organization = await findOrganization(context.stores, options.organization);
  const { id, email, organizationId } = await findMember(context.stores, organization, options.email);
  requireConfirmation(`the member "${email}"`, options);
  await recordChange(context, organizationId, { event: 'member.remove', target: { id, name: email } });
  await context.stores.members.remove({ id, organizationId });
  return { id, email };
}
