import { operation } from '../operation';
import { findShortId } from '../subjects';
import { addDetails, issueRecord } from './issueRecords';

/** Returns the issue of a short id, with its project and organization. */
export const getIssueByShortId = operation('getIssueByShortId', {
  subject: findShortId,

  async handle({ organization, project, issue, caller, read, now, publicUrl }) {
    const group = await read(async (stores) => {
      const record = await issueRecord(stores, issue, project, { caller, organization, publicUrl, now });
      return addDetails(stores, issue, record);
    });
    const { id: groupId, shortId } = group;
    return {
      status: 200,
      body: { organizationSlug: organization.slug, projectSlug: project.slug, groupId, group, shortId },
    };
  },
});
