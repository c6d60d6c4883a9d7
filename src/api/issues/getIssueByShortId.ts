import { operation } from '../operation';
import { findShortId } from '../subjects';
import { issueRecord } from './issueRecords';

/** Returns the issue of a short id, and where it is. */
export const getIssueByShortId = operation('getIssueByShortId', {
  subject: findShortId,

  async handle({ organization, project, issue, caller, read }) {
    const group = await read((stores) => issueRecord(stores, issue, project, caller));
    const { id: groupId, shortId } = group;
    return {
      status: 200,
      body: { organizationSlug: organization.slug, projectSlug: project.slug, groupId, group, shortId },
    };
  },
});
