import type { components } from '../../generated/api';
import { presentEventType } from '../domain/event';
import {
  type Activity,
  type Assignee,
  type FilteredCounts,
  type FilteredIssue,
  type Issue,
  type MarksOfIssue,
  NO_MARKS,
  type StatusDetails,
  type TagCounts,
  type TagValueCount,
  formatShortId,
  issueCategoryOf,
  issueTypeOf,
} from '../domain/issue';
import { presentSubstatus } from '../domain/issueState';
import type { Member, Team, Organization } from '../domain/organization';
import type { Feedback } from '../domain/feedback';
import type { Project } from '../domain/project';
import type { IssueTicket, TicketDraft, TicketSystemKind } from '../domain/ticket';
import { presentTime } from './format';
import type { SavedSearch } from '../domain/issueSearch';

/** The public address under which people open the issues of an organization. */
export interface Site {
  /** The origin of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly organization: Pick<Organization, 'slug'>;
}

/** Returns the address of an issue's page, for records, mails and webhooks. */
export function issuePermalink({ publicUrl, organization }: Site, { id }: Pick<Issue, 'id'>): string {
  return `${publicUrl}/organizations/${organization.slug}/issues/${id}/`;
}

/** The record of an issue. */
export type IssueRecord = components['schemas']['Issue'];

/** Values of an issue's record that come from other tables. */
export interface IssueRelations {
  /** Members and teams that issues are assigned to, by id. */
  readonly members: ReadonlyMap<string, Pick<Member, 'id' | 'email'>>;
  readonly teams: ReadonlyMap<string, Pick<Team, 'id' | 'name'>>;
  /** The feedback of issues with this category, by the id of the issue. */
  readonly feedback: ReadonlyMap<string, Feedback & { readonly errorIssueId: string | null }>;
  /** The marks of the caller, by the id of the issue. */
  readonly marks: ReadonlyMap<string, MarksOfIssue>;
}

/** An issue, in lists with its filtered numbers. */
export type PresentedIssue = Issue & Partial<Pick<FilteredIssue, 'filtered'>>;

/** Presents an issue. @param site the parts of its address, and the present time in milliseconds since 1970, UTC */
export function presentIssue(
  issue: PresentedIssue,
  project: Pick<Project, 'id' | 'slug' | 'name' | 'platform'>,
  relations: IssueRelations,
  { now, ...site }: Site & { readonly now: number },
): IssueRecord {
  const { id, slug, name, platform } = project;
  const category = issueCategoryOf(issue.type);
  const { isBookmarked, seenAt } = relations.marks.get(issue.id) ?? NO_MARKS;
  return {
    id: issue.id,
    shortId: formatShortId(slug, issue.number),
    permalink: issuePermalink(site, issue),
    title: issue.title,
    culprit: issue.culprit,
    type: presentEventType(issue.type),
    issueType: issueTypeOf(category),
    issueCategory: category,
    level: issue.level,
    platform: issue.platform,
    project: { id, slug, name, platform },
    status: issue.status,
    substatus: presentSubstatus(issue, now),
    statusDetails: presentStatusDetails(issue),
    assignedTo: presentAssignee(issue.assignee, relations),
    isBookmarked,
    hasSeen: seenAt !== null && seenAt >= (issue.reopenedAt ?? 0),
    count: String(issue.timesSeen),
    userCount: issue.userCount,
    numComments: issue.commentCount,
    firstSeen: presentTime(issue.firstSeen),
    lastSeen: presentTime(issue.lastSeen),
    ...presentFeedback(relations.feedback.get(issue.id)),
    ...(issue.filtered && { filtered: presentFilteredCounts(issue.filtered) }),
  };
}

function presentFeedback(feedback: (Feedback & { readonly errorIssueId: string | null }) | undefined) {
  if (feedback === undefined) return {};
  const { message, name, email, errorId, errorIssueId } = feedback;
  const about = { associated_event_id: errorId, associated_issue_id: errorIssueId };
  return { metadata: { message, name, contact_email: email, ...about } };
}

function presentFilteredCounts({ events, users, firstSeen, lastSeen }: FilteredCounts) {
  return {
    count: String(events),
    userCount: users,
    firstSeen: firstSeen === null ? null : presentTime(firstSeen),
    lastSeen: lastSeen === null ? null : presentTime(lastSeen),
  };
}

/** Presents an assignee; null if the member or the team was removed in the meantime. */
export function presentAssignee(
  assignee: Assignee | null,
  { members, teams }: Pick<IssueRelations, 'members' | 'teams'>,
): IssueRecord['assignedTo'] {
  if (assignee === null) return null;
  if (assignee.type === 'team') {
    const team = teams.get(assignee.id);
    return team === undefined ? null : { type: 'team', id: team.id, name: team.name };
  }
  const member = members.get(assignee.id);
  return member === undefined ? null : { type: 'user', id: member.id, name: member.email, email: member.email };
}

/** Presents the conditions of an issue's status. */
function presentStatusDetails({
  isAutoResolved,
  statusDetails,
}: Pick<Issue, 'isAutoResolved' | 'statusDetails'>): components['schemas']['IssueStatusDetails'] {
  return { ...(isAutoResolved && { autoResolved: true }), ...(statusDetails && presentConditions(statusDetails)) };
}

function presentConditions(details: StatusDetails): components['schemas']['IssueStatusDetails'] {
  const { inRelease, afterRelease, inCommit, ignoreUntil, ignoreHourlyEvents } = details;
  const { ignoreCount, ignoreWindow, ignoreUserCount, ignoreUserWindow } = details;
  return {
    ...(inRelease !== undefined && { inRelease: inRelease.version }),
    ...(afterRelease !== undefined && { inNextRelease: true }),
    ...(inCommit !== undefined && { inCommit }),
    ...(ignoreUntil !== undefined && { ignoreUntil: presentTime(ignoreUntil) }),
    ...(ignoreCount !== undefined && { ignoreCount }),
    ...(ignoreWindow !== undefined && { ignoreWindow }),
    ...(ignoreUserCount !== undefined && { ignoreUserCount }),
    ...(ignoreUserWindow !== undefined && { ignoreUserWindow }),
    ...(ignoreHourlyEvents !== undefined && { ignoreUntilEscalating: true, escalatesAbove: ignoreHourlyEvents }),
  };
}

type IssueTagRecord = components['schemas']['IssueTag'];
type IssueTagValueRecord = components['schemas']['IssueTagValue'];

/** Maximum number of values in the record of a tag. */
const TOP_VALUES = 10;

/** Presents a tag of an issue with its most frequent values. @param uniqueValues number of stored values */
export function presentIssueTag(
  key: string,
  { counts, isSample }: { counts: TagCounts; isSample: boolean },
  uniqueValues: number,
): IssueTagRecord {
  const values = counts.valuesOf(key);
  return {
    key,
    name: presentName(key),
    totalValues: values.reduce((sum, { count }) => sum + count, 0),
    uniqueValues: Math.max(uniqueValues, values.length),
    countedEvents: counts.events,
    isSample,
    topValues: values.slice(0, TOP_VALUES).map((value) => presentTagValue(key, value, counts.events)),
  };
}

/** Presents a value of a tag. @param events number of all counted events, for the share of the value */
export function presentTagValue(
  key: string,
  { value, count, ...seen }: TagValueCount,
  events: number,
): IssueTagValueRecord {
  return {
    key,
    name: value,
    value,
    count,
    share: events === 0 ? 0 : Math.round((count / events) * 10_000) / 10_000,
    firstSeen: seen.firstSeen === null ? null : presentTime(seen.firstSeen),
    lastSeen: seen.lastSeen === null ? null : presentTime(seen.lastSeen),
  };
}

/** Presents a tag of the issues of several projects. */
export function presentOrganizationTag(key: string, uniqueValues: number): components['schemas']['OrganizationTag'] {
  return { key, name: presentName(key), uniqueValues };
}

/** Presents the label of a key: `Server Name` of `server_name`. */
function presentName(key: string): string {
  return key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Presents an activity of an issue. */
export function presentActivity(
  activity: Activity,
  undoable: ReadonlySet<string> = new Set(),
): components['schemas']['IssueActivity'] {
  const { memberId, email, changeId } = activity;
  return {
    id: activity.id,
    type: activity.type,
    user: memberId === null ? null : { id: memberId, name: email, email },
    data: { ...activity.data },
    dateCreated: presentTime(activity.dateCreated),
    ...(changeId !== null && undoable.has(changeId) && { changeId }),
  };
}

/** Presents a comment on an issue. */
export function presentComment(comment: Activity): components['schemas']['IssueComment'] {
  const { text, dateEdited, editedBy } = comment.data;
  const edit = typeof dateEdited === 'string' && {
    dateEdited,
    editedBy: typeof editedBy === 'string' ? editedBy : null,
  };
  const data = { text: typeof text === 'string' ? text : '', ...edit };
  return { ...presentActivity(comment), type: 'comment', data };
}

/** Presents a saved search. */
export function presentSavedSearch(search: SavedSearch): components['schemas']['SavedSearch'] {
  const { id, name, query, sort, visibility, createdBy } = search;
  return { id, name, query, sort, visibility, dateCreated: presentTime(search.dateCreated), createdBy };
}

/** Describes an issue for a new ticket. */
export function presentTicketDraft(
  issue: Pick<Issue, 'title' | 'culprit' | 'level' | 'firstSeen' | 'timesSeen' | 'userCount'>,
  { shortId, url, title = issue.title }: { shortId: string; url: string; title?: string | undefined },
): TicketDraft {
  const { culprit, level, firstSeen, timesSeen, userCount } = issue;
  const lines = [
    issue.title,
    ...(culprit === null ? [] : [culprit]),
    '',
    `Issue: ${shortId}`,
    `Level: ${level}`,
    `First seen: ${presentTime(firstSeen)}`,
    `Events: ${timesSeen}, users: ${userCount}`,
  ];
  return { title: title.replace(/[\p{Cc}\s]+/gu, ' ').trim() || shortId, url, lines };
}

/** Presents a ticket of an issue. */
export function presentIssueTicket(
  { id, connectionId, key, url, title, state, wanted, error, dateCreated }: IssueTicket,
  kind: TicketSystemKind,
): components['schemas']['IssueTicket'] {
  const told = { state, waitingState: wanted, error };
  return { id, connection: connectionId, kind, key, url, title, ...told, dateCreated: presentTime(dateCreated) };
}
