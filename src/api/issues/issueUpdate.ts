import type { components } from '../../../generated/api';
import type { Caller } from '../../domain/access';
import {
  type ActivityType,
  type Assignee,
  type Issue,
  type IssueStatus,
  type NewActivity,
  type ReleaseMark,
  actorOf,
  assigneeTypeOf,
} from '../../domain/issue';
import { aboutProject, type Audit, listedValues } from '../../domain/audit';
import { InvalidFields } from '../../domain/errors';
import { IGNORED_ISSUE } from '../../domain/alertCondition';
import {
  assign,
  changeStatus,
  type IgnoreLimits,
  isSameState,
  stateOf,
  type IssueState,
  type StatusChange,
  type StatusContext,
  statusOf,
  targetStateOf,
  type BookmarkChange,
} from '../../domain/issueState';
import type { Project } from '../../domain/project';
import { markOf } from '../../domain/release';
import { HOUR_MS } from '../../domain/time';
import type { MarkedIssues, PendingUpdate, ProjectChange } from '../../store/issues/issueStates';
import type { Writers } from '../../store/stores';
import { requireMember } from '../subjects';
import { findAssignee, type IssueUpdateBody, type StatusDetailsBody, validateIssueUpdate } from './issueUpdateErrors';

/* The common steps of the operations that update issues, which differ in how requests name the issues. */

/** Maximum number of issues that an update without ids changes, as in `removeIssues`. */
const DEFAULT_LIMIT = 1000;
/** The order in which an update without ids processes the statuses. */
const STATUSES: readonly IssueStatus[] = ['unresolved', 'ignored', 'resolved'];
/** Number of hours whose mean number of events decides about escalating: seven days, also for newer issues. */
const MEASURED_HOURS = 7 * 24;

/** The issues of a project that are updated. */
export interface UpdatedIssues {
  readonly project: Pick<Project, 'id' | 'organizationId' | 'slug'>;
  /** Null for the first 1000 issues that the update would change. */
  readonly ids: readonly number[] | null;
  /** True if a search found the ids: issues that were removed since are left out. */
  readonly isSearch?: boolean;
  /** Only issues with this status; null for any. */
  readonly from: IssueStatus | null;
}

interface UpdateContext {
  readonly caller: Caller;
  readonly audit: Audit;
  readonly now: number;
  /** Returns the id of the change of all issues of the request. */
  readonly changeId: () => Promise<string>;
}

/**
 * Updates issues of a project; none if one of the ids is not an issue of the project (openapi/DECISIONS.md D3). Returns
 * the changes to store with `issueChanges`.
 * @throws InvalidFields if a member, a team or a release was removed since the request was validated
 */
export async function updateIssuesOf(
  stores: Writers,
  { project, ids, isSearch = false, from }: UpdatedIssues,
  body: IssueUpdateBody,
  context: UpdateContext,
): Promise<ProjectChange> {
  const { caller, now } = context;
  const assignee =
    body.assignedTo === undefined ? undefined : await findAssignee(stores, project.organizationId, body.assignedTo);
  const errors = await validateIssueUpdate(stores, [project], caller, body);
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
  const change = statusChangeOf(body);
  const release = change?.status === 'resolved' ? await findRelease(stores, project, change.in) : null;
  const { isBookmarked, hasSeen } = body;
  const issues = await lockIssues(stores, { project, ids, isSearch, from }, () => ({
    state: change === null ? undefined : targetStateOf(change, { now, release, hourlyEvents: 0 }),
    assignee,
    marks:
      isBookmarked === undefined && hasSeen === undefined
        ? undefined
        : { memberId: requireMember(caller), isBookmarked, hasSeen },
  }));
  const unchanged = { projectId: project.id, states: [], bookmarks: null, merge: null };
  if (issues.length === 0) return unchanged;
  const issueIds = issues.map(({ id }) => id);

  const contextOf = await statusContexts(stores, project, change, { issueIds, now, release });
  const changes = issues.flatMap((before) => {
    const changed = change === null ? before : changeStatus(before, change, contextOf(before));
    const after = assignee === undefined ? changed : assign(changed, assignee);
    return isSameState(before, after) ? [] : [{ before, after }];
  });
  // Users that were counted for the former condition do not count for the new one.
  stores.alertRules.deleteCounts(
    project.id,
    changes
      .filter(({ after }) => after.statusDetails?.ignoreUserWindow !== undefined)
      .map(({ before: { id: issueId } }) => ({ ruleId: IGNORED_ISSUE, issueId })),
  );
  await stores.issueStates.save(project.id, new Map(changes.map(({ before: { id }, after }) => [id, after])));
  if (changes.length > 0) {
    const author = { actor: actorOf(caller), at: now, changeId: await context.changeId() };
    await stores.activities.insert(
      project.id,
      changes.flatMap((one) => activitiesOf(one, change, author)),
    );
  }
  const marks = () => ({ projectId: project.id, memberId: requireMember(caller), issueIds });
  const bookmarks = isBookmarked === undefined ? null : await setBookmarks(stores, marks(), isBookmarked);
  if (hasSeen !== undefined) await stores.issueMarks.setSeen(marks(), hasSeen ? now : null);
  await recordUpdate(stores, project, { body, ids, changes, marked: bookmarks?.issueIds ?? [] }, context);
  const states = changes.map(({ before, after }) => ({
    id: before.id,
    before: stateOf(before),
    after: stateOf(after),
  }));
  return { ...unchanged, states, bookmarks };
}

