import type { AccessToken, Caller } from '../domain/access';
import type { AlertRuleState } from '../domain/alertRule';
import { BadRequest, type FieldErrors, Moved, NotFound } from '../domain/errors';
import { type Issue, parseShortId } from '../domain/issue';
import type { Monitor } from '../domain/monitor';
import type { ListedMember, Organization, Team } from '../domain/organization';
import type { Project, ProjectKey } from '../domain/project';
import type { Release } from '../domain/release';
import { WEBHOOKS } from '../presenters/project';
import type { Read, Readers } from '../store/stores';

/** The members of a context with which the objects that the path names are found. */
interface SubjectLookup<Params> {
  readonly caller: Caller;
  readonly params: Params;
  readonly read: Read;
}

async function requireOrganization(stores: Readers, caller: Caller, slug: string): Promise<Organization> {
  const organization = await stores.organizations.findBySlug(slug);
  if (organization === undefined || organization.id !== caller.organizationId) throw new NotFound();
  return organization;
}

/**
 * Finds the organization of the path.
 * @throws NotFound if it is unknown or not the caller's (openapi/DECISIONS.md D19)
 */
export async function findOrganization({
  caller,
  params,
  read,
}: SubjectLookup<{ organization_slug: string }>): Promise<{ organization: Organization }> {
  return read(async (stores) => ({
    organization: await requireOrganization(stores, caller, params.organization_slug),
  }));
}

/**
 * Finds the project of the path, and its organization.
 * @throws NotFound if one of them is unknown or not the caller's (openapi/DECISIONS.md D19)
 * @throws Moved if the slug is an old one of the project (openapi/DECISIONS.md D12)
 */
export async function findProject(
  lookup: SubjectLookup<{ organization_slug: string; project_slug: string }>,
): Promise<{ organization: Organization; project: Project }> {
  const { organization_slug, project_slug } = lookup.params;
  return lookup.read(async (stores) => {
    const organization = await requireOrganization(stores, lookup.caller, organization_slug);
    const project = await stores.projects.findBySlug(organization.id, project_slug);
    if (project !== undefined) return { organization, project };
    const renamed = await stores.projects.findByOldSlug(organization.id, project_slug);
    throw renamed === undefined ? new NotFound() : new Moved(renamed.slug);
  });
}

/**
 * Finds the release of the path, which must be bound to the project.
 * @throws NotFound, Moved as `findProject` does, and NotFound if the release is unknown or not bound
 */
export async function findProjectRelease(
  lookup: SubjectLookup<{ organization_slug: string; project_slug: string; version: string }>,
): Promise<{ organization: Organization; project: Project; release: Release }> {
  const { organization, project } = await findProject(lookup);
  return lookup.read(async ({ releases }) => {
    const release = await releases.findByVersion(organization.id, lookup.params.version);
    if (release === undefined || !(await releases.isBound(project.id, release.id)))
      throw new NotFound('Release not found');
    return { organization, project, release };
  });
}

/**
 * Finds the team of the path: digits are an id, anything else is a slug.
 * @throws NotFound if it or its organization is unknown or not the caller's
 */
export async function findTeam(
  lookup: SubjectLookup<{ organization_slug: string; team_id_or_slug: string }>,
): Promise<{ team: Team }> {
  const { organization_slug, team_id_or_slug } = lookup.params;
  return lookup.read(async (stores) => {
    const { id } = await requireOrganization(stores, lookup.caller, organization_slug);
    return { team: await requireTeam(stores, id, team_id_or_slug) };
  });
}

/**
 * Finds the team of the path, and its organization.
 * @throws NotFound as `findTeam` does
 */
export async function findOrganizationTeam(
  lookup: SubjectLookup<{ organization_slug: string; team_id_or_slug: string }>,
): Promise<{ organization: Organization; team: Team }> {
  return { ...(await findOrganization(lookup)), ...(await findTeam(lookup)) };
}

/** Finds a team of the organization. @throws NotFound if it has none with this id or slug */
export async function requireTeam(stores: Readers, organizationId: string, idOrSlug: string): Promise<Team> {
  const team = await findTeamByIdOrSlug(stores, organizationId, idOrSlug);
  if (team === undefined) throw new NotFound();
  return team;
}

function findTeamByIdOrSlug(
  { teams }: Pick<Readers, 'teams'>,
  organizationId: string,
  idOrSlug: string,
): Promise<Team | undefined> {
  return /^[0-9]+$/.test(idOrSlug)
    ? teams.findById(organizationId, idOrSlug)
    : teams.findBySlug(organizationId, idOrSlug);
}

/**
 * Finds the project and the team of the path.
 * @throws NotFound, Moved as `findProject` does, and NotFound if the team is unknown
 */
