import { randomBytes } from 'node:crypto';
import {
  type AccessToken,
  describeToken,
  isRole,
  isScope,
  ORGANIZATION_TOKEN_ROLE,
  type Role,
  ROLES,
  type Scope,
  SCOPES,
  scopesBeyond,
  sortScopes,
} from '../domain/access';
import { aboutProject, membershipChange } from '../domain/audit';
import type { Member, Team } from '../domain/organization';
import { INVITATION_MS, SIGN_IN_LINK_MS, signInLink } from '../domain/session';
import { parseTime } from '../domain/text';
import {
  type CommandContext,
  findMember,
  findOrganization,
  findProject,
  findTeam,
  isoTime,
  listAll,
  type OutputRow,
  parseName,
  parseSwitch,
  recordChange,
  requireConfirmation,
} from './command';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Parses `--role`. @throws Error if there is no such role */
function parseRole(text: string): Role {
  if (isRole(text)) return text;
  throw new Error(`--role is "${text}", but must be one of ${ROLES.join(', ')}.`);
}

/** The role of members that are added without one: scripts that do not name a role expect members who may do all. */
const DEFAULT_ROLE = 'owner' satisfies Role;

/** Creates a member, unless they exist, and adds them to teams. @throws Error if an option is invalid */
export async function addMember(
  context: CommandContext,
  options: { organization: string; email: string; team: readonly string[]; role?: string },
): Promise<Member> {
  const { stores, now } = context;
  const { email } = options;
  if (!EMAIL.test(email) || email.length > 254)
    throw new Error(`--email is "${email}", but must be an address such as ann@acme.test.`);
  const organization = await findOrganization(stores, options.organization);
  const { id: organizationId } = organization;
  const role = options.role === undefined ? undefined : parseRole(options.role);
  const existing = await stores.members.findByEmail(organizationId, email);
  if (existing !== undefined && role !== undefined && existing.role !== role) {
    throw new Error(
      `"${existing.email}" is already a member, with the role ${existing.role}; change it with: culprit member set-role`,
    );
  }
  const member =
    existing ?? (await stores.members.insert({ organizationId, email, role: role ?? DEFAULT_ROLE, dateCreated: now }));
  const joined: Team[] = [];
  for (const slug of options.team) {
    const team = await findTeam(stores, organization, slug);
    if (await stores.members.addToTeam({ organizationId, teamId: team.id, memberId: member.id })) joined.push(team);
  }
  if (existing === undefined) {
    const target = { id: member.id, name: member.email };
    const details = { role: member.role, teams: joined.map(({ slug }) => slug) };
    await recordChange(context, organizationId, { event: 'member.add', target, details });
  } else {
    for (const team of joined) await recordChange(context, organizationId, membershipChange(team, member, true));
  }
  return member;
}

/** The role of members that are invited without one. It allows the daily work with issues. */
const INVITED_ROLE = 'member' satisfies Role;

/** A sign-in link and its member, as commands print them. */
export type PrintedLink = { id: string; email: string; url: string; expiresAt: string | null };

/**
 * Creates a link with which a member signs in once, and the member, unless they exist.
 * @throws Error if an option is invalid
 */
export async function inviteMember(
  context: CommandContext,
  options: { organization: string; email: string; team: readonly string[]; role?: string },
): Promise<PrintedLink> {
  const organization = await findOrganization(context.stores, options.organization);
  const existing = await context.stores.members.findByEmail(organization.id, options.email);
  const member =
    existing !== undefined && options.role === undefined && options.team.length === 0
      ? existing
      : await addMember(context, { ...options, role: options.role ?? existing?.role ?? INVITED_ROLE });
  const key = { organizationId: organization.id, memberId: member.id };
  const isInvitation = (await context.stores.signIns.findPassword(key)) === undefined;
  return createSignInLink(context, member, { setsPassword: false, isInvitation });
}

/**
 * Creates a link with which a member signs in once and can set a new password.
 * @throws Error if an option is invalid
 */
export async function resetPassword(
  context: CommandContext,
  options: { organization: string; email: string },
): Promise<PrintedLink> {
  const organization = await findOrganization(context.stores, options.organization);
  return createSignInLink(context, await findMember(context.stores, organization, options.email), {
    setsPassword: true,
  });
}

/**
 * Creates a link with which a member signs in once.
 * @param kind `setsPassword` is true if the session that begins with it may set a password without knowing the present
 * one, `isInvitation` if the member chooses the first password with it: it then replaces the former invitation
 */
