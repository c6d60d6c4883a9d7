import { operation } from '../operation';
import { findIssue } from '../subjects';
import { addDetails, issueRecord } from './issueRecords';
import { addSeries, readCountFilter } from './issueList';

const PERIODS = ['24h', '30d'] as const;

/** Returns an issue of the organization. */
export const getIssue = operation('getIssue', {
  subject: findIssue,

  async handle({ organization, issue, project, query, caller, read, now, publicUrl }) {
    const filter = readCountFilter(query, now);
    const periods = query.collapse?.includes('stats') === true ? [] : PERIODS;
    return read(async (stores) => {
      const filtered = filter && (await stores.issues.countFiltered(issue, filter));
      const record = await issueRecord(stores, { ...issue, filtered }, project, {
        caller,
        organization,
        publicUrl,
        now,
      });
      const [counted = record] = await addSeries(stores, [issue], [record], { periods, now, filter });
      return { status: 200, body: await addDetails(stores, issue, counted) };
    });
  },
});