export async function findProjectAndTeam(
  lookup: SubjectLookup<{ organization_slug: string; project_slug: string; team_id_or_slug: string }>,
): Promise<{ organization: Organization; project: Project; team: Team }> {
  const { team } = await findTeam(lookup);
  return { ...(await findProject(lookup)), team };
}

/** Returns the id of the caller's member. @throws BadRequest if the caller is a token of the organization */
export function requireMember({ memberId }: Caller): string {
  if (memberId !== null) return memberId;
  throw new BadRequest('This operation needs a member, but the token of this request belongs to the organization.');
}

/**
 * Finds the token of the path among the tokens of the organization.
 * @throws NotFound if it or its organization is unknown or not the caller's
 */
export async function findOrganizationToken(
  lookup: SubjectLookup<{ organization_slug: string; token_id: string }>,
): Promise<{ organization: Organization; token: AccessToken }> {
  return lookup.read(async (stores) => {
    const organization = await requireOrganization(stores, lookup.caller, lookup.params.organization_slug);
    const token = await stores.tokens.find(lookup.params.token_id);
    if (token?.organizationId !== organization.id || token.memberId !== null || token.revokedAt !== null)
      throw new NotFound('Token not found');
    return { organization, token };
  });
}

/**
 * Finds the token of the path among the tokens of the caller's member.
 * @throws NotFound if it is unknown, revoked or belongs to somebody else
 */
export async function findOwnToken(lookup: SubjectLookup<{ token_id: string }>): Promise<{ token: AccessToken }> {
  const { organizationId, memberId } = lookup.caller;
  const token = await lookup.read(({ tokens }) => tokens.find(lookup.params.token_id));
  const isOwn = token?.organizationId === organizationId && token.memberId === memberId && memberId !== null;
  if (!isOwn || token.revokedAt !== null) throw new NotFound('Token not found');
  return { token };
}

/**
 * Finds the token of the path among the tokens of the member of the path.
 * @throws NotFound as `findMember` does, and NotFound if the token is unknown, revoked or belongs to somebody else
 */
export async function findMemberToken(
  lookup: SubjectLookup<{ organization_slug: string; member_id: string; token_id: string }>,
): Promise<{ member: ListedMember; token: AccessToken }> {
  const { member } = await findMember(lookup);
  const token = await lookup.read(({ tokens }) => tokens.find(lookup.params.token_id));
  if (token?.organizationId !== member.organizationId || token.memberId !== member.id || token.revokedAt !== null)
    throw new NotFound('Token not found');
  return { member, token };
}

/**
 * Finds the member and the team of the path.
 * @throws NotFound if one of them or their organization is unknown or not the caller's
 */
export async function findMemberAndTeam(
  lookup: SubjectLookup<{ organization_slug: string; member_id: string; team_id_or_slug: string }>,
): Promise<{ member: ListedMember; team: Team }> {
  const { team } = await findTeam(lookup);
  return { ...(await findMember(lookup)), team };
}

/** Finds the teams that a body names by id or slug. Returns an error for each team that is not of the organization. */
export async function findTeams(
  stores: Pick<Readers, 'teams'>,
  organizationId: string,
  references: readonly string[],
): Promise<{ teams: Team[]; errors: ElementError[] }> {
  const byId = new Map<string, Team>();
  const errors: ElementError[] = [];
  for (const [index, reference] of references.entries()) {
    const team = await findTeamByIdOrSlug(stores, organizationId, reference);
    if (team !== undefined) byId.set(team.id, team);
    else errors.push({ index, message: `There is no team "${reference}" in this organization.` });
  }
  return { teams: [...byId.values()], errors };
}

/**
 * Finds the member of the path; `me` is the caller's member.
 * @throws NotFound if they or their organization is unknown or not the caller's
 */
export async function findMember(
  lookup: SubjectLookup<{ organization_slug: string; member_id: string }>,
): Promise<{ member: ListedMember }> {
  return lookup.read(async (stores) => {
    const { id } = await requireOrganization(stores, lookup.caller, lookup.params.organization_slug);
    const { member_id } = lookup.params;
    const memberId = member_id === 'me' ? lookup.caller.memberId : member_id;
    const member = memberId === null ? undefined : await stores.members.findListed(id, memberId);
    if (member === undefined) throw new NotFound('Member not found');
    return { member };
  });
}

/**
 * Finds the release of the path.
 * @throws NotFound if it or its organization is unknown or not the caller's
 */
