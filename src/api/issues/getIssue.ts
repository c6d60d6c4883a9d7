import { presentIssue } from '../../presenters/issue';
import type { Query } from '../operation';
import { findIssue } from '../subjects';

/** Gives an issue of the organization. */
export const getIssue: Query<'getIssue'> = async (ask) => {
  const { issue, project } = await findIssue(ask);
  return {
    async handle() {
      return { status: 200, body: presentIssue(issue, project) };
    },
  };
};