/** Sets the bookmarks of a member. Returns the issues whose bookmark changed. */
async function setBookmarks(
  { issueMarks }: Writers,
  marked: MarkedIssues,
  isBookmarked: boolean,
): Promise<BookmarkChange> {
  const former = await issueMarks.find(marked);
  await issueMarks.setBookmarks(marked, isBookmarked);
  const issueIds = marked.issueIds.filter((id) => (former.get(id)?.isBookmarked ?? false) !== isBookmarked);
  return { memberId: marked.memberId, isBookmarked, issueIds };
}

/** Adds an entry to the audit log if something was changed; it names the fields of the body that changed an issue. */
async function recordUpdate(
  { auditLog }: Writers,
  project: UpdatedIssues['project'],
  update: {
    readonly body: IssueUpdateBody;
    readonly ids: readonly number[] | null;
    readonly changes: readonly ChangedIssue[];
    /** Issues whose bookmark changed. */
    readonly marked: readonly string[];
  },
  { audit }: UpdateContext,
): Promise<void> {
  const { body, ids, changes, marked } = update;
  const changed = [...new Set([...changes.map(({ before: { id } }) => id), ...marked])];
  if (changed.length === 0) return;
  const details = {
    ...(body.status !== undefined && changes.some(hasOtherStatus) && { status: statusOf(body.status) }),
    ...(body.assignedTo !== undefined && changes.some(hasOtherAssignee) && { assignedTo: body.assignedTo }),
    ...(body.isBookmarked !== undefined && marked.length > 0 && { isBookmarked: body.isBookmarked }),
    count: changed.length,
    ...(ids !== null && { ids: listedValues(changed) }),
  };
  await auditLog.insert(audit({ event: 'issue.update', ...aboutProject(project), details }));
}

/**
 * Locks the issues that an update names; none if one of the ids is not an issue of the project. Without ids, locks the
 * first issues that it would change.
 */
async function lockIssues(
  { issueStates }: Writers,
  { project, ids, isSearch, from }: UpdatedIssues,
  pending: () => PendingUpdate,
): Promise<Issue[]> {
  if (ids === null) {
    const statuses = STATUSES.filter((one) => from === null || from === one);
    return issueStates.lockFirst(project.id, statuses, DEFAULT_LIMIT, pending());
  }
  const issues = await issueStates.lock(project.id, ids);
  if (isSearch !== true && issues.length !== new Set(ids).size) return [];
  return issues.filter(({ status }) => from === null || status === from);
}

/** Returns the change of the status that a body asks for; null for none. */
function statusChangeOf({ status: given, statusDetails = {}, substatus }: IssueUpdateBody): StatusChange | null {
  if (given === undefined) return null;
  const { inRelease, inNextRelease, inCommit } = statusDetails;
  const status = statusOf(given);
  if (status === 'unresolved') return { status };
  if (status === 'ignored') return { status, limits: limitsOf(statusDetails, substatus) };
  if (inNextRelease === true || given === 'resolvedInNextRelease') return { status, in: { type: 'next' } };
  if (inCommit !== undefined)
    return { status, in: { type: 'commit', commit: inCommit.commit, repository: inCommit.repository ?? null } };
  if (inRelease === undefined) return { status, in: null };
  return { status, in: { type: 'release', version: inRelease === 'latest' ? null : inRelease } };
}

function limitsOf(
  {
    ignoreDuration,
    ignoreCount,
    ignoreWindow,
    ignoreUserCount,
    ignoreUserWindow,
    ignoreUntilEscalating,
  }: StatusDetailsBody,
  substatus: IssueUpdateBody['substatus'],
): IgnoreLimits {
  return {
    ...(ignoreDuration !== undefined && { minutes: ignoreDuration }),
    ...(ignoreCount !== undefined && { events: ignoreCount }),
    ...(ignoreWindow !== undefined && { window: ignoreWindow }),
    ...(ignoreUserCount !== undefined && { users: ignoreUserCount }),
    ...(ignoreUserWindow !== undefined && { userWindow: ignoreUserWindow }),
    ...((ignoreUntilEscalating === true || substatus === 'archived_until_escalating') && { untilEscalating: true }),
  };
}

