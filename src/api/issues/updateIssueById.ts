import { operation } from '../operation';
import { findIssueById } from '../subjects';
import { authorizeIssueUpdate, validateIssueUpdate } from './issueUpdateErrors';
import { changeIssue } from './updateIssue';

/** Updates an issue of the caller's organization. */
export const updateIssueById = operation('updateIssueById', {
  subject: findIssueById,
  authorizeFields: authorizeIssueUpdate,
  validate: ({ project, caller, body, read }) => read((stores) => validateIssueUpdate(stores, [project], caller, body)),
  handle: changeIssue,
});
