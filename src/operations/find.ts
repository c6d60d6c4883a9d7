import type { Caller } from '../domain/access';
import { Moved, NotFound } from '../domain/errors';
import type { Issue } from '../domain/issue';
import type { Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import type { Release } from '../domain/release';
import { readShortId } from '../domain/shortId';
import type { Team } from '../domain/team';
import type { Read, Readers } from '../store/stores';
import { WEBHOOKS } from '../views/plugin';

interface Visit<Params> {
  readonly caller: Caller;
  readonly params: Params;
  readonly read: Read;
}

async function organizationOf(stores: Readers, caller: Caller, slug: string): Promise<Organization> {
  const organization = await stores.organizations.findBySlug(slug);
  if (organization === undefined || organization.id !== caller.organizationId) throw new NotFound();
  return organization;
}

/**
 * The organization of the path.
 * @throws NotFound if it is unknown or foreign (decisions.md D19)
 */
export async function findOrganization(visit: Visit<{ organization_slug: string }>): Promise<Organization> {
  return visit.read((stores) => organizationOf(stores, visit.caller, visit.params.organization_slug));
}

/**
 * The project of the path, with its organization.
 * @throws NotFound if either is unknown or foreign (decisions.md D19)
 * @throws Moved if the slug is a former one (decisions.md D12)
 */
export async function findProject(
  visit: Visit<{ organization_slug: string; project_slug: string }>,
): Promise<{ organization: Organization; project: Project }> {
  const { organization_slug, project_slug } = visit.params;
  return visit.read(async (stores) => {
    const organization = await organizationOf(stores, visit.caller, organization_slug);
    const project = await stores.projects.findBySlug(organization.id, project_slug);
    if (project !== undefined) return { organization, project };
    const renamed = await stores.projects.findRenamed(organization.id, project_slug);
    throw renamed === undefined ? new NotFound() : new Moved(renamed.slug);
  });
}

/**
 * The release of the path, if it is bound to the project.
 * @throws NotFound, Moved as `findProject` does, and NotFound if there is no such release
 */
export async function findProjectRelease(
  visit: Visit<{ organization_slug: string; project_slug: string; version: string }>,
): Promise<{ organization: Organization; project: Project; release: Release }> {
  const { organization, project } = await findProject(visit);
  return visit.read(async ({ releases }) => {
    const release = await releases.findByVersion(organization.id, visit.params.version);
    if (release === undefined || !(await releases.isBound(project.id, release.id)))
      throw new NotFound('Release not found');
    return { organization, project, release };
  });
}

/**
 * The team of the path: digits are an id, anything else a slug.
 * @throws NotFound if it or its organization is unknown or foreign
 */
export async function findTeam(visit: Visit<{ organization_slug: string; team_id_or_slug: string }>): Promise<Team> {
  const { organization_slug, team_id_or_slug } = visit.params;
  return visit.read(async (stores) => {
    const { id } = await organizationOf(stores, visit.caller, organization_slug);
    const team = /^[0-9]+$/.test(team_id_or_slug)
      ? await stores.teams.findById(id, team_id_or_slug)
      : await stores.teams.findBySlug(id, team_id_or_slug);
    if (team === undefined) throw new NotFound();
    return team;
  });
}

/**
 * The release of the path.
 * @throws NotFound if it or its organization is unknown or foreign
 */
export async function findRelease(visit: Visit<{ organization_slug: string; version: string }>): Promise<Release> {
  const { organization_slug, version } = visit.params;
  return visit.read(async (stores) => {
    const { id } = await organizationOf(stores, visit.caller, organization_slug);
    const release = await stores.releases.findByVersion(id, version);
    if (release === undefined) throw new NotFound('Release not found');
    return release;
  });
}

/**
 * The issue of the path, with its project: digits are an id, anything else a short id, also one from before its project was renamed.
 * @throws NotFound if it or its organization is unknown or foreign
 */
export async function findIssue(
  visit: Visit<{ organization_slug: string; issue_id: string }>,
): Promise<{ issue: Issue; project: Project }> {
  const { organization_slug, issue_id } = visit.params;
  return visit.read(async (stores) => {
    const { id } = await organizationOf(stores, visit.caller, organization_slug);
    const issue = /^[0-9]+$/.test(issue_id)
      ? await stores.issues.findInOrganization(id, issue_id)
      : await issueOf(stores, id, issue_id);
    const project = issue && (await stores.projects.findById(id, issue.projectId));
    if (issue === undefined || project === undefined) throw new NotFound('Issue not found');
    return { issue, project };
  });
}

async function issueOf(
  { issues, projects }: Readers,
  organizationId: string,
  shortId: string,
): Promise<Issue | undefined> {
  const named = readShortId(shortId);
  if (named === null) return undefined;
  const { projectSlug, number } = named;
  const project =
    (await projects.findBySlug(organizationId, projectSlug)) ??
    (await projects.findRenamed(organizationId, projectSlug));
  return project && issues.findByNumber(project.id, number);
}

/**
 * The project of the path, whose plugin the path names.
 * @throws NotFound, Moved as `findProject` does, and NotFound if there is no such plugin
 */
export async function findPluginOwner(
  visit: Visit<{ organization_slug: string; project_slug: string; plugin_id: string }>,
): Promise<Project> {
  const { project } = await findProject(visit);
  if (visit.params.plugin_id !== WEBHOOKS) throw new NotFound(`There is no such plugin; there is ${WEBHOOKS}.`);
  return project;
}
