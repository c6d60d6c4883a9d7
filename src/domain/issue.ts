import type { EventTag, Level } from './event';

/** Whether somebody still has to look at an issue: `ignored` stays so, whatever happens. */
export type IssueStatus = 'unresolved' | 'resolved' | 'ignored';

/** Why an issue has its status; a resolved one has no reason. */
export type IssueSubstatus = 'new' | 'ongoing' | 'regressed' | 'archived_forever';

/** What the events of one cause have in common, as the event tells it that opened the issue. Times and counts go on. */
export interface Issue {
  readonly id: string;
  readonly projectId: string;
  /** Counts the issues of the project from 1; never given again. */
  readonly number: number;
  readonly status: IssueStatus;
  readonly substatus: IssueSubstatus | null;
  /** Whether it was resolved because it was not seen for long (the project's `resolveAge`). */
  readonly isAutoResolved: boolean;
  readonly title: string;
  readonly culprit: string | null;
  readonly type: 'error' | 'default';
  readonly level: Level;
  readonly platform: string;
  /** Milliseconds since 1970, UTC. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly timesSeen: number;
  /** How many users it affected. */
  readonly userCount: number;
}

/** An issue before it has an id, with the grouping hash that leads to it. */
export type NewIssue = Pick<
  Issue,
  'title' | 'culprit' | 'type' | 'level' | 'platform' | 'firstSeen' | 'lastSeen' | 'timesSeen'
> & {
  readonly hash: string;
};

/** The issue that a grouping hash leads to. */
export type KnownIssue = Pick<Issue, 'id' | 'status'>;

/** How often an issue was seen once more, and when. */
export type Sighting = Pick<Issue, 'id' | 'firstSeen' | 'lastSeen' | 'timesSeen'>;

/** The tags that events of an issue had. */
export interface TaggedIssue {
  readonly issueId: string;
  readonly tags: readonly EventTag[];
  /** Whether the issue was opened in the same transaction, and so has no tags yet. */
  readonly isNew?: boolean;
}

/** What people make of issues. */
export interface IssueUpdate {
  readonly status: IssueStatus;
  /** Only issues that have this status; null for all that have another one than they shall get. */
  readonly from: IssueStatus | null;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}
