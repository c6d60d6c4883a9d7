import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { addSeries, findSearchedProjects, readIssueList, sizedPage } from './issueList';
import { issueRecords } from './issueRecords';

/** Lists the issues of an organization's projects that match a search, as one list. */
export const listOrganizationIssues = operation('listOrganizationIssues', {
  subject: findOrganization,

  async handle({ organization, query, page: requestedPage, caller, now, read, publicUrl }) {
    const { project } = query;
    const page = sizedPage(query, requestedPage);
    const scope = JSON.stringify([organization.id, project]);
    const request = readIssueList(query, page, { now, caller, scope });
    const periods = query.groupStatsPeriod ? [query.groupStatsPeriod] : [];
    return read(async (stores) => {
      const projects = await findSearchedProjects(stores, organization.id, project);
      const ids = projects.map(({ id }) => id);
      const issues = await stores.issues.search(ids, request, page);
      const records = await issueRecords(stores, issues.rows, projects, { caller, organization, publicUrl, now });
      const body = await addSeries(stores, issues.rows, records, { periods, now, filter: request.filter });
      return { status: 200, body, links: issues, hits: issues.hits };
    });
  },
});