export async function findRelease(
  lookup: SubjectLookup<{ organization_slug: string; version: string }>,
): Promise<{ organization: Organization; release: Release }> {
  const { organization_slug, version } = lookup.params;
  return lookup.read(async (stores) => {
    const organization = await requireOrganization(stores, lookup.caller, organization_slug);
    const release = await stores.releases.findByVersion(organization.id, version);
    if (release === undefined) throw new NotFound('Release not found');
    return { organization, release };
  });
}

/**
 * Finds the issue of the path, and its project. Digits are an id, anything else is a short id, with the current or an
 * old slug of the project. The former ids of a merged issue find the issue that it was merged into.
 * @throws NotFound if it or its organization is unknown or not the caller's
 */
export async function findIssue(
  lookup: SubjectLookup<{ organization_slug: string; issue_id: string }>,
): Promise<{ organization: Organization; issue: Issue; project: Project }> {
  const { organization_slug, issue_id } = lookup.params;
  return lookup.read(async (stores) =>
    requireIssue(stores, await requireOrganization(stores, lookup.caller, organization_slug), issue_id),
  );
}

/** Finds the issue of a path without an organization, as `findIssue` does: the organization is the caller's. */
export async function findIssueById(
  lookup: SubjectLookup<{ issue_id: string }>,
): Promise<{ organization: Organization; issue: Issue; project: Project }> {
  return lookup.read(async (stores) => {
    const organization = await stores.organizations.find(lookup.caller.organizationId);
    if (organization === undefined) throw new NotFound();
    return requireIssue(stores, organization, lookup.params.issue_id);
  });
}

async function requireIssue(
  stores: Readers,
  organization: Organization,
  idOrShortId: string,
): Promise<{ organization: Organization; issue: Issue; project: Project }> {
  const { id } = organization;
  const issue = /^[0-9]+$/.test(idOrShortId)
    ? ((await stores.issues.findInOrganization(id, idOrShortId)) ??
      (await stores.mergedIssues.findInOrganization(id, idOrShortId)))
    : await findIssueByShortId(stores, id, idOrShortId);
  const project = issue && (await stores.projects.findById(id, issue.projectId));
  if (issue === undefined || project === undefined) throw new NotFound('Issue not found');
  return { organization, issue, project };
}

/**
 * Finds the issue of a short id in the path, its project and its organization.
 * @throws NotFound if the issue or the organization is unknown or not the caller's
 */
export async function findShortId(
  lookup: SubjectLookup<{ organization_slug: string; short_id: string }>,
): Promise<{ organization: Organization; issue: Issue; project: Project }> {
  const { organization_slug, short_id } = lookup.params;
  return lookup.read(async (stores) => {
    const organization = await requireOrganization(stores, lookup.caller, organization_slug);
    const issue = await findIssueByShortId(stores, organization.id, short_id);
    const project = issue && (await stores.projects.findById(organization.id, issue.projectId));
    if (issue === undefined || project === undefined) throw new NotFound('Issue not found');
    return { organization, issue, project };
  });
}

async function findIssueByShortId(
  { issues, mergedIssues, projects }: Readers,
  organizationId: string,
  shortId: string,
): Promise<Issue | undefined> {
  const parsed = parseShortId(shortId);
  if (parsed === null) return undefined;
  const { projectSlug, number } = parsed;
  const project =
    (await projects.findBySlug(organizationId, projectSlug)) ??
    (await projects.findByOldSlug(organizationId, projectSlug));
  return (
    project &&
    ((await issues.findByNumber(project.id, number)) ?? (await mergedIssues.findByNumber(project.id, number)))
  );
}

/**
 * Finds the project of a path that also names a plugin.
 * @throws NotFound, Moved as `findProject` does, and NotFound if the plugin is unknown
 */
export async function findPluginProject(
  lookup: SubjectLookup<{ organization_slug: string; project_slug: string; plugin_id: string }>,
): Promise<{ organization: Organization; project: Project }> {
  const { organization, project } = await findProject(lookup);
  if (lookup.params.plugin_id !== WEBHOOKS) throw new NotFound(`There is no such plugin; the only one is ${WEBHOOKS}.`);
  return { organization, project };
}

/**
 * Finds the alert rule of the path, and its project.
 * @throws NotFound, Moved as `findProject` does, and NotFound if the project has no such rule
 */
export async function findAlertRule(
  lookup: SubjectLookup<{ organization_slug: string; project_slug: string; rule_id: string }>,
): Promise<{ organization: Organization; project: Project; state: AlertRuleState }> {
  const { organization, project } = await findProject(lookup);
  const state = await lookup.read(({ alertRules }) => alertRules.findState(project.id, lookup.params.rule_id));
  return { organization, project, state: requireAlertRule(state) };
}

