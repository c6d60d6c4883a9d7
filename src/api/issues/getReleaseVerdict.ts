import { BadRequest, NotFound } from '../../domain/errors';
import type { Organization } from '../../domain/organization';
import type { Project } from '../../domain/project';
import { listDate, type Release, RELEASE_HOURS_KEPT_MS } from '../../domain/release';
import { addCounts, NO_SESSIONS, type SessionCounts } from '../../domain/releaseHealth';
import {
  type CountedErrors,
  type ErrorRates,
  eventsWithin,
  judgeRelease,
  type ReleaseExposure,
} from '../../domain/releaseVerdict';
import { HOUR_MS } from '../../domain/time';
import { UserSet } from '../../domain/session';
import { type JudgedProject, presentReleaseVerdict } from '../../presenters/release';
import type { ReleaseBefore } from '../../store/releaseEvents';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findProjects, findRelease } from '../subjects';

/** Maximum number of projects that are judged. */
const MAX_PROJECTS = 10;
const KEPT_HOURS = RELEASE_HOURS_KEPT_MS / HOUR_MS;
/** Value of the parameter `baseline` for the release before. */
const RELEASE_BEFORE = 'auto';

/** Judges whether a release is good. */
export const getReleaseVerdict = operation('getReleaseVerdict', {
  subject: findRelease,

  async handle({ organization, release, query, now, read, publicUrl }) {
    const { baseline: version = RELEASE_BEFORE, environment: environments = [], project: references } = query;
    return read(async (stores) => {
      const baseline = await findBaseline(stores, organization, release, version);
      const judged: JudgedProject[] = [];
      for (const project of await projectsOf(stores, organization, release, references))
        judged.push(await judgeProject(stores, project, release, { baseline, environments, now }));
      const body = presentReleaseVerdict({ publicUrl, organization }, release, environments, judged);
      return { status: 200, body };
    });
  },
});

/**
 * Returns the release that a request names as the baseline; undefined for the release before in each project.
 * @throws BadRequest if there is no such release, or it is the release itself
 */
async function findBaseline(
  { releases }: Readers,
  { id }: Organization,
  release: Release,
  version: string,
): Promise<Release | undefined> {
  if (version === RELEASE_BEFORE) return undefined;
  const baseline = await releases.findByVersion(id, version);
  if (baseline === undefined) throw new BadRequest(`Query parameter 'baseline' names no release of the organization.`);
  if (baseline.id === release.id)
    throw new BadRequest("Query parameter 'baseline' is the release itself; name another one, or auto.");
  return baseline;
}

/** Returns the projects of a release, or only the ones that a request names. @throws NotFound for other projects */
async function projectsOf(
  stores: Readers,
  organization: Organization,
  release: Release,
  references: readonly string[] | undefined,
): Promise<Project[]> {
  const bound = (await stores.releases.findRelations(organization.id, [release])).get(release.id)?.projects ?? [];
  const ids = bound.slice(0, MAX_PROJECTS).map(({ id }) => id);
  if (references === undefined) return (await findProjects(stores, organization.id, ids)).projects;
  const { projects, errors } = await findProjects(stores, organization.id, references);
  if (errors.length > 0 || !projects.every(({ id }) => bound.some((one) => one.id === id)))
    throw new NotFound('Release not found');
  return projects;
}

/** The parameters of a request by which a release is judged in each project. */
interface VerdictScope {
  /** Undefined for the release before. */
  readonly baseline: Release | undefined;
  readonly environments: readonly string[];
  readonly now: number;
}

async function judgeProject(
  stores: Readers,
  project: Project,
  release: Release,
  { baseline, environments, now }: VerdictScope,
): Promise<JudgedProject> {
  const { releaseComparison } = stores;
  const baselineInProject = baseline && ((await releaseComparison.findInProject(project.id, baseline)) ?? null);
  const scope = { now, previous: baselineInProject, onlyErrors: true, environments };
  const compared = await releaseComparison.compare(project.id, release, scope);
  const { own = null, previous = null } = compared;
  const sessions = await readSessions(stores, project, { release, own, previous, environments, now });
  const reader = { stores, project, environments, now };
  const ownUse = own && (await readUse(reader, own, sessions.own, sessions.startedAt));
  const previousUse = previous && (await readUse(reader, previous, sessions.previous, null));
  const exposure: ReleaseExposure = ownUse ?? { used: null, events: null, users: null, sessions: 0 };
  const hasBaseline = previousUse !== null && (previousUse.used !== null || previousUse.sessions > 0);
  const rates = hasBaseline ? ratesOf(ownUse, previousUse, environments) : 'noBaseline';
  const { counts, isSample, issues } = compared;
  const judged = judgeRelease({ hasBaseline, exposure, counts, isSample, rates }, project.settings);
  const isBaselineNamed = baseline !== undefined;
  return { ...judged, project, issues, previous, isBaselineNamed, exposure: { own: exposure, baseline: previousUse } };
}

