import { DEFAULT_ISSUE_QUERY, parseIssueQuery } from '../../domain/issueQuery';
import { presentIssue } from '../../views/issue';
import { findProject } from '../find';
import type { Query } from '../operation';
import { pageRequest } from '../page';

/** Last seen, and id. */
const CURSOR_KEY = [/^[0-9]{1,16}$/, /^[1-9][0-9]{0,15}$/];

/** Lists the issues of a project that a search finds, those seen last first. */
export const listIssues: Query<'listIssues'> = async (ask) => {
  const { project } = await findProject(ask);
  return {
    async handle({ query }) {
      const search = parseIssueQuery(query.query ?? DEFAULT_ISSUE_QUERY);
      const wanted = pageRequest(query, CURSOR_KEY);
      const page = await ask.read(({ issues }) => issues.list(project.id, search, wanted));
      return { status: 200, body: page.rows.map((issue) => presentIssue(issue, project)), page };
    },
  };
};
