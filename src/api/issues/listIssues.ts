import { parseIssueQuery } from '../../domain/issueQuery';
import { DEFAULT_ISSUE_QUERY } from '../../domain/issueSearch';
import { presentIssue } from '../../presenters/issue';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Lists the issues of a project that match a search, by last seen, newest first. */
export const listIssues = operation('listIssues', {
  subject: findProject,

  async handle({ project, query, page, read }) {
    const search = parseIssueQuery(query.query ?? DEFAULT_ISSUE_QUERY);
    const issues = await read((stores) => stores.issues.list(project.id, search, page));
    return { status: 200, body: issues.rows.map((issue) => presentIssue(issue, project)), links: issues };
  },
});
