import { operation } from '../operation';
import { findProject } from '../subjects';
import { readIssueList, addSeries, sizedPage } from './issueList';
import { issueRecords } from './issueRecords';

/** Lists the issues of a project that match a search. */
export const listIssues = operation('listIssues', {
  subject: findProject,

  async handle({ organization, project, query, page: requested, caller, now, read, publicUrl }) {
    const page = sizedPage(query, requested);
    const request = readIssueList(query, page, { now, caller, scope: project.id });
    const periods = query.groupStatsPeriod ? [query.groupStatsPeriod] : [];
    return read(async (stores) => {
      const issues = await stores.issues.search([project.id], request, page);
      const records = await issueRecords(stores, issues.rows, [project], { caller, organization, publicUrl, now });
      const body = await addSeries(stores, issues.rows, records, { periods, now, filter: request.filter });
      return { status: 200, body, links: issues, hits: issues.hits };
    });
  },
});
