import type { Organization } from '../../domain/organization';
import type { Project } from '../../domain/project';
import type { Readers } from '../../store/stores';

/** Issues of one project that a request names. */
export interface NamedIssues {
  readonly project: Project;
  readonly ids: number[];
}

/**
 * Finds the projects of issues of an organization. Returns undefined if one of the ids is not an issue of the organization: then nothing is
 * to change (openapi/DECISIONS.md D3).
 */
export async function findNamedIssues(
  { issueStates, projects }: Readers,
  organization: Organization,
  ids: readonly number[],
): Promise<NamedIssues[] | undefined> {
  const projectOf = await issueStates.findProjects(organization.id, ids);
  if (projectOf.size !== new Set(ids).size) return undefined;
  const found = new Map<string, NamedIssues>();
  for (const [id, projectId] of projectOf) {
    const project = found.get(projectId)?.project ?? (await projects.findById(organization.id, projectId));
    if (project === undefined) return undefined;
    found.set(projectId, { project, ids: [...(found.get(projectId)?.ids ?? []), Number(id)] });
  }
  return [...found.values()];
}
