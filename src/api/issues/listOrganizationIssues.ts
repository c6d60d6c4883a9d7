import { BadRequest, NotFound } from '../../domain/errors';
import { type Cursor, decodeCursor, type Page } from '../../domain/page';
import type { Project } from '../../domain/project';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { readRange } from '../periods';
import { findOrganization, findProjects } from '../subjects';
import { readIssueList } from './issueList';
import { issueRecords } from './issueRecords';
import { addSeries } from './issueSeries';

/** Projects that one statement reads. */
const PROJECTS_AT_ONCE = 100;
/** What clients send for all projects. */
const ALL_PROJECTS = '-1';

/** Lists the issues of an organization's projects that match a search, as one list. */
export const listOrganizationIssues = operation('listOrganizationIssues', {
  subject: findOrganization,

  async handle({ organization, query, page: asked, caller, now, read }) {
    const { query: search, sort, environment, statsPeriod, start, end, project, limit, per_page: perPage } = query;
    if (limit !== undefined && perPage !== undefined)
      throw new BadRequest("Query parameters 'limit' and 'per_page' mean the same: use one of them.");
    const page = { ...asked, size: limit ?? asked.size };
    const scope = JSON.stringify([organization.id, project]);
    const shown = { query: search, sort, environment, statsPeriod, start, end };
    const request = readIssueList(shown, page, { now, caller, scope });
    const periods = query.groupStatsPeriod ? [query.groupStatsPeriod] : [];
    return read(async (stores) => {
      const projects = await projectsOf(stores, organization.id, project);
      const ids = projects.map(({ id }) => id);
      const issues = await stores.issues.search(ids, request, page);
      const records = await issueRecords(stores, issues.rows, projects, caller);
      const body = await addSeries(stores, issues.rows, records, { periods, now, listed: readRange(query, now) });
      return { status: 200, body, links: issues };
    });
  },
});

/** @throws NotFound if the organization does not have one of the projects */
async function projectsOf(
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
  const found: Project[] = [];
  for (let cursor: Cursor | null = null; ;) {
    const page: Page<Project> = await projects.listByOrganization(organizationId, { cursor, size: PROJECTS_AT_ONCE });
    found.push(...page.rows);
    if (!page.next.exists) return found;
    cursor = decodeCursor(page.next.cursor);
  }
}
