import type { components } from '../../../generated/api';
import type { Caller } from '../../domain/access';
import { type Activity, type Assignee, type Issue, actorOf } from '../../domain/issue';
import type { Project } from '../../domain/project';
import { readRecord } from '../../presenters/eventRecord';
import { presentTime } from '../../presenters/format';
import {
  type IssueRecord,
  type IssueRelations,
  type PresentedIssue,
  type Site,
  presentIssue,
} from '../../presenters/issue';
import { presentSeenRelease } from '../../presenters/release';
import type { ListedReport } from '../../store/feedback';
import type { Readers } from '../../store/stores';
import { Forbidden, NotFound } from '../../domain/errors';

type RecordProject = Pick<Project, 'id' | 'slug' | 'name' | 'platform'>;

/** The caller who reads records of issues, the time, and the parts of the addresses in the records. */
interface RecordSite extends Site {
  readonly caller: Pick<Caller, 'organizationId' | 'memberId'>;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/**
 * Reads the data of issue records from other tables, and presents them: two statements, and two for each project.
 * @param projects the projects of the issues; others are ignored
 */
export async function issueRecords(
  { issueMarks, feedback: feedbacks, members, teams }: Readers,
  issues: readonly PresentedIssue[],
  projects: readonly RecordProject[],
  { caller: { organizationId, memberId }, ...site }: RecordSite,
): Promise<IssueRecord[]> {
  const projectOf = new Map(projects.map((project) => [project.id, project]));
  const assigned = issues.flatMap(({ assignee }) => assignee ?? []);
  const feedbackIds = idsByProject(issues.filter(({ type }) => type === 'feedback'));
  const [marks, feedback, assignees] = await Promise.all([
    Promise.all(
      [...idsByProject(issues)].map(([projectId, issueIds]) =>
        issueMarks.find({ projectId, memberId: memberId ?? '', issueIds }),
      ),
    ),
    Promise.all([...feedbackIds].map(([projectId, issueIds]) => feedbacks.findOfIssues(projectId, issueIds))),
    assigneesOf({ members, teams }, organizationId, assigned),
  ]);
  const relations = {
    marks: new Map(marks.flatMap((ofProject) => [...ofProject])),
    feedback: new Map(feedback.flatMap((ofProject) => [...ofProject])),
    ...assignees,
  };
  return issues.flatMap((issue) => {
    const project = projectOf.get(issue.projectId);
    return project === undefined ? [] : [presentIssue(issue, project, relations, site)];
  });
}

/** Returns the ids of issues by the ids of their projects. */
export function idsByProject(issues: readonly Pick<Issue, 'id' | 'projectId'>[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { projectId, id } of issues) ids.set(projectId, [...(ids.get(projectId) ?? []), id]);
  return ids;
}

/** Reads and presents the record of one issue, as `issueRecords` does. */
export async function issueRecord(
  stores: Readers,
  issue: PresentedIssue,
  project: RecordProject,
  reader: RecordSite,
): Promise<IssueRecord> {
  const [record] = await issueRecords(stores, [issue], [{ ...project, id: issue.projectId }], reader);
  return record as IssueRecord;
}

/** Adds the members that lists leave out: the releases of the first and last event, and the number of user reports. */
export async function addDetails(
  { issueReleases, feedback }: Readers,
  issue: Pick<Issue, 'id' | 'projectId'>,
  record: IssueRecord,
): Promise<IssueRecord> {
  const [{ first, last }, userReportCount] = await Promise.all([
    issueReleases.findBounds(issue),
    feedback.countAbout(issue),
  ]);
  const releases = { firstRelease: presentSeenRelease(first), lastRelease: presentSeenRelease(last) };
  return { ...record, ...releases, userReportCount };
}

/** Reads the members and teams to which issues are assigned, by their ids. */
export async function assigneesOf(
  { members, teams }: Pick<Readers, 'members' | 'teams'>,
  organizationId: string,
  assigned: readonly Assignee[],
): Promise<Pick<IssueRelations, 'members' | 'teams'>> {
  if (assigned.length === 0) return { members: new Map(), teams: new Map() };
  const [assignedMembers, assignedTeams] = await Promise.all([
    members.findByIds(organizationId, idsOf(assigned, 'member')),
    teams.findByIds(organizationId, idsOf(assigned, 'team')),
  ]);
  return { members: byId(assignedMembers), teams: byId(assignedTeams) };
}

function idsOf(assignees: readonly Assignee[], type: Assignee['type']): string[] {
  return [...new Set(assignees.filter((one) => one.type === type).map(({ id }) => id))];
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/* Common steps of the operations on user reports, which old clients send and read. */

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

/** Returns the issue. @throws NotFound if it is undefined: another request may have removed it since */
export function requireIssue<T>(issue: T | undefined): T {
  if (issue === undefined) throw new NotFound('Issue not found');
  return issue;
}

/** Returns the comment. @throws NotFound if it is undefined */
export function requireComment(comment: Activity | undefined): Activity {
  if (comment === undefined) throw new NotFound('Comment not found');
  return comment;
}

/**
 * Checks that the caller may change a comment.
 * @throws NotFound unless it exists; Forbidden unless the caller wrote it, or may change comments of others
 */
export function requireOwnComment(comment: Activity | undefined, caller: Caller): void {
  const { memberId, tokenId } = requireComment(comment);
  const actor = actorOf(caller);
  const isOwn = actor.kind === 'member' ? memberId === actor.id : actor.kind === 'token' && tokenId === actor.id;
  if (!isOwn && !caller.scopes.includes('event:admin'))
    throw new Forbidden('Another member wrote this comment; event:admin may change it.', ['event:admin']);
}
