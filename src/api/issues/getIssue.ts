import type { Issue } from '../../domain/issue';
import type { Organization } from '../../domain/organization';
import type { Project } from '../../domain/project';
import type { QueryOf } from '../contractTypes';
import { operation, type TokenContext } from '../operation';
import { findIssue } from '../subjects';
import { addDetails, issueRecord } from './issueRecords';
import { addSeries, readCountFilter } from './issueList';

const PERIODS = ['24h', '30d'] as const;

/** Returns an issue of the organization. */
export const getIssue = operation('getIssue', { subject: findIssue, handle: readIssue });

/** The issue of a path. */
export interface IssueSubject {
  readonly organization: Organization;
  readonly issue: Issue;
  readonly project: Project;
}

/** Replies with the record of an issue. */
export async function readIssue({
  organization,
  issue,
  project,
  query,
  caller,
  read,
  now,
  publicUrl,
}: Pick<TokenContext<'getIssue'>, 'caller' | 'read' | 'now' | 'publicUrl'> &
  IssueSubject & { readonly query: QueryOf<'getIssue'> }) {
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
    return { status: 200 as const, body: await addDetails(stores, issue, counted) };
  });
}
