import { parseIssueQuery } from '../../domain/issueQuery';
import { DEFAULT_ISSUE_QUERY } from '../../domain/issueSearch';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { issueRecords } from './issueRecords';

/** Lists the issues of a project that match a search, by last seen, newest first. */
export const listIssues = operation('listIssues', {
  subject: findProject,

  async handle({ project, query, page, caller, read }) {
    const search = parseIssueQuery(query.query ?? DEFAULT_ISSUE_QUERY);
    return read(async (stores) => {
      const issues = await stores.issues.list(project.id, search, page);
      return { status: 200, body: await issueRecords(stores, issues.rows, [project], caller), links: issues };
    });
  },
});
