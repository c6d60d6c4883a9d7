import { isDeepStrictEqual } from 'node:util';
import type { components } from '../../../generated/api';
import type { ActivityActor } from '../../domain/issue';
import { type Audit, type AuditedChange, changedFields } from '../../domain/audit';
import { type FieldErrors, InvalidFields, NotFound } from '../../domain/errors';
import type { Project } from '../../domain/project';
import {
  type Commit,
  type Release,
  type ReleaseChanges,
  type ReleaseRelations,
  findFixedIssues,
  markOf,
} from '../../domain/release';
import {
  addCounts,
  type HealthOfReleases,
  NO_SESSIONS,
  type ReleaseAdoption,
  type ReleaseHealth,
  SESSION_RETENTION_DAYS,
  type SessionCounts,
  USER_RETENTION_DAYS,
} from '../../domain/releaseHealth';
import { parseSearchPeriod } from '../../domain/issueQuery';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import { UserSet } from '../../domain/session';
import { parseTime } from '../../domain/text';
import { presentRelease } from '../../presenters/release';
import type { Read, Readers, Writers } from '../../store/stores';
import { elementMessages, fieldErrorsOf, findProjects } from '../subjects';

/*
 * Common steps of the operations on releases. Operations below an organization and below a project differ only in how
 * they find the release.
 */

type ReleaseUpdate = components['schemas']['ReleaseUpdate'];
type ReleaseCreation = components['schemas']['ReleaseCreation'];
type ReleaseRecord = components['schemas']['Release'];

const INVALID_TIME_MESSAGE = 'There is no such moment; check the day and the time.';

/** Returns the errors of a release's body that its schema cannot express. */
export async function validateRelease(
  read: Read,
  organizationId: string,
  body: Partial<ReleaseCreation>,
): Promise<FieldErrors> {
  const { errors } = await read((stores) => findProjects(stores, organizationId, body.projects ?? []));
  const timestamps = (body.commits ?? []).flatMap(({ timestamp }, index) =>
    timeErrors([timestamp]).map((message) => `commits[${index}].timestamp: ${message}`),
  );
  return {
    ...fieldErrorsOf('projects', elementMessages('projects', errors)),
    ...fieldErrorsOf('dateCreated', timeErrors([body.dateCreated])),
    ...fieldErrorsOf('dateStarted', timeErrors([body.dateStarted])),
    ...fieldErrorsOf('dateReleased', timeErrors([body.dateReleased])),
    ...fieldErrorsOf('commits', timestamps),
  };
}

/** Returns an error message if one of the texts is not a time that exists. */
export function timeErrors(texts: readonly (string | null | undefined)[]): string[] {
  return texts.some((text) => typeof text === 'string' && parseTime(text) === null) ? [INVALID_TIME_MESSAGE] : [];
}

/**
 * Creates a release, or changes the existing release of the same version, and binds it to the projects of the body and
 * to the project of the path. The status tells the two cases apart.
 */
export async function createOrUpdateRelease(
  stores: Writers,
  target: { organizationId: string; project?: Project; now: number; audit: Audit; actor: ActivityActor },
  body: ReleaseCreation,
): Promise<{ status: 201; body: ReleaseRecord } | { status: 208; body: ReleaseRecord }> {
  const { organizationId, project, now, audit, actor } = target;
  const dateCreated = Math.min(parseOptionalTime(body.dateCreated) ?? now, now);
  const version = { organizationId, version: body.version, dateCreated };
  const { release, isNew } = await stores.releases.findOrInsert(version);
  if (project !== undefined) await stores.releases.bind(project.id, release);
  const event = isNew ? 'release.create' : 'release.update';
  const record = await applyReleaseUpdate(stores, release, body, { audit, actor, at: now, event, project });
  return isNew ? { status: 201, body: record } : { status: 208, body: record };
}

/**
 * Reads a release again inside the transaction that changes it.
 * @throws NotFound if it was removed since the request found it
 */
export async function requireRelease({ releases }: Readers, { organizationId, version }: Release): Promise<Release> {
  const release = await releases.findByVersion(organizationId, version);
  if (release === undefined) throw new NotFound('Release not found');
  return release;
}

