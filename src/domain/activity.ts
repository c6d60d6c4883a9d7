import type { Caller } from './access';
import type { Assignee } from './issue';

/** Type of an event in the history of an issue. */
export type ActivityType =
  | 'set_resolved'
  | 'set_resolved_in_release'
  | 'set_resolved_in_commit'
  | 'set_resolved_by_age'
  | 'set_unresolved'
  | 'set_ignored'
  | 'set_regression'
  | 'set_escalating'
  | 'assigned'
  | 'unassigned'
  | 'comment'
  | 'deleted_attachment'
  | 'merge'
  | 'unmerge'
  | 'undo'
  | 'first_seen';

/** The actor of an activity: a member, a token that belongs to no member, or the service itself. */
export type ActivityActor = { readonly kind: 'member' | 'token'; readonly id: string } | { readonly kind: 'system' };

/** The service as the one who did something. */
export const SYSTEM: ActivityActor = { kind: 'system' };

/** Returns the sender of a request as the one who did something. */
export function actorOf(caller: Caller): ActivityActor {
  if (caller.session !== null) return { kind: 'member', id: caller.memberId };
  const { memberId, tokenId } = caller;
  return memberId === null ? { kind: 'token', id: tokenId } : { kind: 'member', id: memberId };
}

/** Returns the type of an assignee, as clients name it. */
export function assigneeTypeOf({ type }: Assignee): 'user' | 'team' {
  return type === 'member' ? 'user' : 'team';
}

type ActivityValue = string | number | boolean | null;
type ActivityObject = Readonly<Record<string, ActivityValue>>;

/** Details of an activity; the members depend on its type (openapi/guides/activity.md). */
export type ActivityData = Readonly<
  Record<string, ActivityValue | readonly string[] | ActivityObject | readonly ActivityObject[]>
>;

/** An activity before it has an id. That an issue was first seen is not stored: the issue says when. */
export interface NewActivity {
  readonly issueId: string;
  readonly type: Exclude<ActivityType, 'first_seen'>;
  readonly actor: ActivityActor;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly data?: ActivityData;
  /** Id of the change of issues that it is part of, if that can be undone. */
  readonly changeId?: string;
}

const RESOLUTIONS: readonly ActivityType[] = [
  ...(['set_resolved', 'set_resolved_in_release', 'set_resolved_in_commit', 'set_resolved_by_age'] as const),
];

/** True if an issue is resolved since the activity; undoing a change can resolve it, too. */
export function isResolution({ type, data }: NewActivity): boolean {
  return RESOLUTIONS.includes(type) || (type === 'undo' && data?.['status'] === 'resolved');
}

/** An activity of an issue. */
export interface Activity {
  /** Ids grow in the order in which activities are stored. The activity `first_seen` has the id 0. */
  readonly id: string;
  readonly issueId: string;
  readonly type: ActivityType;
  /** Null if it was not a member. */
  readonly memberId: string | null;
  /** Null unless it was a token that belongs to no member. */
  readonly tokenId: string | null;
  /** The e-mail address of the member at that time. */
  readonly email: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly data: ActivityData;
  /** Id of the change of issues that it is part of, which may have expired; null if it is part of none. */
  readonly changeId: string | null;
}

/** Returns the oldest activity of an issue. */
export function firstSeenActivity(issue: { readonly id: string; readonly firstSeen: number }): Activity {
  const nobody = { memberId: null, tokenId: null, email: null };
  return {
    id: '0',
    issueId: issue.id,
    type: 'first_seen',
    ...nobody,
    dateCreated: issue.firstSeen,
    data: {},
    changeId: null,
  };
}
