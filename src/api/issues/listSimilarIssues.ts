import { issueCategoryOf } from '../../domain/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { issueRecords } from './issueRecords';

/** Number of issues that are returned. */
const MAX_SIMILAR = 10;

/** Lists the issues of the project, of the same category, that have many words in common with an issue. */
export const listSimilarIssues = operation('listSimilarIssues', {
  subject: findIssue,

  async handle({ organization, issue, project, caller, read, now, publicUrl }) {
    return read(async (stores) => {
      const similarities = await stores.issueTexts.findSimilar(issue);
      const issues = await Promise.all([...similarities.keys()].map((id) => stores.issues.find(issue.projectId, id)));
      const similar = issues
        .filter((one) => one !== undefined)
        .filter(({ type }) => issueCategoryOf(type) === issueCategoryOf(issue.type))
        .slice(0, MAX_SIMILAR);
      const site = { caller, organization, publicUrl, now };
      const records = await issueRecords(stores, similar, [{ ...project, id: issue.projectId }], site);
      const body = records.map((record) => ({ similarity: similarities.get(record.id) ?? 0, issue: record }));
      return { status: 200, body };
    });
  },
});