/** The author and the time of a change of a release, and the values of its entry in the audit log. */
interface ReleaseChange {
  readonly audit: Audit;
  readonly actor: ActivityActor;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly event?: 'release.create' | 'release.update';
  /** The project of the path. */
  readonly project?: Project | undefined;
}

/** Returns the target of a change of a release, for the audit log. */
function aboutRelease({ id, version }: Release, project?: Project): Pick<AuditedChange, 'target' | 'project'> {
  return { target: { id, name: version }, ...(project && { project: { id: project.id, slug: project.slug } }) };
}

/** Changes the fields that the body has, binds its projects, and replaces the commits if the body has commits. */
export async function applyReleaseUpdate(
  stores: Writers,
  release: Release,
  body: ReleaseUpdate,
  { audit, actor, at, event = 'release.update', project }: ReleaseChange,
): Promise<ReleaseRecord> {
  const { projects, errors } = await findProjects(stores, release.organizationId, body.projects ?? []);
  if (errors.length > 0) throw new InvalidFields({ projects: elementMessages('projects', errors) });
  let changed = await stores.releases.update(release, releaseChangesOf(body));
  const fields = changedFields(Object.keys(releaseChangesOf(body)), release, changed);
  let isBound = false;
  for (const project of projects) isBound = (await stores.releases.bind(project.id, changed)) || isBound;
  if (isBound) fields.push('projects');
  const commits = commitsOf(body);
  if (commits !== undefined) {
    const former = await stores.releases.listCommits(release.organizationId, release.id);
    if (!isDeepStrictEqual(commits, former)) {
      changed = await stores.releases.setCommits(changed, commits);
      fields.push(...(['commits', 'refs'] as const).filter((name) => body[name] !== undefined));
    }
  }
  if (changed.dateReleased !== null && (commits !== undefined || body.dateReleased !== undefined))
    await resolveFixedIssues(stores, { release: changed, actor, at });
  if (event === 'release.create' || fields.length > 0)
    await stores.auditLog.insert(audit({ event, ...aboutRelease(release, project), details: { fields } }));
  return releaseRecord(stores, changed, { now: at, projectId: project?.id });
}

/** Deletes a release and its uploaded files. */
export async function deleteRelease(
  { releases, artifacts, auditLog }: Writers,
  release: Release,
  { now, audit, project }: { now: number; audit: Audit; project?: Project },
): Promise<void> {
  const { organizationId, id, version } = release;
  const relations = await releases.findRelations(organizationId, [release]);
  for (const project of relations.get(id)?.projects ?? []) await artifacts.removeByRelease(project.id, version, now);
  await releases.remove(organizationId, id);
  await auditLog.insert(audit({ event: 'release.remove', ...aboutRelease(release, project) }));
}

/** Selects the events that the counts of releases include: events of one project, or of all projects, until now. */
export interface CountedEvents {
  readonly now: number;
  readonly projectId?: string | null | undefined;
  /** The parameters of a request for the sessions of releases. */
  readonly health?: HealthQuery;
}

/** Reads and presents the record of a release. */
export async function releaseRecord(stores: Readers, release: Release, counted: CountedEvents): Promise<ReleaseRecord> {
  const [record] = await releaseRecords(stores, release.organizationId, [release], counted);
  return record as ReleaseRecord;
}

/** Reads and presents the records of releases of an organization. */
export async function releaseRecords(
  stores: Readers,
  organizationId: string,
  releases: readonly Release[],
  { now, projectId = null, health: query = {} }: CountedEvents,
): Promise<ReleaseRecord[]> {
  const { releases: stored, releaseHours } = stores;
  const relations = await stored.findRelations(organizationId, releases);
  const recent = await releaseHours.countRecent(organizationId, releases, { projectId, now });
  const health = await readReleaseHealth(stores, releases, relations, { query, now });
  return releases.map((release) => presentRelease(release, relations, recent, health));
}

function releaseChangesOf({ status, ref, url, dateStarted, dateReleased }: ReleaseUpdate): ReleaseChanges {
  return {
    ...(status !== undefined && { status }),
    ...(ref !== undefined && { ref }),
    ...(url !== undefined && { url }),
    ...(dateStarted !== undefined && { dateStarted: parseOptionalTime(dateStarted) }),
    ...(dateReleased !== undefined && { dateReleased: parseOptionalTime(dateReleased) }),
  };
}

