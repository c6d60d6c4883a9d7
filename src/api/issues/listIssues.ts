import { parseIssueQuery } from '../../domain/issueQuery';
import { DEFAULT_ISSUE_QUERY } from '../../domain/issueSearch';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { issueRecords } from './issueRecords';
import { addSeries } from './issueSeries';

/** Lists the issues of a project that match a search, by last seen, newest first. */
export const listIssues = operation('listIssues', {
  subject: findProject,

  async handle({ project, query, page, caller, read, now }) {
    const search = parseIssueQuery(query.query ?? DEFAULT_ISSUE_QUERY);
    const periods = query.groupStatsPeriod ? [query.groupStatsPeriod] : [];
    return read(async (stores) => {
      const issues = await stores.issues.list(project.id, search, page);
      const records = await issueRecords(stores, issues.rows, [project], caller);
      const body = await addSeries(stores, issues.rows, records, { periods, now });
      return { status: 200, body, links: issues };
    });
  },
});
