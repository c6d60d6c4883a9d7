import type { Issue, IssueUpdate, KnownIssue, NewIssue, Sighting, TaggedIssue } from '../domain/issue';
import type { IssueSearch } from '../domain/issueQuery';
import type { Page, PageRequest } from '../domain/page';
import type { RemovalWalk } from './removalWalk';

export interface IssueReader {
  find(projectId: string, id: string): Promise<Issue | undefined>;
  findInOrganization(organizationId: string, id: string): Promise<Issue | undefined>;
  /** @param number that of its short id */
  findByNumber(projectId: string, number: number): Promise<Issue | undefined>;
  /** What a search finds: newest last-seen first, then highest id. */
  list(projectId: string, search: IssueSearch, page: PageRequest): Promise<Page<Issue>>;
  /** The ids of projects with issues to resolve for their age, which is told in hours by the project's `resolveAge`. */
  findAged(now: number): Promise<string[]>;
  /** The issues that own these grouping hashes, by hash. */
  findByHashes(projectId: string, hashes: readonly string[]): Promise<Map<string, KnownIssue>>;
  /** Whether `reclaim` has something to do. */
  hasRemoved(): Promise<boolean>;
}

export interface IssueWriter extends IssueReader {
  /** New issues, each owning its hash; answers their ids by hash, which are never issued twice. */
  insert(projectId: string, issues: readonly NewIssue[]): Promise<Map<string, string>>;
  /** Binds each hash, which nobody owns, to the issue that owns the older one beside it. */
  adopt(projectId: string, hashes: readonly { readonly hash: string; readonly olderHash: string }[]): Promise<void>;
  /** Counts further events. */
  see(projectId: string, sightings: readonly Sighting[]): Promise<void>;
  /** Makes resolved issues unresolved again because they were seen. */
  reopen(projectId: string, ids: readonly string[], at: number): Promise<void>;
  /** Notes tags of events, and counts the users that are new to their issue. Of most keys an issue remembers so many values only. */
  tag(projectId: string, tagged: readonly TaggedIssue[]): Promise<void>;
  /** Changes these issues, or none of them if one is not of this project (in the sense of decisions.md D3). */
  update(projectId: string, ids: readonly number[], update: IssueUpdate): Promise<void>;
  /** Changes the first issues of the project: unresolved ones, then ignored, then resolved, each newest last-seen first. */
  updateFirst(projectId: string, limit: number, update: IssueUpdate): Promise<void>;
  /** Resolves at most `limit` issues of a project that were not seen for its `resolveAge`; answers how many. */
  resolveAged(projectId: string, now: number, limit: number): Promise<number>;
  /**
   * Removes these issues for good, or none of them if one is not of this project (decisions.md D3).
   * Their events are invisible from now on; `reclaim` frees the storage.
   */
  remove(projectId: string, ids: readonly number[], at: number): Promise<void>;
  /** Removes the first issues of the project: newest last-seen, then highest id (decisions.md D4). */
  removeFirst(projectId: string, limit: number, at: number): Promise<void>;
  /** Frees the storage of at most `limit` events of removed issues; answers whether there is more to do. With a walk, many are freed in less time. */
  reclaim(limit: number, walk?: RemovalWalk): Promise<boolean>;
}
