import { operation } from '../operation';
import { findProject } from '../subjects';
import { reportRecords } from '../issues/issueRecords';

/** Lists what people reported about errors of a project in the form of old clients, newest first. */
export const listUserFeedback = operation('listUserFeedback', {
  subject: findProject,

  async handle({ organization, project, query, page, read, caller, now, publicUrl }) {
    const { status = 'unresolved', environment: environments = [] } = query;
    return read(async (stores) => {
      const reports = await stores.feedback.listReports(
        project.id,
        { isUnresolved: status === 'unresolved', environments },
        page,
      );
      const site = { caller, organization, publicUrl, now };
      return { status: 200, body: await reportRecords(stores, project, reports.rows, site), links: reports };
    });
  },
});
