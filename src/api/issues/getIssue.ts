import { presentIssue } from '../../presenters/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Returns an issue of the organization. */
export const getIssue = operation('getIssue', {
  subject: findIssue,

  async handle({ issue, project }) {
    return { status: 200, body: presentIssue(issue, project) };
  },
});