/** A release in use, with its sessions and the events that were counted in it. */
interface ReadUse extends ReleaseExposure {
  readonly errored: number;
  /** Null if the hours are not counted any more. */
  readonly counted: CountedErrors | null;
}

interface UseReader {
  readonly stores: Readers;
  readonly project: Project;
  readonly environments: readonly string[];
  readonly now: number;
}

/**
 * Reads how a release was in use.
 * @param startedAt the time of its first session, if that is known
 */
async function readUse(
  { stores, project, environments, now }: UseReader,
  { id, firstEvent }: ReleaseBefore,
  { sessions, errored, users }: ReadSessions,
  startedAt: number | null,
): Promise<ReadUse> {
  const rest = { sessions, errored: Math.max(0, errored), users };
  const first = Math.min(firstEvent ?? Infinity, startedAt ?? Infinity);
  if (first === Infinity) return { ...rest, used: null, events: environments.length > 0 ? null : 0, counted: null };
  const used = await stores.releaseComparison.findUse(project.id, id, { from: first, now });
  const present = Math.floor(now / HOUR_MS) + 1;
  const range = { from: (present - KEPT_HOURS) * HOUR_MS, to: present * HOUR_MS, step: HOUR_MS };
  const place = { project: Number(project.id), release: id, previous: null };
  const { release: counts } = await stores.releaseHours.series([place], range);
  const counted = eventsWithin(used, { from: range.from, counts }, now);
  return { ...rest, used, events: environments.length > 0 ? null : (counted?.errors ?? null), counted };
}

function ratesOf(own: ReadUse | null, previous: ReadUse | null, environments: readonly string[]): ErrorRates {
  if (own === null || previous === null || own.used === null) return 'noData';
  if (own.sessions > 0 && previous.sessions > 0) {
    const rateOf = ({ errored, sessions }: ReadUse) => ({ errors: errored, exposure: sessions });
    return { unit: 'session', own: rateOf(own), baseline: rateOf(previous) };
  }
  if (environments.length > 0) return 'notCounted';
  if (own.counted === null || previous.counted === null) return 'expired';
  return { unit: 'hour', own: own.counted, baseline: previous.counted };
}

interface ReadSessions extends SessionCounts {
  /** Null if no session names its user. */
  readonly users: number | null;
}

/** Reads the sessions of two releases, from 14 days before the first use of the judged one until 14 days after it. */
async function readSessions(
  { releaseHealth }: Readers,
  project: Project,
  {
    release,
    own,
    previous,
    environments,
    now,
  }: {
    readonly release: Release;
    readonly own: ReleaseBefore | null;
    readonly previous: ReleaseBefore | null;
    readonly environments: readonly string[];
    readonly now: number;
  },
): Promise<{ own: ReadSessions; previous: ReadSessions; startedAt: number | null }> {
  const start = Math.floor(Math.min(own?.firstEvent ?? Infinity, listDate(release)) / HOUR_MS);
  const releases = [Number(release.id), ...(previous === null ? [] : [previous.id])];
  const to = Math.min(Math.floor(now / HOUR_MS) + 1, start + KEPT_HOURS);
  const filter = { from: start - KEPT_HOURS, to, releases, environments };
  const rows = await releaseHealth.sum(project.id, filter, { release: true, environment: false, stepHours: 1 });
  const users = new Map<number, UserSet>();
  if (rows.length > 0)
    await releaseHealth.visitUsers(project.id, filter, ['all'], (set) => {
      const merged = users.get(set.release) ?? new UserSet();
      merged.merge(set.users);
      users.set(set.release, merged);
    });
  const sumOf = (id: number | undefined): ReadSessions => {
    const ofRelease = rows.filter((row) => row.release === id);
    const counts = ofRelease.reduce<SessionCounts>((sum, row) => addCounts(sum, row), NO_SESSIONS);
    return { ...counts, users: users.get(id ?? 0)?.count() ?? null };
  };
  const hours = rows.filter((row) => row.release === releases[0] && row.sessions > 0).map(({ step }) => step);
  const startedAt = hours.length === 0 ? null : startOf(release, (filter.from + Math.min(...hours)) * HOUR_MS, now);
  return { own: sumOf(releases[0]), previous: sumOf(releases[1]), startedAt };
}

/**
 * Returns the latest possible start of a release's first session. Its hour is known; if the release was not created
 * before that hour, the session began by the time of its creation.
 */
function startOf({ dateCreated }: Release, hour: number, now: number): number {
  return Math.min(now, dateCreated >= hour ? dateCreated : hour + HOUR_MS);
}
