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
import { presentTime } from './format';

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
    projects: related.projects.map(({ id, slug, name, platform }) => ({ id, slug, name, platform })),
  };
}

function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : presentTime(milliseconds);
}

/** Presents the release of an event; null if it names none. */
export function presentSeenRelease(version: string | null): components['schemas']['SeenRelease'] | null {
  return version === null ? null : { version, shortVersion: shortVersion(version) };
}