/** Reads the data on which the change of the status depends, with the same statements for any number of issues. */
async function statusContexts(
  stores: Writers,
  project: UpdatedIssues['project'],
  change: StatusChange | null,
  { issueIds, now, release }: { issueIds: readonly string[]; now: number; release: ReleaseMark | null },
): Promise<(issue: Pick<Issue, 'id'>) => StatusContext> {
  if (change?.status !== 'ignored' || change.limits.untilEscalating === undefined)
    return () => ({ now, release, hourlyEvents: 0 });
  const to = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  const from = to - MEASURED_HOURS * HOUR_MS;
  const series = await stores.issueStats.series(project.id, issueIds, { from, to, step: HOUR_MS });
  return ({ id }) => {
    const events = (series.get(id) ?? []).reduce((sum, count) => sum + count, 0);
    return { now, release, hourlyEvents: events / MEASURED_HOURS };
  };
}

async function findRelease(
  { releases, issueStates }: Writers,
  { id, organizationId }: UpdatedIssues['project'],
  target: Extract<StatusChange, { status: 'resolved' }>['in'],
): Promise<ReleaseMark | null> {
  if (target === null) return null;
  if (target.type === 'commit') return issueStates.findReleaseOfCommit(id, target);
  if (target.type === 'release' && target.version !== null) {
    const named = await releases.findByVersion(organizationId, target.version);
    return named === undefined ? null : releases.place(id, markOf(named));
  }
  return (await releases.findNewest(id)) ?? null;
}

/** An issue before its change, and its state after it. */
interface ChangedIssue {
  readonly before: Issue;
  readonly after: IssueState;
}

/** Returns true if the status of an issue, its substatus or its details have changed. */
function hasOtherStatus({ before, after }: ChangedIssue): boolean {
  return !isSameState({ ...after, assignee: before.assignee }, before);
}

function hasOtherAssignee({ before, after }: ChangedIssue): boolean {
  return after.assignee?.type !== before.assignee?.type || after.assignee?.id !== before.assignee?.id;
}

/** Returns the activities that record the change of an issue. */
function activitiesOf(
  changed: ChangedIssue,
  change: StatusChange | null,
  author: Pick<NewActivity, 'actor' | 'at' | 'changeId'>,
): NewActivity[] {
  const { before, after } = changed;
  const { id: issueId } = before;
  const activities: NewActivity[] = [];
  if (change !== null && hasOtherStatus(changed))
    activities.push({ issueId, ...author, ...statusActivity(change, after) });
  if (hasOtherAssignee(changed)) activities.push({ issueId, ...author, ...assigneeActivity(after.assignee) });
  return activities;
}

function statusActivity(change: StatusChange, { statusDetails }: IssueState): Pick<NewActivity, 'type' | 'data'> {
  if (change.status === 'unresolved') return { type: 'set_unresolved' };
  if (change.status === 'ignored') return { type: 'set_ignored', data: { ...change.limits } };
  if (change.in === null) return { type: 'set_resolved' };
  if (change.in.type === 'commit') {
    const { commit, repository } = change.in;
    const version = statusDetails?.inRelease?.version ?? null;
    return { type: 'set_resolved_in_commit', data: { commit, repository, version } };
  }
  return { type: 'set_resolved_in_release', data: { version: statusDetails?.inRelease?.version ?? null } };
}

function assigneeActivity(assignee: Assignee | null): {
  type: ActivityType & ('assigned' | 'unassigned');
  data: NonNullable<NewActivity['data']>;
} {
  if (assignee === null) return { type: 'unassigned', data: {} };
  return { type: 'assigned', data: { assignee: assignee.id, assigneeType: assigneeTypeOf(assignee) } };
}

/**
 * Returns the reply of an update about the fields that it set.
 * @param changeId id of the stored change; absent if nothing was changed
 */
export function describeUpdate(body: IssueUpdateBody, changeId?: string): components['schemas']['IssueUpdated'] {
  const { status, statusDetails = {}, isBookmarked, hasSeen } = body;
  const { inRelease, inCommit, ignoreDuration: _, ignoreUntilEscalating, ...counts } = statusDetails;
  const inNextRelease = status === 'resolvedInNextRelease' || statusDetails.inNextRelease === true;
  return {
    ...(status !== undefined && {
      status: statusOf(status),
      statusDetails: {
        ...counts,
        ...(inNextRelease && { inNextRelease }),
        ...(inRelease !== undefined && { inRelease }),
        ...(inCommit !== undefined && {
          inCommit: { commit: inCommit.commit, repository: inCommit.repository ?? null },
        }),
        ...(ignoreUntilEscalating === true && { ignoreUntilEscalating }),
      },
    }),
    ...(isBookmarked !== undefined && { isBookmarked }),
    ...(hasSeen !== undefined && { hasSeen }),
    ...(changeId !== undefined && { changeId }),
  };
}
