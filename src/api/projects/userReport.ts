import type { components } from '../../../generated/api';
import type { Project } from '../../domain/project';
import { readRecord } from '../../presenters/eventRecord';
import { presentTime } from '../../presenters/format';
import type { ListedReport } from '../../store/feedback';
import type { Readers } from '../../store/stores';
import { issueRecords, type RecordSite } from '../issues/issueRecords';

/* What the operations on reports of old clients have in common. */

type UserReportRecord = components['schemas']['UserReport'];

/** Reads the records of the issues that reports are about, and presents the reports. */
export async function reportRecords(
  stores: Readers,
  project: Project,
  reports: readonly ListedReport[],
  site: RecordSite,
): Promise<UserReportRecord[]> {
  const issues = new Map(reports.flatMap(({ issue }) => (issue === null ? [] : [[issue.id, issue]])));
  const records = await issueRecords(stores, [...issues.values()], [project], site);
  const recordOf = new Map(records.map((record) => [record.id, record]));
  return reports.map(({ errorId, name, email, message, dateCreated, issue, event }) => ({
    ...{ id: errorId, eventID: errorId, name, email, comments: message },
    dateCreated: presentTime(dateCreated),
    user: event === null ? null : readRecord(project.id, { ...event, issueId: '' }).user,
    event: { id: event === null ? null : errorId, eventID: errorId },
    issue: recordOf.get(issue?.id ?? '') ?? null,
  }));
}
