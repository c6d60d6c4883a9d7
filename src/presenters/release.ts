import type { components, ReleaseFile } from '../../generated/api';
import type { Artifact, MapFinding, ProjectBundle } from '../domain/artifact';
import {
  adoptionOf,
  type Commit,
  type CommitSummary,
  type Deploy,
  type RecentEvents,
  type Release,
  type ReleaseRelations,
  shortVersion,
} from '../domain/release';
import {
  countByStatus,
  crashRate,
  type HealthOfReleases,
  type ReleaseAdoption,
  type ReleaseHealth,
  type SessionCounts,
} from '../domain/releaseHealth';
import { presentTime, presentTimeOrNull } from './format';

/** Presents a file of a release. @param findings absent if it was not checked */
export function presentReleaseFile(artifact: Artifact, findings: readonly MapFinding[] | undefined): ReleaseFile {
  const { id, name, sha1, size, dist, headers, dateCreated } = artifact;
  return {
    id,
    name,
    sha1,
    size,
    dist,
    headers: { ...headers },
    dateCreated: presentTime(dateCreated),
    findings: presentFindings(findings),
  };
}

/** Presents a bundle. */
export function presentArtifactBundle(bundle: ProjectBundle): components['schemas']['ArtifactBundle'] {
  const { id, checksum, release, dist, fileCount, errorCount, warningCount, dateCreated } = bundle;
  return { id, checksum, release, dist, fileCount, errorCount, warningCount, dateCreated: presentTime(dateCreated) };
}

/** Presents a file of a bundle. @param findings absent if it was not checked */
export function presentBundleFile(
  { id, name, kind, debugId, sha1, size }: Artifact,
  findings: readonly MapFinding[] | undefined,
): components['schemas']['ArtifactBundleFile'] {
  return { id, name, type: kind, debugId, sha1, size, findings: presentFindings(findings) };
}

function presentFindings(findings: readonly MapFinding[] | undefined): components['schemas']['MapFinding'][] | null {
  if (findings === undefined) return null;
  return findings.map(({ rule, severity, where, message, count }) => ({ rule, severity, where, message, count }));
}

/** Presents the newest commit of a release. */
function presentLastCommit(commit: CommitSummary): components['schemas']['LastCommit'] {
  const { id, repository, message, authorName: name, authorEmail: email, timestamp } = commit;
  return {
    id,
    repository,
    message,
    dateCreated: timestamp === null ? null : presentTime(timestamp),
    author: name === null && email === null ? null : { name, email },
  };
}

/** Presents a commit of a release. */
export function presentCommit(commit: Commit): components['schemas']['Commit'] {
  return { ...presentLastCommit(commit), patchSet: commit.patchSet.map(({ path, type }) => ({ path, type })) };
}

/** Presents a deploy of a release. */
export function presentDeploy(deploy: Deploy): components['schemas']['Deploy'] {
  const { id, environment, name, url, dateStarted, dateFinished } = deploy;
  return {
    id,
    environment,
    name,
    url,
    dateStarted: dateStarted === null ? null : presentTime(dateStarted),
    dateFinished: presentTime(dateFinished),
  };
}

/** Presents a release. */
export function presentRelease(
  release: Release,
  relations: ReadonlyMap<string, ReleaseRelations>,
  recent: RecentEvents,
  health: HealthOfReleases,
): components['schemas']['Release'] {
  const related = relations.get(release.id);
  if (related === undefined) throw new Error(`no relations were read for release ${release.id}`);
  return {
    id: release.id,
    version: release.version,
    shortVersion: shortVersion(release.version),
    status: release.status,
    ref: release.ref,
    url: release.url,
    dateCreated: presentTime(release.dateCreated),
    dateStarted: timeOrNull(release.dateStarted),
    dateReleased: timeOrNull(release.dateReleased),
    firstEvent: timeOrNull(related.firstEvent),
    lastEvent: timeOrNull(related.lastEvent),
    newGroups: related.newGroups,
    recentEvents: recent.ofReleases.get(release.id) ?? 0,
    adoption: adoptionOf(recent, release.id),
    commitCount: release.commitCount,
    deployCount: related.deployCount,
    authors: release.authors.map(({ name, email }) => ({ name, email })),
    lastCommit: related.lastCommit === null ? null : presentLastCommit(related.lastCommit),
    lastDeploy: related.lastDeploy === null ? null : presentDeploy(related.lastDeploy),
    projects: related.projects.map(({ id, slug, name, platform }) => {
      const key = `${release.id} ${id}`;
      const hasHealthData = health.withSessions.has(key);
      const own = health.health?.get(key);
      return {
        ...{ id, slug, name, platform, hasHealthData },
        ...(own !== undefined && { healthData: presentHealth(own, hasHealthData) }),
      };
    }),
    ...(health.adoptions !== null && { adoptionStages: presentAdoption(health.adoptions.get(release.id) ?? []) }),
  };
}

function presentHealth(
  { counts, users, crashedUsers, recent, projectRecent, hours }: ReleaseHealth,
  hasHealthData: boolean,
): components['schemas']['ReleaseHealthData'] {
  const { crashed, errored, unhandled } = countByStatus(counts);
  return {
    hasHealthData,
    totalSessions: counts.sessions,
    totalUsers: users,
    sessionsCrashed: crashed,
    sessionsErrored: errored + unhandled,
    crashFreeSessions: crashFreePercentage(counts),
    crashFreeUsers: crashFreePercentage({ sessions: users, crashed: crashedUsers }),
    adoption: percentage(recent.users, projectRecent.users),
    sessionsAdoption: percentage(recent.sessions, projectRecent.sessions),
    totalSessions24h: recent.sessions,
    totalUsers24h: recent.users,
    totalProjectSessions24h: projectRecent.sessions,
    totalProjectUsers24h: projectRecent.users,
    durationP50: null,
    durationP90: null,
    stats: { '24h': hours.map(({ start, sessions }) => [start / 1000, sessions] as [number, number]) },
  };
}

function crashFreePercentage(counts: Pick<SessionCounts, 'sessions' | 'crashed'>): number | null {
  const rate = crashRate(counts);
  return rate === null ? null : 100 * (1 - rate);
}

function percentage(part: number, all: number): number | null {
  return all === 0 ? null : Math.min(100, (100 * part) / all);
}

/** Presents the stages by environment; of several projects, those of the one that adopted the release first. */
function presentAdoption(
  adoptions: readonly ReleaseAdoption[],
): Record<string, components['schemas']['ReleaseAdoption']> {
  const sorted = [...adoptions].sort((one, other) => (other.adoptedAt ?? Infinity) - (one.adoptedAt ?? Infinity));
  return Object.fromEntries(
    sorted.map(({ environment, adoptedAt, unadoptedAt }) => [
      environment,
      {
        stage: adoptedAt === null ? 'low_adoption' : unadoptedAt === null ? 'adopted' : 'replaced',
        adopted: presentTimeOrNull(adoptedAt),
        unadopted: presentTimeOrNull(unadoptedAt),
      } as const,
    ]),
  );
}

function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : presentTime(milliseconds);
}

/** Presents the release of an event; null if it names none. */
export function presentSeenRelease(version: string | null): components['schemas']['SeenRelease'] | null {
  return version === null ? null : { version, shortVersion: shortVersion(version) };
}
