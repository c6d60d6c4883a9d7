import type { IssueState } from './issueState';
import { DAY_MS } from './time';

/** Time for which a change can be undone. */
export const UNDO_MS = DAY_MS;

/** A change of the state of an issue. */
export interface StateChange {
  readonly id: string;
  readonly before: IssueState;
  readonly after: IssueState;
}

/** The bookmarks of a member that a change has set or removed. */
export interface BookmarkChange {
  readonly memberId: string;
  readonly isBookmarked: boolean;
  /** Issues that had another value before. */
  readonly issueIds: readonly string[];
}

/** An issue that was merged into another one. */
export interface MergedChild {
  readonly id: string;
  readonly state: IssueState;
  readonly hashes: readonly string[];
  /** Ids of issues that were merged into this one earlier. */
  readonly formerIds: readonly string[];
  /** Ids of its activities, comments included. */
  readonly activityIds: readonly string[];
  readonly commentCount: number;
}

export interface MergeChange {
  readonly target: string;
  readonly children: readonly MergedChild[];
}

/** The changes that a request made to the issues of one project. At least one member is not empty. */
export interface IssueChange {
  readonly states: readonly StateChange[];
  readonly bookmarks: BookmarkChange | null;
  readonly merge: MergeChange | null;
}

/** True if there is nothing to undo. */
export function isEmptyChange({ states, bookmarks, merge }: IssueChange): boolean {
  return states.length === 0 && merge === null && (bookmarks === null || bookmarks.issueIds.length === 0);
}