/** Parses a time that was validated before. */
export function parseOptionalTime(text: string | null | undefined): number | null {
  return typeof text === 'string' ? parseTime(text) : null;
}

/** Returns the commits of a body, followed by the commits that only `refs` names; undefined without both fields. */
function commitsOf({ commits, refs }: ReleaseUpdate): Commit[] | undefined {
  if (commits === undefined && refs === undefined) return undefined;
  const listed = (commits ?? []).map(
    ({ id, repository, message, author_name, author_email, timestamp, patch_set }): Commit => ({
      id,
      repository: repository ?? null,
      message: message?.trim() ?? null,
      authorName: author_name || null,
      authorEmail: author_email || null,
      timestamp: parseOptionalTime(timestamp),
      patchSet: (patch_set ?? []).map(({ path, type }) => ({ path, type })),
    }),
  );
  const listedIds = new Set(listed.map(({ id }) => id));
  const heads = (refs ?? [])
    .filter(({ commit }) => !listedIds.has(commit))
    .map(({ repository, commit }) => commitOfRef(repository, commit));
  return [...listed, ...heads];
}

/** Returns a commit with only a repository and an id. */
function commitOfRef(repository: string, id: string): Commit {
  return { id, repository, message: null, authorName: null, authorEmail: null, timestamp: null, patchSet: [] };
}

