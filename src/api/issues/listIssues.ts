import { DEFAULT_ISSUE_QUERY, parseIssueQuery } from '../../domain/issue';
import { presentIssue } from '../../presenters/issue';
import { type Query, readPageRequest } from '../operation';
import { findProject } from '../subjects';

/** Last seen, and id. */
const CURSOR_KEY = [/^[0-9]{1,16}$/, /^[1-9][0-9]{0,15}$/];

/** Lists the issues of a project that a search finds, those seen last first. */
export const listIssues: Query<'listIssues'> = async (ask) => {
  const { project } = await findProject(ask);
  return {
    async handle({ query }) {
      const search = parseIssueQuery(query.query ?? DEFAULT_ISSUE_QUERY);
      const wanted = readPageRequest(query, CURSOR_KEY);
      const page = await ask.read(({ issues }) => issues.list(project.id, search, wanted));
      return { status: 200, body: page.rows.map((issue) => presentIssue(issue, project)), page };
    },
  };
};
