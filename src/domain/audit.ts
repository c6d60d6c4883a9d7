import { isDeepStrictEqual } from 'node:util';
import type { Caller } from './access';
import { formatShortId, type Issue } from './issue';
import type { Member, Team } from './organization';
import type { Project, ProjectKey, ProjectKeyChanges } from './project';
import { formatRateLimit } from './rateLimit';

/** The changes that the audit log records: a noun and a verb. */
export const AUDIT_EVENTS = [
  'alert_address.confirm',
  'alert_rule.create',
  'alert_rule.remove',
  'alert_rule.test',
  'alert_rule.update',
  'alert_settings.update',
  'artifact.remove',
  'artifact.upload',
  'artifact_bundle.assemble',
  'attachment.remove',
  'chunk.purge',
  'chunk.upload',
  'comment.create',
  'comment.remove',
  'comment.update',
  'deploy.create',
  'erasure.create',
  'event.remove',
  'feedback.create',
  'invitation.create',
  'invitation.revoke',
  'issue.merge',
  'issue.remove',
  'issue.undo',
  'issue.unmerge',
  'issue.update',
  'key.create',
  'key.remove',
  'key.rotate',
  'key.update',
  'member.add',
  'member.remove',
  'member.update',
  'monitor.create',
  'monitor.remove',
  'monitor.update',
  'organization.create',
  'organization.remove',
  'organization.update',
  'password.update',
  'plugin.test',
  'plugin.update',
  'project.add_team',
  'project.apply_grouping',
  'project.create',
  'project.import',
  'project.preview_grouping',
  'project.remove',
  'project.remove_team',
  'project.update',
  'recovery_code.create',
  'release.create',
  'release.remove',
  'release.update',
  'search.create',
  'search.remove',
  'search.update',
  'second_factor.create',
  'second_factor.remove',
  'session.create',
  'session.remove',
  'sign_in_link.create',
  'team.add_member',
  'team.create',
  'team.remove',
  'team.remove_member',
  'team.update',
  'ticket.create',
  'ticket.remove',
  'ticket_connection.create',
  'ticket_connection.remove',
  'ticket_connection.update',
  'token.create',
  'token.revoke',
  'token.update',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Returns true if `text` is an event that entries may have. */
export function isAuditEvent(text: string): text is AuditEvent {
  return (AUDIT_EVENTS as readonly string[]).includes(text);
}

/** Details of a change beside its target. No value of a token, key, password or secret may be in it. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** A change, described by the operation or the command that makes it. */
export interface AuditedChange {
  readonly event: AuditEvent;
  /** The subject of the change. Names are as they were at the time of the change. */
  readonly target: { readonly id: string; readonly name: string };
  /** The project that the target is or belongs to. */
  readonly project?: { readonly id: string; readonly slug: string };
  readonly details?: AuditDetails;
}

/** The author of a change, and the address that the change came from. */
interface AuditActor {
  /** Null if it was a command, or the request of a token of the organization. */
  readonly memberId: string | null;
  /** Null if it was a command, or the request of a session. */
  readonly tokenId: string | null;
  /** The user of the operating system that ran the command; null if it was a request. */
  readonly user: string | null;
  readonly ipAddress: string | null;
}

/** An entry of the audit log before it has an id. */
export interface NewAuditEntry extends AuditedChange, AuditActor {
  readonly organizationId: string;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** An entry of the audit log. */
export interface AuditEntry extends AuditActor {
  readonly id: string;
  readonly organizationId: string;
  readonly dateCreated: number;
  readonly event: string;
  readonly targetId: string;
  readonly targetName: string;
  readonly projectId: string | null;
  readonly projectSlug: string | null;
  /** The e-mail address of the member at the time of the change. */
  readonly email: string | null;
  readonly details: AuditDetails;
}

/** Filter of the listed entries of the audit log; an absent member admits all. */
export interface AuditFilter {
  readonly event?: string | undefined;
  /** The e-mail address of the member. */
  readonly actor?: string | undefined;
  /** The id of the project, or its slug at the time of the change. */
  readonly project?: string | undefined;
}

/** Adds the author and the time to a change. */
export type Audit = (change: AuditedChange) => NewAuditEntry;

/**
 * Returns the function that adds the sender of a request to its changes.
 * @param agent the program whose language model called; null if it was none
 */
export function auditOf(
  { organizationId, memberId, tokenId }: Pick<Caller, 'organizationId' | 'memberId' | 'tokenId'>,
  ipAddress: string | null,
  now: number,
  agent: string | null = null,
): Audit {
  return (change) => ({
    ...change,
    ...(agent !== null && { details: { ...change.details, agent } }),
    ...{ organizationId, memberId, tokenId, user: null, ipAddress, dateCreated: now },
  });
}

/** Returns the target of a change of a project, or of an object that belongs to it. */
export function aboutProject({
  id,
  slug,
}: Pick<Project, 'id' | 'slug'>): Required<Pick<AuditedChange, 'target' | 'project'>> {
  return { target: { id, name: slug }, project: { id, slug } };
}

/** Returns the target of a change of a comment: the issue that it is on, by its short id. */
export function aboutComment(
  project: Pick<Project, 'id' | 'slug'>,
  { number }: Pick<Issue, 'number'>,
  id: string,
): Required<Pick<AuditedChange, 'target' | 'project'>> {
  return { ...aboutProject(project), target: { id, name: formatShortId(project.slug, number) } };
}

/** Returns the change by which a member joins a team, or leaves it. */
export function membershipChange(
  { id, slug }: Pick<Team, 'id' | 'slug'>,
  { email }: Pick<Member, 'email'>,
  isMember: boolean,
): AuditedChange {
  const event = isMember ? 'team.add_member' : 'team.remove_member';
  return { event, target: { id, name: slug }, details: { member: email } };
}

/** Returns the target of a change of a key. */
export function aboutKey(
  project: Pick<Project, 'id' | 'slug'>,
  { publicKey, name }: Pick<ProjectKey, 'publicKey' | 'name'>,
): Required<Pick<AuditedChange, 'target' | 'project'>> {
  return { ...aboutProject(project), target: { id: maskedKey(publicKey), name } };
}

/** Returns the update of a key, with the values that differ before and after it; null if none do. */
export function keyUpdate(
  project: Pick<Project, 'id' | 'slug'>,
  changes: ProjectKeyChanges,
  before: ProjectKey,
  after: ProjectKey,
): AuditedChange | null {
  const fields = changedFields(Object.keys(changes), before, after);
  if (fields.length === 0) return null;
  const values = { ...changes, rateLimit: formatRateLimit(changes.rateLimit ?? null) };
  const details = Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)));
  return { event: 'key.update', ...aboutKey(project, after), details };
}

/** Returns the form of a public key in the audit log: long enough to recognize it, too short to send events with it. */
export function maskedKey(publicKey: string): string {
  return `${publicKey.slice(0, 8)}…`;
}

const MAX_LISTED = 100;

/** Returns the first values of a list: an entry must not grow with the number of values in a request. */
export function listedValues(values: readonly (string | number)[]): string[] {
  return values.slice(0, MAX_LISTED).map(String);
}

/** Returns the given names whose values differ before and after a change, for the audit log. */
export function changedFields(names: readonly string[], before: object, after: object): string[] {
  const former = before as Readonly<Record<string, unknown>>;
  const present = after as Readonly<Record<string, unknown>>;
  return names.filter((name) => !isDeepStrictEqual(former[name], present[name]));
}