export async function createSignInLink(
  { stores, ...context }: CommandContext,
  { id, organizationId, email }: Member,
  { setsPassword, isInvitation = false }: { readonly setsPassword: boolean; readonly isInvitation?: boolean },
): Promise<PrintedLink> {
  const { publicUrl, now } = context;
  const duration = isInvitation ? INVITATION_MS : SIGN_IN_LINK_MS;
  const { url, hash, expiresAt } = signInLink(publicUrl, randomBytes(32).toString('base64url'), now, duration);
  const key = { organizationId, memberId: id };
  if (isInvitation) await stores.signIns.endInvitation(key, 'replaced', now);
  await stores.signIns.insertLink({ ...key, hash, setsPassword, isInvitation, expiresAt });
  const details = { expiresAt: isoTime(expiresAt), ...(setsPassword && { setsPassword }) };
  const event = isInvitation ? 'invitation.create' : 'sign_in_link.create';
  await recordChange({ stores, ...context }, organizationId, { event, target: { id, name: email }, details });
  return { id, email, url, expiresAt: isoTime(expiresAt) };
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
  const isOn = parseSwitch('--alerts', alerts);
  const organization = await findOrganization(stores, options.organization);
  const { id: memberId, email } = await findMember(stores, organization, options.email);
  const choice = { organizationId: organization.id, memberId, isMuted: !isOn };
  const project = slug === undefined ? undefined : await findProject(stores, organization, slug);
  const isChanged = await (project === undefined
    ? stores.alerts.setAllMuted(choice)
    : stores.alerts.setMuted({ ...choice, projectId: project.id }));
  const target = { id: memberId, name: email };
  const change = { ...(project && aboutProject(project)), target, details: { mail: isOn } };
  if (isChanged) await recordChange(context, organization.id, { event: 'alert_settings.update', ...change });
  return { id: memberId, email, alerts, project: slug ?? null };
}

/** Lists the members of an organization. @throws Error if it is unknown */
export async function listMembers({ stores }: CommandContext, options: { organization: string }): Promise<OutputRow[]> {
  const { id } = await findOrganization(stores, options.organization);
  const members = await listAll((page) => stores.members.list(id, page));
  return members.map(({ id: memberId, email, role, teams, dateCreated }) => ({
    id: memberId,
    email,
    role,
    teams,
    dateCreated: isoTime(dateCreated),
  }));
}

/** Changes the role of a member, which limits the scopes of their tokens. @throws Error if an option is invalid */
export async function setMemberRole(
  context: CommandContext,
  options: { organization: string; email: string; role: string },
): Promise<OutputRow> {
  const { stores } = context;
  const role = parseRole(options.role);
  const organization = await findOrganization(stores, options.organization);
  const member = await findMember(stores, organization, options.email);
  const { id, email } = member;
  if (member.role === 'owner' && role !== 'owner' && !(await stores.members.hasOtherOwner(member)))
    throw new Error(`"${email}" is the only owner of "${organization.slug}"; make another member owner first.`);
  if (member.role !== role) {
    await stores.members.update(member, { role });
    const details = { fields: ['role'], role, previousRole: member.role };
    await recordChange(context, organization.id, { event: 'member.update', target: { id, name: email }, details });
  }
  return { id, email, role };
}

/** Forgets the accounts of the OpenID provider of a member. @throws Error if an option is invalid */
export async function unlinkMember(
  context: CommandContext,
  options: { organization: string; email: string },
): Promise<OutputRow> {
  const { stores } = context;
  const organization = await findOrganization(stores, options.organization);
  const { id, email } = await findMember(stores, organization, options.email);
  const accounts = await stores.signIns.removeAccounts({ organizationId: organization.id, memberId: id });
  const details = { fields: ['account'] };
  if (accounts > 0)
    await recordChange(context, organization.id, { event: 'member.update', target: { id, name: email }, details });
  return { id, email, accounts };
}

/** Removes the second factor of a member who has lost it. @throws Error if an option is invalid */
export async function removeSecondFactor(
  context: CommandContext,
  options: { organization: string; email: string },
): Promise<{ id: string; email: string }> {
  const { stores } = context;
  const organization = await findOrganization(stores, options.organization);
  const { id, email } = await findMember(stores, organization, options.email);
  if (!(await stores.signIns.removeFactor({ organizationId: organization.id, memberId: id })))
    throw new Error(`"${email}" has no second factor.`);
  await recordChange(context, organization.id, { event: 'second_factor.remove', target: { id, name: email } });
  return { id, email };
}

/** Removes a member with their tokens and sessions. @throws Error if an option is invalid */
export async function removeMember(
  context: CommandContext,
  options: { organization: string; email: string; yes?: boolean },
): Promise<{ id: string; email: string }> {
  const organization = await findOrganization(context.stores, options.organization);
  const member = await findMember(context.stores, organization, options.email);
  const { id, email, organizationId } = member;
  if (
    member.role === 'owner' &&
    (await context.stores.members.hasOther(member)) &&
    !(await context.stores.members.hasOtherOwner(member))
  )
    throw new Error(`"${email}" is the only owner of "${organization.slug}"; make another member owner first.`);
  requireConfirmation(`the member "${email}"`, options);
  await recordChange(context, organizationId, { event: 'member.remove', target: { id, name: email } });
  await context.stores.members.remove({ id, organizationId });
  return { id, email };
}

