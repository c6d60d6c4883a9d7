import type { components } from '../../../generated/api';
import { type Caller, canWriteIssues } from '../../domain/access';
import { MAX_COUNTED_USERS } from '../../domain/alertRule';
import { type FieldErrors, Forbidden } from '../../domain/errors';
import type { Assignee, IssueStatus } from '../../domain/issue';
import { statusOf } from '../../domain/issueState';
import type { Project } from '../../domain/project';
import type { Readers } from '../../store/stores';

/* Errors of updates of issues that their schemas cannot express. */

/** The body of an update of issues. */
export type IssueUpdateBody = components['schemas']['IssueUpdate'];
type BulkUpdateBody = components['schemas']['IssueBulkUpdate'];
export type StatusDetailsBody = components['schemas']['IssueStatusUpdate'];

/** The fields that are stored for the member who sends them, and not for the issue. */
const MARKS: readonly string[] = ['isBookmarked', 'hasSeen'] satisfies (keyof IssueUpdateBody)[];

/** Refuses an update with other fields than marks to callers who may only read issues. @throws Forbidden */
export function authorizeIssueUpdate({ caller }: { readonly caller: Caller }, fields: readonly string[]): void {
  if (!fields.every((field) => MARKS.includes(field))) requireWriteIssues(caller);
}

/** @throws Forbidden unless the caller may change issues */
export function requireWriteIssues(caller: Caller): void {
  if (!canWriteIssues(caller)) throw new Forbidden(undefined, ['event:admin', 'event:write']);
}

/** Status → members of `statusDetails` that it can have. */
const DETAILS_OF: Readonly<Record<IssueStatus, readonly (keyof StatusDetailsBody)[]>> = {
  unresolved: [],
  resolved: ['inRelease', 'inNextRelease', 'inCommit'],
  ignored: [
    'ignoreDuration',
    'ignoreCount',
    'ignoreWindow',
    'ignoreUserCount',
    'ignoreUserWindow',
    'ignoreUntilEscalating',
  ],
};

/** Returns the errors of an update that its schema cannot express. */
export async function validateIssueUpdate(
  stores: Readers,
  projects: readonly Pick<Project, 'id' | 'organizationId' | 'slug'>[],
  { organizationId }: Pick<Caller, 'organizationId'>,
  body: Partial<IssueUpdateBody>,
): Promise<FieldErrors> {
  const details = statusDetailsErrors(body);
  const assignee = await assigneeErrors(stores, organizationId, body.assignedTo);
  const substatus = substatusErrors(body);
  const releases = await releaseErrors(stores, organizationId, projects, body.statusDetails?.inRelease);
  return {
    ...(details.length + releases.length > 0 && { statusDetails: [...details, ...releases] }),
    ...(substatus.length > 0 && { substatus }),
    ...(assignee.length > 0 && { assignedTo: assignee }),
  };
}

/** Returns an error for each field that is sent together with `merge`. */
export function mergeErrors({ merge, into: _, ...others }: Partial<BulkUpdateBody>): FieldErrors {
  if (merge === undefined) return {};
  return Object.fromEntries(Object.keys(others).map((field) => [field, ['This field cannot be used with merge.']]));
}

function statusDetailsErrors({ status, statusDetails = {} }: Partial<IssueUpdateBody>): string[] {
  if (status === undefined) return [];
  const names = Object.keys(statusDetails) as (keyof StatusDetailsBody)[];
  const allowed = status === 'resolvedInNextRelease' ? (['inNextRelease'] as const) : DETAILS_OF[statusOf(status)];
  const errors = names
    .filter((name) => !allowed.some((one) => one === name))
    .map((name) => `${name}: This cannot be used with the status "${status}".`);
  if (errors.length > 0) return errors;
  if (status !== 'ignored' && status !== 'muted')
    return names.length > 1 ? ['Send only one of inRelease, inNextRelease and inCommit.'] : [];
  if (statusDetails.ignoreUntilEscalating === true && names.length > 1)
    return ['ignoreUntilEscalating: This cannot be combined with other conditions; leave them out.'];
  if (statusDetails.ignoreWindow !== undefined && statusDetails.ignoreCount === undefined)
    return ['ignoreWindow: This needs ignoreCount, the number of events in these minutes.'];
  if (statusDetails.ignoreUserWindow !== undefined && statusDetails.ignoreUserCount === undefined)
    return ['ignoreUserWindow: This needs ignoreUserCount, the number of users in these minutes.'];
  if (statusDetails.ignoreUserWindow !== undefined && (statusDetails.ignoreUserCount ?? 0) > MAX_COUNTED_USERS)
    return [`ignoreUserCount: At most ${MAX_COUNTED_USERS} users are counted within ignoreUserWindow.`];
  return [];
}

function substatusErrors({ status, substatus, statusDetails = {} }: Partial<IssueUpdateBody>): string[] {
  if (status === undefined || substatus === undefined) return [];
  const { ignoreUntilEscalating, ...conditions } = statusDetails;
  const hasConditions = Object.keys(conditions).length > 0;
  const isConsistent = {
    ongoing: status === 'unresolved',
    archived_forever: statusOf(status) === 'ignored' && !hasConditions && ignoreUntilEscalating === undefined,
    archived_until_escalating: statusOf(status) === 'ignored' && !hasConditions,
    archived_until_condition_met: statusOf(status) === 'ignored' && hasConditions,
  }[substatus];
  return isConsistent ? [] : ['This contradicts the status or its details; leave it out.'];
}

async function releaseErrors(
  { releases }: Readers,
  organizationId: string,
  projects: readonly Pick<Project, 'id' | 'slug'>[],
  version: string | undefined,
): Promise<string[]> {
  if (version === undefined) return [];
  const release = version === 'latest' ? undefined : await releases.findByVersion(organizationId, version);
  const errors: string[] = [];
  for (const { id, slug } of projects) {
    const isKnown =
      version === 'latest'
        ? (await releases.listByProject(id, { cursor: null, size: 1 })).rows.length > 0
        : release !== undefined && (await releases.isBound(id, release.id));
    if (isKnown) continue;
    if (version === 'latest') errors.push(`inRelease: The project "${slug}" has no release.`);
    else errors.push(`inRelease: The project "${slug}" has no release "${version}"; create it, or use inNextRelease.`);
  }
  return errors;
}

async function assigneeErrors(stores: Readers, organizationId: string, text?: string | null): Promise<string[]> {
  if (text === undefined || (await findAssignee(stores, organizationId, text)) !== undefined) return [];
  return [
    `There is no member or team "${text}" in this organization; use user:ID, team:ID, an e-mail address or #SLUG of a team.`,
  ];
}

/** Finds the assignee that a text names; null for nobody, undefined if there is no such member or team. */
export async function findAssignee(
  { members, teams }: Readers,
  organizationId: string,
  given: string | null,
): Promise<Assignee | null | undefined> {
  const text = given?.trim() ?? '';
  if (text === '') return null;
  const [, type = 'user', id] = /^(?:(user|team):)?([0-9]+)$/.exec(text) ?? [];
  if (id !== undefined && type === 'team') return assigneeOf('team', await teams.findById(organizationId, id));
  if (id !== undefined) return assigneeOf('member', await members.find(organizationId, id));
  if (text.includes('@')) return assigneeOf('member', await members.findByEmail(organizationId, text));
  return assigneeOf('team', await teams.findBySlug(organizationId, text.replace(/^#/, '')));
}

function assigneeOf(type: Assignee['type'], subject: { readonly id: string } | undefined): Assignee | undefined {
  return subject && { type, id: subject.id };
}
