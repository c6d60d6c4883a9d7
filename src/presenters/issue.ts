import type { components } from '../../generated/api';
import {
  type Assignee,
  formatShortId,
  type Issue,
  type MarksOfIssue,
  NO_MARKS,
  type StatusDetails,
} from '../domain/issue';
import type { Member, Team } from '../domain/organization';
import type { Project } from '../domain/project';
import { presentTime } from './format';
import { issuePermalink, type Site } from './permalinks';

/** The record of an issue. */
export type IssueRecord = components['schemas']['Issue'];

/** Values of an issue's record that come from other tables. */
export interface IssueRelations {
  /** Members and teams that issues are assigned to, by id. */
  readonly members: ReadonlyMap<string, Pick<Member, 'id' | 'email'>>;
  readonly teams: ReadonlyMap<string, Pick<Team, 'id' | 'name'>>;
  /** The marks of the caller, by the id of the issue. */
  readonly marks: ReadonlyMap<string, MarksOfIssue>;
}

/** Presents an issue. */
export function presentIssue(
  issue: Issue,
  project: Pick<Project, 'id' | 'slug' | 'name' | 'platform'>,
  relations: IssueRelations,
  site: Site,
): IssueRecord {
  const { id, slug, name, platform } = project;
  const { isBookmarked, seenAt } = relations.marks.get(issue.id) ?? NO_MARKS;
  return {
    id: issue.id,
    shortId: formatShortId(slug, issue.number),
    permalink: issuePermalink(site, issue),
    title: issue.title,
    culprit: issue.culprit,
    type: issue.type,
    level: issue.level,
    platform: issue.platform,
    project: { id, slug, name, platform },
    status: issue.status,
    substatus: issue.substatus,
    statusDetails: presentStatusDetails(issue),
    assignedTo: presentAssignee(issue.assignee, relations),
    isBookmarked,
    hasSeen: seenAt !== null && seenAt >= (issue.reopenedAt ?? 0),
    count: String(issue.timesSeen),
    userCount: issue.userCount,
    numComments: issue.commentCount,
    firstSeen: presentTime(issue.firstSeen),
    lastSeen: presentTime(issue.lastSeen),
  };
}

/** Null if the member or the team was removed in the meantime. */
export function presentAssignee(
  assignee: Assignee | null,
  { members, teams }: Omit<IssueRelations, 'marks'>,
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