function parseScopes(names: readonly string[]): Scope[] {
  if (names.length === 0) throw new Error(`A token needs at least one --scope; the scopes are ${SCOPES.join(', ')}.`);
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0)
    throw new Error(`--scope "${unknown.join('", "')}" does not exist; the scopes are ${SCOPES.join(', ')}.`);
  return sortScopes(names.filter(isScope));
}

/** Allowed length of the name of a token, in characters. */
const NAME_LENGTH = { min: 0, max: 64 };

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function parseExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const time = TIME.test(text) ? parseTime(text) : null;
  if (time === null) throw new Error(`--expires is "${text}", but must be a time such as 2027-01-01T00:00:00Z.`);
  if (time <= now) throw new Error(`--expires is "${text}", but must be in the future.`);
  return time;
}

/** Generates a token: random, and recognizable by its prefix if it leaks. */
export function newToken(): string {
  return `culprit_${randomBytes(32).toString('hex')}`;
}

interface CreateTokenOptions {
  readonly organization: string;
  readonly email?: string;
  readonly forOrganization?: boolean;
  readonly scope: readonly string[];
  readonly expires?: string;
  readonly name?: string;
}

/**
 * Creates a token of a member, or of the organization. The result contains its text, the database only the hash of it.
 * @throws Error if an option is invalid
 */
export async function createToken(
  context: CommandContext,
  options: CreateTokenOptions,
): Promise<{ id: string; token: string; scopes: readonly Scope[]; expiresAt: string | null }> {
  const { stores, now } = context;
  const { email } = options;
  if ((email === undefined) !== (options.forOrganization ?? false))
    throw new Error('Give either --email for a token of a member, or --for-organization.');
  const scopes = parseScopes(options.scope);
  const expiresAt = parseExpiry(options.expires, now);
  const token = newToken();
  const organization = await findOrganization(stores, options.organization);
  const member = email === undefined ? null : await findMember(stores, organization, email);
  const role = member?.role ?? ORGANIZATION_TOKEN_ROLE;
  const beyond = scopesBeyond(role, scopes);
  if (beyond.length > 0) {
    const who =
      member === null ? 'a token of an organization can have' : `the role ${role} of "${member.email}" allows`;
    throw new Error(`--scope "${beyond.join('", "')}" is more than ${who}.`);
  }
  const name = parseName(options.name ?? '', NAME_LENGTH);
  const owner = { organizationId: organization.id, memberId: member?.id ?? null, createdBy: null, parentId: null };
  const times = { dateCreated: now, expiresAt };
  const { id } = await stores.tokens.insert({ ...owner, name, ...describeToken(token), scopes, ...times });
  const details = { scopes, expiresAt: isoTime(expiresAt) };
  await recordChange(context, organization.id, {
    event: 'token.create',
    target: { id, name: member?.email ?? name },
    details,
  });
  return { id, token, scopes, expiresAt: isoTime(expiresAt) };
}

/** Lists all tokens, without their secret texts. */
export async function listTokens({ stores }: CommandContext): Promise<OutputRow[]> {
  const tokens = await stores.tokens.list();
  return tokens.map((token) => ({
    id: token.id,
    organization: token.organization,
    email: token.email,
    name: token.name,
    scopes: token.scopes,
    ...presentTimes(token),
  }));
}

function presentTimes({ dateCreated, expiresAt, revokedAt, lastUsedAt }: AccessToken) {
  return {
    dateCreated: isoTime(dateCreated),
    expiresAt: isoTime(expiresAt),
    revokedAt: isoTime(revokedAt),
    lastUsedAt: isoTime(lastUsedAt),
  };
}

/** Revokes a token. @throws Error if there is no such token */
export async function revokeToken(context: CommandContext, options: { id: string }): Promise<{ id: string }> {
  const { stores, now } = context;
  const { id } = options;
  const token = /^[1-9][0-9]{0,15}$/.test(id) ? await stores.tokens.find(id) : undefined;
  if (token === undefined) throw new Error(`There is no token ${id}; list them with: culprit token list`);
  if (token.revokedAt !== null) return { id };
  const { organizationId, memberId } = token;
  await stores.tokens.revoke(id, now);
  const member = memberId === null ? undefined : await stores.members.find(organizationId, memberId);
  const target = { id, name: member?.email ?? token.name };
  await recordChange(context, token.organizationId, { event: 'token.revoke', target });
  return { id };
}
