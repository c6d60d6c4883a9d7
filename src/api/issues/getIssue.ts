import { operation } from '../operation';
import { findIssue } from '../subjects';
import { issueRecord } from './issueRecords';

/** Returns an issue of the organization. */
export const getIssue = operation('getIssue', {
  subject: findIssue,

  async handle({ issue, project, caller, read }) {
    return { status: 200, body: await read((stores) => issueRecord(stores, issue, project, caller)) };
  },
});
