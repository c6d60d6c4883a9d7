import type { Caller } from '../../domain/access';
import { aboutProject, type Audit, listedValues } from '../../domain/audit';
import { BadRequest, NotFound } from '../../domain/errors';
import { MAX_HITS } from '../../domain/issueSearch';
import type { Organization } from '../../domain/organization';
import { type Cursor, decodeCursor, type Page } from '../../domain/page';
import type { Project } from '../../domain/project';
import type { Read, Readers, Writers } from '../../store/stores';
import { findProjects } from '../subjects';
import { type IssueListQuery, readIssueList } from './issueList';

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

/** The parameters with which a bulk operation names issues by a search. */
interface BulkSearch extends Omit<IssueListQuery, 'sort'> {
  readonly id?: readonly number[] | undefined;
  readonly project?: readonly string[] | undefined;
}

/**
 * Finds the issues that a bulk operation names by a search in place of ids; undefined if it has no search. They are
 * found before the transaction, which must not read for long: some may be removed meanwhile. Reads nothing without one.
 * @throws BadRequest if the parameters contradict each other, or the search is invalid or reads too many issues
 */
export async function findSearchedIssues(
  read: Read,
  findSearched: (stores: Readers) => readonly Project[] | Promise<readonly Project[]>,
  { query, id, project, environment, statsPeriod, start, end }: BulkSearch,
  searcher: { readonly now: number; readonly caller: Caller },
): Promise<NamedIssues[] | undefined> {
  if (query === undefined) {
    const needless = Object.entries({ project, environment, statsPeriod, start, end }).find(
      ([, value]) => value !== undefined,
    );
    if (needless !== undefined)
      throw new BadRequest(`Query parameter '${needless[0]}' needs 'query'. Nothing was changed.`);
    return undefined;
  }
  if (id !== undefined)
    throw new BadRequest("Query parameters 'id' and 'query' exclude each other. Nothing was changed.");
  const page = { cursor: null, size: MAX_HITS };
  const request = readIssueList({ query, environment, statsPeriod, start, end }, page, { ...searcher, scope: '' });
  return read(async (stores) => {
    const projects = await findSearched(stores);
    const projectIds = projects.map((one) => one.id);
    const found = await stores.issues.findMatching(projectIds, request);
    if (found === undefined)
      throw new BadRequest('The search goes through too many issues; narrow it, or name ids. Nothing was changed.');
    return projects.flatMap((one) => {
      const ids = found.get(one.id);
      return ids === undefined ? [] : [{ project: one, ids }];
    });
  });
}

/**
 * Finds the issues of an organization that a bulk operation names by ids or by a search; none, if one of the ids is not
 * an issue of the organization.
 * @throws BadRequest as `findSearchedIssues` does, and if the request names no issues
 */
export async function findBulkIssues(
  stores: Readers,
  organization: Organization,
  query: BulkSearch,
  searcher: { readonly now: number; readonly caller: Caller },
): Promise<{ readonly isSearch: boolean; readonly named: NamedIssues[] | undefined }> {
  const findSearched = () => findSearchedProjects(stores, organization.id, query.project);
  const searched = await findSearchedIssues((work) => work(stores), findSearched, query, searcher);
  if (searched !== undefined) return { isSearch: true, named: searched };
  if (query.id === undefined) throw new BadRequest("Name issues by the query parameter 'id' or 'query'.");
  return { isSearch: false, named: await findNamedIssues(stores, organization, query.id) };
}

/** Deletes issues permanently; of a project, none if an id is not an issue of it, unless a search found them. */
export async function removeNamedIssues(
  stores: Writers,
  named: readonly NamedIssues[],
  { isSearch, audit, now }: { readonly isSearch: boolean; readonly audit: Audit; readonly now: number },
): Promise<void> {
  for (const { project, ids } of named) {
    const present = isSearch ? (await stores.issueStates.lock(project.id, ids)).map(({ id }) => Number(id)) : ids;
    await recordRemoval(stores, project, await stores.issues.remove(project.id, present, now), audit);
  }
}

/** Adds an entry to the audit log if issues were removed. */
export async function recordRemoval(
  { auditLog }: Writers,
  project: Project,
  removed: readonly number[],
  audit: Audit,
): Promise<void> {
  const details = { count: removed.length, ids: listedValues(removed) };
  if (removed.length > 0) await auditLog.insert(audit({ event: 'issue.remove', ...aboutProject(project), details }));
}

/** Returns the number of issues that a search has named; undefined without one. */
export function hitsOf(searched: readonly NamedIssues[] | undefined): number | undefined {
  return searched?.reduce((sum, { ids }) => sum + ids.length, 0);
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
