import type { components } from '../../../generated/api';
import type { Caller } from '../../domain/access';
import type { Organization } from '../../domain/organization';
import type { Project } from '../../domain/project';
import { presentProject, presentProjectSummary } from '../../presenters/project';
import type { Readers } from '../../store/stores';

/**
 * Maximum number of unresolved issues of a project that are counted in a list: more would make lists slow
 * (`unresolvedIssues` in the contract).
 */
const MAX_COUNTED_ISSUES = 1000;

/** Reads and presents the records of projects in lists. */
export async function readProjectSummaries(
  { projects: stored }: Readers,
  projects: readonly Project[],
  caller: Caller,
): Promise<components['schemas']['ProjectSummary'][]> {
  const relations = await stored.findRelations(projects, caller);
  const counts = await stored.countUnresolvedIssues(projects, MAX_COUNTED_ISSUES);
  return projects.map((project) =>
    presentProjectSummary({ project, relations, unresolvedIssues: counts.get(project.id) ?? 0, caller }),
  );
}

/** Reads and presents the record of a project as the caller sees it. */
export async function readProjectRecord(
  { projects, webhooks }: Readers,
  subject: { organization: Organization; project: Project; caller: Caller; publicUrl: string },
): Promise<components['schemas']['Project']> {
  const { project, caller } = subject;
  const relations = await projects.findRelations([project], caller);
  return presentProject({ ...subject, relations, webhook: await webhooks.find(project.id) });
}
