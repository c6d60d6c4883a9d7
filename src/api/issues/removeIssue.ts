import { operation } from '../operation';
import { findIssue } from '../subjects';
import { recordRemoval } from './issueList';

/** Deletes an issue of the organization permanently. */
export const removeIssue = operation('removeIssue', {
  subject: findIssue,

  async handle({ issue, project, write, audit, now }) {
    await write(async (stores) => {
      const removed = await stores.issues.remove(project.id, [Number(issue.id)], now);
      await recordRemoval(stores, project, removed, audit);
    });
    return { status: 204 };
  },
});
