import type { components, ReleaseFile } from '../../generated/api';
import type { Artifact } from '../domain/artifact';
import {
  type Commit,
  type CommitSummary,
  type Deploy,
  type Release,
  type ReleaseRelations,
  shortVersion,
} from '../domain/release';
import { presentTime } from './format';

/** A file of a release as the contract shows it. */
export function presentReleaseFile({ id, name, sha1, size, dist, headers, dateCreated }: Artifact): ReleaseFile {
  return { id, name, sha1, size, dist, headers: { ...headers }, dateCreated: presentTime(dateCreated) };
}

/** The newest commit of a release. */
export function presentLastCommit(commit: CommitSummary): components['schemas']['LastCommit'] {
  const { id, repository, message, authorName: name, authorEmail: email, timestamp } = commit;
  return {
    id,
    repository,
    message,
    dateCreated: timestamp === null ? null : presentTime(timestamp),
    author: name === null && email === null ? null : { name, email },
  };
}

/** A commit of a release. */
export function presentCommit(commit: Commit): components['schemas']['Commit'] {
  return { ...presentLastCommit(commit), patchSet: commit.patchSet.map(({ path, type }) => ({ path, type })) };
}

/** A deploy of a release. */
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

/** The record of a release, everywhere it is shown. */
export function presentRelease(
  release: Release,
  surroundings: ReadonlyMap<string, ReleaseRelations>,
): components['schemas']['Release'] {
  const around = surroundings.get(release.id);
  if (around === undefined) throw new Error(`no surroundings were read for release ${release.id}`);
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
    firstEvent: timeOrNull(around.firstEvent),
    lastEvent: timeOrNull(around.lastEvent),
    newGroups: around.newGroups,
    commitCount: release.commitCount,
    deployCount: around.deployCount,
    authors: release.authors.map(({ name, email }) => ({ name, email })),
    lastCommit: around.lastCommit === null ? null : presentLastCommit(around.lastCommit),
    lastDeploy: around.lastDeploy === null ? null : presentDeploy(around.lastDeploy),
    projects: around.projects.map(({ id, slug, name, platform }) => ({ id, slug, name, platform })),
  };
}

function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : presentTime(milliseconds);
}
