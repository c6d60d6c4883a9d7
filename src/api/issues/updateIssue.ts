import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { issueRecord } from './issueRecords';
import { updateIssuesOf } from './issueUpdate';
import { authorizeIssueUpdate, validateIssueUpdate } from './issueUpdateErrors';

/** Updates an issue of the organization. */
export const updateIssue = operation('updateIssue', {
  subject: findIssue,

  authorizeFields: authorizeIssueUpdate,

  validate: ({ project, caller, body, read }) => read((stores) => validateIssueUpdate(stores, [project], caller, body)),

  async handle({ organization, issue, project, body, caller, write, audit, now, publicUrl }) {
    return write(
      async (stores) => {
        const named = { project, ids: [Number(issue.id)], from: null };
        const id = stores.issueChanges.openId();
        const change = await updateIssuesOf(stores, named, body, { caller, audit, now, changeId: id });
        const changeId = await stores.issueChanges.insert(id, [change], now);
        const updated = await stores.issues.find(project.id, issue.id);
        if (updated === undefined) throw new NotFound('Issue not found');
        const record = await issueRecord(stores, updated, project, { caller, organization, publicUrl, now });
        return { status: 200, body: { ...record, ...(changeId !== undefined && { changeId }) } };
      },
      { projects: [project.id] },
    );
  },
});
