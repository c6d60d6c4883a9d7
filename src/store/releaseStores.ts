import type { Deploy } from '../domain/deploy';
import type { Page, PageRequest } from '../domain/page';
import type { Commit, Release, ReleaseChanges, ReleaseSurroundings } from '../domain/release';

export interface ReleaseReader {
  /** The release of that version, if the organization knows it. */
  findByVersion(organizationId: string, version: string): Promise<Release | undefined>;
  /** Whether the release is bound to the project. */
  isBound(projectId: string, releaseId: string): Promise<boolean>;
  /** The newest release that was created before this one, shares a project with it and has commits. */
  findPrevious(release: Release): Promise<Release | undefined>;
  /** What other rows tell about these releases, by release id, in a fixed number of statements. */
  surroundings(organizationId: string, releases: readonly Release[]): Promise<Map<string, ReleaseSurroundings>>;
  /** Newest first: release date, else creation date, then id, both descending. */
  listOfOrganization(organizationId: string, page: PageRequest): Promise<Page<Release>>;
  listOfProject(projectId: string, page: PageRequest): Promise<Page<Release>>;
  /** In the order they were set, which is newest first. */
  listCommits(organizationId: string, releaseId: string): Promise<Commit[]>;
  /** The last finished first. */
  listDeploys(organizationId: string, releaseId: string): Promise<Deploy[]>;
}

/** A deploy to keep; without project ids it counts for all projects of the release, also for those bound later. */
export type NewDeploy = Omit<Deploy, 'id'> & { organizationId: string; projectIds: readonly string[] | null };

export interface ReleaseWriter extends ReleaseReader {
  /** The release of that version, made if there is none; tells whether it is new. */
  findOrInsert(
    release: Pick<Release, 'organizationId' | 'version' | 'dateCreated'>,
  ): Promise<{ release: Release; isNew: boolean }>;
  /** Changes what is given and nothing else. */
  update(release: Release, changes: ReleaseChanges): Promise<Release>;
  /** Binds the release to a project; already being bound is fine. */
  bind(projectId: string, release: Release): Promise<void>;
  /** Replaces the commits of a release. */
  setCommits(release: Release, commits: readonly Commit[]): Promise<Release>;
  insertDeploy(deploy: NewDeploy): Promise<Deploy>;
  /** Removes the release with its bindings, commits and deploys. */
  remove(organizationId: string, releaseId: string): Promise<void>;
}