/** Returns the rule. @throws NotFound if it is undefined: another request may have removed it since */
export function requireAlertRule<Rule>(rule: Rule | undefined): Rule {
  if (rule === undefined) throw new NotFound('Alert rule not found');
  return rule;
}

/**
 * Finds the monitor of the path, and its project.
 * @throws NotFound if it or its organization is unknown or not the caller's
 */
export async function findMonitor(
  lookup: SubjectLookup<{ organization_slug: string; monitor_id_or_slug: string }>,
): Promise<{ organization: Organization; project: Project; monitor: Monitor }> {
  const { organization_slug, monitor_id_or_slug } = lookup.params;
  return lookup.read(async (stores) => {
    const organization = await requireOrganization(stores, lookup.caller, organization_slug);
    const monitor = await stores.monitors.findInOrganization(organization.id, monitor_id_or_slug);
    const project = monitor && (await stores.projects.findById(organization.id, monitor.projectId));
    if (monitor === undefined || project === undefined) throw new NotFound('Monitor not found');
    return { organization, project, monitor };
  });
}

/**
 * Finds the monitor of the path, which must be one of the project.
 * @throws NotFound, Moved as `findProject` does, and NotFound if the project has no such monitor
 */
export async function findProjectMonitor(
  lookup: SubjectLookup<{ organization_slug: string; project_slug: string; monitor_id_or_slug: string }>,
): Promise<{ organization: Organization; project: Project; monitor: Monitor }> {
  const { organization, project } = await findProject(lookup);
  const { monitor_id_or_slug } = lookup.params;
  return lookup.read(async ({ monitors }) => {
    const byId = await monitors.findByGuid(organization.id, monitor_id_or_slug);
    const monitor = byId?.projectId === project.id ? byId : await monitors.findBySlug(project.id, monitor_id_or_slug);
    return { organization, project, monitor: requireMonitor(monitor) };
  });
}

/** Returns the monitor. @throws NotFound if it is undefined: another request may have removed it since */
export function requireMonitor(monitor: Monitor | undefined): Monitor {
  if (monitor === undefined) throw new NotFound('Monitor not found');
  return monitor;
}

/**
 * Finds the key of the path, and its project.
 * @throws NotFound, Moved as `findProject` does, and NotFound if the project has no such key
 */
export async function findProjectKey(
  lookup: SubjectLookup<{ organization_slug: string; project_slug: string; key_id: string }>,
): Promise<{ organization: Organization; project: Project; key: ProjectKey }> {
  const { organization, project } = await findProject(lookup);
  const key = await lookup.read(({ projectKeys }) => projectKeys.find(project.id, lookup.params.key_id));
  return { organization, project, key: requireKey(key) };
}

/** Returns the key. @throws NotFound if it is undefined: another request may have removed it since */
export function requireKey(key: ProjectKey | undefined): ProjectKey {
  if (key === undefined) throw new NotFound('Key not found');
  return key;
}

/** A project in a body: an id as a number or as text, or a slug, which may be an old one. */
export type ProjectReference = string | number;

/** An error in an element of a list in a body. */
export interface ElementError {
  readonly index: number;
  readonly message: string;
}

/**
 * Finds the projects that a body names, each once. Returns an error for each one that the organization does not have.
 */
export async function findProjects(
  { projects }: Pick<Readers, 'projects'>,
  organizationId: string,
  references: readonly ProjectReference[],
): Promise<{ projects: Project[]; indexOf: (project: Project) => number; errors: ElementError[] }> {
  const byId = new Map<string, { project: Project; index: number }>();
  const errors: ElementError[] = [];
  for (const reference of new Set(references)) {
    const index = references.indexOf(reference);
    const isId = typeof reference === 'number' || /^[0-9]+$/.test(reference);
    const text = String(reference);
    const project = isId
      ? await projects.findById(organizationId, text)
      : ((await projects.findBySlug(organizationId, text)) ?? (await projects.findByOldSlug(organizationId, text)));
    if (project === undefined) errors.push({ index, message: `There is no project "${text}" in this organization.` });
    else if (!byId.has(project.id)) byId.set(project.id, { project, index });
  }
  return {
    projects: [...byId.values()].map(({ project }) => project),
    indexOf: ({ id }) => byId.get(id)?.index ?? -1,
    errors,
  };
}

/** Returns messages that begin with the position of the wrong element, such as `projects[2]: …`. */
export function elementMessages(field: string, errors: readonly ElementError[]): string[] {
  return errors.map(({ index, message }) => `${field}[${index}]: ${message}`);
}

/** Returns messages as the errors of a field; no error without messages. */
export function fieldErrorsOf(field: string, messages: readonly string[]): FieldErrors {
  return messages.length === 0 ? {} : { [field]: [...messages] };
}
