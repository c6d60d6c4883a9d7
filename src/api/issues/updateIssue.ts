import { NotFound } from '../../domain/errors';
import type { BodyOf } from '../contractTypes';
import { operation, type TokenContext } from '../operation';
import { findIssue } from '../subjects';
import type { IssueSubject } from './getIssue';
import { issueRecord } from './issueRecords';
import { updateIssuesOf } from './issueUpdate';
import { authorizeIssueUpdate, validateIssueUpdate } from './issueUpdateErrors';

/** Updates an issue of the organization. */
export const updateIssue = operation('updateIssue', {
  subject: findIssue,
  authorizeFields: authorizeIssueUpdate,
  validate: ({ project, caller, body, read }) => read((stores) => validateIssueUpdate(stores, [project], caller, body)),
  handle: changeIssue,
});

/** Changes an issue, and replies with its record. */
export async function changeIssue({
  organization,
  issue,
  project,
  body,
  caller,
  write,
  audit,
  now,
  publicUrl,
}: Pick<TokenContext<'updateIssue'>, 'caller' | 'write' | 'audit' | 'now' | 'publicUrl'> &
  IssueSubject & { readonly body: BodyOf<'updateIssue'> }) {
  return write(
    async (stores) => {
      const target = { project, ids: [Number(issue.id)], from: null };
      const reservedId = stores.issueChanges.reserveId();
      const change = await updateIssuesOf(stores, target, body, { caller, audit, now, changeId: reservedId });
      const changeId = await stores.issueChanges.insert(reservedId, [change], now);
      const updated = await stores.issues.find(project.id, issue.id);
      if (updated === undefined) throw new NotFound('Issue not found');
      const record = await issueRecord(stores, updated, project, { caller, organization, publicUrl, now });
      return { status: 200 as const, body: { ...record, ...(changeId !== undefined && { changeId }) } };
    },
    { projects: [project.id] },
  );
}