/** A release that is in use from now on. */
export interface ReleasedVersion {
  readonly release: Release;
  /** The projects that use it; all projects of the release, if omitted. */
  readonly projectIds?: readonly string[] | undefined;
  readonly actor: ActivityActor;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Maximum number of issues that one release resolves in a project. */
const MAX_ISSUES = 1_000;

/**
 * Resolves the unresolved issues that the commits of a release name as fixed, in the projects that use it, in the
 * transaction of `stores`.
 */
export async function resolveFixedIssues(stores: Writers, released: ReleasedVersion): Promise<void> {
  const { release, projectIds, actor, at } = released;
  if (release.commitCount === 0) return;
  const commits = await stores.releases.listCommits(release.organizationId, release.id);
  const allFixes = commits.flatMap((commit) =>
    findFixedIssues(commit.message ?? '').map((issue) => ({ ...issue, commit })),
  );
  if (allFixes.length === 0) return;
  const relations = await stores.releases.findRelations(release.organizationId, [release]);
  for (const { id, slug } of relations.get(release.id)?.projects ?? []) {
    if (projectIds !== undefined && !projectIds.includes(id)) continue;
    const fixes = allFixes.filter(({ projectSlug }) => projectSlug === slug).slice(0, MAX_ISSUES);
    const commitOf = new Map<string, Commit>();
    for (const { number, commit } of fixes) {
      const issue =
        (await stores.issues.findByNumber(id, number)) ?? (await stores.mergedIssues.findByNumber(id, number));
      if (issue !== undefined && !commitOf.has(issue.id)) commitOf.set(issue.id, commit);
    }
    const mark = await stores.releases.place(id, markOf(release));
    const resolved = await stores.issues.resolveInRelease(id, [...commitOf.keys()], mark);
    const activities = resolved.map((issueId) => {
      const { id: commit = '', repository = null, message = null } = commitOf.get(issueId) ?? {};
      const data = { version: release.version, commit: { id: commit, repository, message } };
      return { issueId, type: 'set_resolved_in_commit', actor, at, data } as const;
    });
    await stores.activities.insert(id, activities);
  }
}

/** The parameters of a request for the sessions of releases. */
interface HealthQuery {
  readonly health?: string | undefined;
  readonly adoptionStages?: string | undefined;
  readonly statsPeriod?: string | undefined;
  readonly environment?: readonly string[] | undefined;
}

const HOURS = DAY_MS / HOUR_MS;

/** Reads the sessions of releases in their projects. */
async function readReleaseHealth(
  { releaseHealth }: Readers,
  releases: readonly Release[],
  relations: ReadonlyMap<string, ReleaseRelations>,
  { query, now }: { readonly query: HealthQuery; readonly now: number },
): Promise<HealthOfReleases> {
  const releasesOf = new Map<string, number[]>();
  for (const { id } of releases)
    for (const project of relations.get(id)?.projects ?? [])
      releasesOf.set(project.id, [...(releasesOf.get(project.id) ?? []), Number(id)]);
  const withSessions = new Set<string>();
  const health = query.health === '1' ? new Map<string, ReleaseHealth>() : null;
  const adoptions = isSet(query.adoptionStages) ? new Map<string, ReleaseAdoption[]>() : null;
  const since = Math.floor((now - USER_RETENTION_DAYS * DAY_MS) / HOUR_MS);
  for (const [project, ids] of releasesOf) {
    for (const id of await releaseHealth.findWithSessions(project, ids, since)) withSessions.add(`${id} ${project}`);
    if (health !== null) {
      const healthById = await readHealthOf({ releaseHealth }, project, ids, { query, now });
      for (const [id, one] of healthById) health.set(`${id} ${project}`, one);
    }
    if (adoptions === null) continue;
    for (const adoption of await releaseHealth.listAdoptions(project, ids)) {
      const id = String(adoption.release);
      adoptions.set(id, [...(adoptions.get(id) ?? []), adoption]);
    }
  }
  return { withSessions, health, adoptions };
}

function isSet(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}

async function readHealthOf(
  { releaseHealth }: Pick<Readers, 'releaseHealth'>,
  project: string,
  releases: readonly number[],
  { query, now }: { readonly query: HealthQuery; readonly now: number },
): Promise<Map<number, ReleaseHealth>> {
  const { environment: environments = [], statsPeriod } = query;
  const to = Math.floor(now / HOUR_MS) + 1;
  const length = Math.min(parseSearchPeriod(statsPeriod ?? '') ?? DAY_MS, SESSION_RETENTION_DAYS * DAY_MS);
  // Sessions are counted by hour: the first hour began before the period, and all sessions within the period count.
  const period = { from: hourBefore(now, length), to, releases, environments };
  const day = { from: hourBefore(now, DAY_MS), to, environments };
  const total = { release: true, environment: false, stepHours: to - period.from };
  const sums = new Map((await releaseHealth.sum(project, period, total)).map((row) => [row.release, row]));
  const recent = await releaseHealth.sum(project, day, { release: true, environment: false, stepHours: 1 });
  const users = new Map(releases.map((id) => [id, { all: new UserSet(), crashed: new UserSet() }]));
  await releaseHealth.visitUsers(project, period, ['all', 'crashed'], ({ release, kind, users: set }) => {
    users.get(release)?.[kind === 'crashed' ? 'crashed' : 'all'].merge(set);
  });
  const [dayUsers, projectUsers] = [new Map(releases.map((id) => [id, new UserSet()])), new UserSet()];
  await releaseHealth.visitUsers(project, day, ['all'], ({ release, users: set }) => {
    dayUsers.get(release)?.merge(set);
    projectUsers.merge(set);
  });
  const projectRecent = { sessions: sessionsOf(recent), users: projectUsers.count() };
  return new Map(
    releases.map((id) => {
      const rows = recent.filter(({ release }) => release === id);
      return [
        id,
        {
          counts: sums.get(id) ?? NO_SESSIONS,
          users: users.get(id)?.all.count() ?? 0,
          crashedUsers: users.get(id)?.crashed.count() ?? 0,
          recent: { sessions: sessionsOf(rows), users: dayUsers.get(id)?.count() ?? 0 },
          projectRecent,
          hours: Array.from({ length: HOURS }, (_, index) => to - HOURS + index).map((hour) => ({
            start: hour * HOUR_MS,
            sessions: sessionsOf(rows.filter(({ step }) => day.from + step === hour)),
          })),
        },
      ];
    }),
  );
}

/** Returns the hour, since 1970, in which a period begins that ends now. */
function hourBefore(now: number, length: number): number {
  return Math.floor((now - length) / HOUR_MS);
}

function sessionsOf(rows: readonly SessionCounts[]): number {
  return rows.reduce((sum, row) => addCounts(sum, row), NO_SESSIONS).sessions;
}
