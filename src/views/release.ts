import type { components } from '../../generated/api';
import type { Release, ReleaseSurroundings } from '../domain/release';
import { shortVersion } from '../domain/release';
import { presentLastCommit } from './commit';
import { presentDeploy } from './deploy';
import { presentTime } from './time';

/** The record of a release, everywhere it is shown. */
export function presentRelease(
  release: Release,
  surroundings: ReadonlyMap<string, ReleaseSurroundings>,
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
