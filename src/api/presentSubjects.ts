import type { AccessToken, Caller, MemberSession } from '../domain/access';
import type { AlertRuleState } from '../domain/alertRule';
import { NotFound, Unauthenticated } from '../domain/errors';
import type { Issue } from '../domain/issue';
import type { Monitor } from '../domain/monitor';
import type { ListedMember, Organization, Team } from '../domain/organization';
import type { Project, ProjectKey } from '../domain/project';
import type { Release } from '../domain/release';
import type { Readers } from '../store/stores';

/** The objects that the path of a request can name, by the member of the context. `requirePresent` finds each kind. */
export interface FoundSubject {
  readonly organization?: Organization;
  readonly project?: Project;
  readonly team?: Team;
  readonly member?: ListedMember;
  readonly release?: Release;
  readonly issue?: Issue;
  readonly key?: ProjectKey;
  readonly token?: AccessToken;
  /** An alert rule. */
  readonly state?: AlertRuleState;
  readonly monitor?: Monitor;
  readonly ownSession?: MemberSession;
}

/**
 * Finds the objects of a request's path again, by their ids: since it was found, an object may have got another name,
 * and another object its former name.
 * @throws NotFound if one was removed; Unauthenticated if the member of the caller was removed
 */
export async function requirePresent(
  stores: Readers,
  subject: FoundSubject,
  { caller, now }: { readonly caller: Caller; readonly now: number },
): Promise<void> {
  const { project, issue } = subject;
  await requireFound(subject.organization, ({ id }) => stores.organizations.find(id));
  await requireFound(
    project,
    ({ organizationId, id }) => stores.projects.findById(organizationId, id),
    // The path of an issue does not name its project.
    issue && ISSUE_NOT_FOUND,
  );
  await requireFound(subject.team, ({ organizationId, id }) => stores.teams.findById(organizationId, id));
  await requireFound(
    subject.member,
    ({ organizationId, id }) => stores.members.find(organizationId, id),
    'Member not found',
  );
  await requireFound(subject.release, (release) => findReleaseAgain(stores, release, project), 'Release not found');
  await requireFound(issue, ({ projectId, id }) => stores.issues.find(projectId, id), ISSUE_NOT_FOUND);
  await requireFound(subject.key, (key) => stores.projectKeys.find(key.projectId, key.publicKey), 'Key not found');
  await requireFound(subject.state, ({ rule }) => stores.alertRules.find(rule.projectId, rule.id), RULE_NOT_FOUND);
  await requireFound(subject.monitor, ({ projectId, id }) => stores.monitors.find(projectId, id), 'Monitor not found');
  await requireFound(subject.token, ({ id }) => findActiveToken(stores, id), 'Token not found');
  await requireFound(subject.ownSession, (session) => stores.memberSessions.find(session, now), 'Session not found');
  const { organizationId, memberId } = caller;
  if (memberId !== null && (await stores.members.find(organizationId, memberId)) === undefined)
    throw new Unauthenticated('The member of this request was removed.');
}

const ISSUE_NOT_FOUND = 'Issue not found';
const RULE_NOT_FOUND = 'Alert rule not found';

/** Finds an object again. @param message the error message of the function in `subjects.ts` that finds this kind */
async function requireFound<Kind>(
  subject: Kind | undefined,
  findAgain: (subject: Kind) => Promise<object | undefined>,
  message?: string,
): Promise<void> {
  if (subject !== undefined && (await findAgain(subject)) === undefined) throw new NotFound(message);
}

/** Finds a release, unless another one has its version, or it no longer belongs to the project of the path. */
async function findReleaseAgain(
  { releases }: Readers,
  { organizationId, version, id }: Release,
  project: Project | undefined,
): Promise<Release | undefined> {
  const release = await releases.findByVersion(organizationId, version);
  if (release?.id !== id) return undefined;
  return project === undefined || (await releases.isBound(project.id, id)) ? release : undefined;
}

async function findActiveToken({ tokens }: Readers, id: string): Promise<AccessToken | undefined> {
  const token = await tokens.find(id);
  return token?.revokedAt === null ? token : undefined;
}
