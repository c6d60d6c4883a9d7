import { NotFound } from '../../domain/errors';
import type { Organization } from '../../domain/organization';
import { type Cursor, decodeCursor, type Page } from '../../domain/page';
import type { Project } from '../../domain/project';
import type { Readers } from '../../store/stores';
import { findProjects } from '../subjects';

/** Number of projects that one statement reads. */
const PROJECTS_AT_ONCE = 100;
/** Value of the parameter `project` with which clients ask for all projects. */
const ALL_PROJECTS = '-1';

/** Issues of one project that a request names. */
export interface NamedIssues {
  readonly project: Project;
  readonly ids: number[];
}

/**
 * Finds the projects of issues of an organization. Returns undefined if one of the ids is not an issue of the
 * organization: then nothing must change (openapi/DECISIONS.md D3).
 */
export async function findNamedIssues(
  { issueStates, projects }: Readers,
  organization: Organization,
  ids: readonly number[],
): Promise<NamedIssues[] | undefined> {
  const projectOf = await issueStates.findProjects(organization.id, ids);
  if (projectOf.size !== new Set(ids).size) return undefined;
  const byProject = new Map<string, NamedIssues>();
  for (const [id, projectId] of projectOf) {
    const project = byProject.get(projectId)?.project ?? (await projects.findById(organization.id, projectId));
    if (project === undefined) return undefined;
    byProject.set(projectId, { project, ids: [...(byProject.get(projectId)?.ids ?? []), Number(id)] });
  }
  return [...byProject.values()];
}

/**
 * Finds the projects that a search names; all projects, if it names none.
 * @throws NotFound if the organization does not have one of the projects
 */
export async function findSearchedProjects(
  stores: Readers,
  organizationId: string,
  references: readonly string[] | undefined,
): Promise<Project[]> {
  if (references === undefined || references.includes(ALL_PROJECTS)) return allProjects(stores, organizationId);
  const { projects, errors } = await findProjects(stores, organizationId, references);
  if (errors[0] !== undefined) throw new NotFound();
  return projects;
}

async function allProjects({ projects }: Readers, organizationId: string): Promise<Project[]> {
  const all: Project[] = [];
  for (let cursor: Cursor | null = null; ;) {
    const page: Page<Project> = await projects.listByOrganization(organizationId, { cursor, size: PROJECTS_AT_ONCE });
    all.push(...page.rows);
    if (!page.next.exists) return all;
    cursor = decodeCursor(page.next.cursor);
  }
}
