import type { Scope } from '../domain/access';
import type { Artifact, ArtifactBundle, ArtifactFile, StoredFile, Upload } from '../domain/artifact';
import type { Deploy } from '../domain/deploy';
import type { EventLabels } from '../domain/event';
import type { Issue, IssueUpdate, KnownIssue, NewIssue, Sighting, TaggedIssue } from '../domain/issue';
import type { IssueSearch } from '../domain/issueQuery';
import type { Member, Organization } from '../domain/organization';
import type { OutcomeCount } from '../domain/outcome';
import type { Page, PageRequest } from '../domain/page';
import type { KeyedProject, Project, ProjectChanges, ProjectFlag, ProjectKey, ProjectSurroundings } from '../domain/project';
import type { Commit, Release, ReleaseChanges, ReleaseSurroundings } from '../domain/release';
import type { Team } from '../domain/team';
import type { Token } from '../domain/token';
import type { AlertReader, AlertWriter, WebhookReader, WebhookWriter } from './alertStores';
import type { RemovalWalk } from './removalWalk';
import type { ScrapingReader, ScrapingWriter } from './scrapingStores';
import type { WriteScope } from './sql';

/*
 * What the vault offers. A reader finds and lists; a writer also changes, inside the one transaction it was handed for.
 * `find` answers undefined for an absent row. Times are milliseconds since 1970, UTC; ids are decimal text.
 */

export interface OrganizationReader {
  find(id: string): Promise<Organization | undefined>;
  findBySlug(slug: string): Promise<Organization | undefined>;
  /** Whether there is none at all: the database is new. */
  none(): Promise<boolean>;
}

export interface OrganizationWriter extends OrganizationReader {
  /** @throws Conflict if the slug is taken */
  insert(organization: { slug: string; name: string; dateCreated: number }): Promise<Organization>;
}

export interface MemberReader {
  find(organizationId: string, id: string): Promise<Member | undefined>;
  findByEmail(organizationId: string, email: string): Promise<Member | undefined>;
}

export interface MemberWriter extends MemberReader {
  insert(member: { organizationId: string; email: string; dateCreated: number }): Promise<Member>;
  /** Puts a member into a team; already being there is fine. */
  joinTeam(membership: { organizationId: string; teamId: string; memberId: string }): Promise<void>;
}

export interface TeamReader {
  findById(organizationId: string, id: string): Promise<Team | undefined>;
  findBySlug(organizationId: string, slug: string): Promise<Team | undefined>;
}

export interface TeamWriter extends TeamReader {
  /** @throws Conflict if the slug is taken in the organization */
  insert(team: { organizationId: string; slug: string; name: string; dateCreated: number }): Promise<Team>;
}

export interface ProjectReader {
  /** The project of an active key, if the two belong together. */
  findByKey(id: string, publicKey: string): Promise<KeyedProject | undefined>;
  findBySlug(organizationId: string, slug: string): Promise<Project | undefined>;
  /** The project that a former slug leads to, unless the slug is live again. */
  findRenamed(organizationId: string, oldSlug: string): Promise<Project | undefined>;
  /** What other rows tell about these projects, by project id. */
  surroundings(
    projects: readonly Project[],
    viewer: { organizationId: string; memberId: string },
  ): Promise<Map<string, ProjectSurroundings>>;
  findById(organizationId: string, id: string): Promise<Project | undefined>;
  /** The projects of an organization by slug, in byte order. */
  listOfOrganization(organizationId: string, page: PageRequest): Promise<Page<Project>>;
  /** The projects of a team by slug, in byte order. */
  listOfTeam(team: Team, page: PageRequest): Promise<Page<Project>>;
}

export interface ProjectWriter extends ProjectReader {
  /** @throws Conflict if the slug is taken in the organization */
  insert(project: {
    organizationId: string;
    slug: string;
    name: string;
    platform: string | null;
    dateCreated: number;
    securityToken: string;
  }): Promise<Project>;
  addTeam(binding: { organizationId: string; projectId: string; teamId: string }): Promise<void>;
  /**
   * Changes what is named and nothing else. A new slug makes the old one lead here.
   * @throws Conflict if the slug is taken in the organization
   */
  update(project: Project, changes: ProjectChanges): Promise<Project>;
  bookmark(star: { organizationId: string; projectId: string; memberId: string; isBookmarked: boolean }): Promise<void>;
  /** Sets flags that are not set yet. */
  raiseFlags(projectId: string, flags: readonly ProjectFlag[]): Promise<void>;
}

export interface ProjectKeyReader {
  list(projectId: string): Promise<ProjectKey[]>;
}

export interface ProjectKeyWriter extends ProjectKeyReader {
  insert(key: ProjectKey & { dateCreated: number }): Promise<void>;
}

export interface TokenReader {
  /** @param hash SHA-256 of the token, lower-case hexadecimal */
  findByHash(hash: string): Promise<Token | undefined>;
  list(): Promise<(Token & { organization: string; email: string })[]>;
}

export interface TokenWriter extends TokenReader {
  insert(token: {
    organizationId: string;
    memberId: string;
    hash: string;
    scopes: readonly Scope[];
    dateCreated: number;
    expiresAt: number | null;
  }): Promise<Token>;
  /** Ends a token; answers whether there is one of that id. Ending it again keeps the first time. */
  revoke(id: string, at: number): Promise<boolean>;
}

/** An event's list columns. */
export interface EventRow {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
  /** The contract's list record as JSON text, without its `groupID`. */
  readonly record: string;
}

/** An event with its body, as `domain/eventBody` packs it. */
export interface FullEventRow extends EventRow {
  readonly body: Uint8Array;
}

export interface EventReader {
  /** Newest first: timestamp, then id, both descending (decisions.md D15). */
  list(projectId: string, page: PageRequest): Promise<Page<EventRow>>;
  /** The same list with bodies. */
  listFull(projectId: string, page: PageRequest): Promise<Page<FullEventRow>>;
  /** The events of an issue in the same order, and with bodies. */
  listOfIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<EventRow>>;
  listFullOfIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<FullEventRow>>;
  find(projectId: string, eventId: string): Promise<FullEventRow | undefined>;
}

/** What a project is to the events that tell of it. */
export type NotedProject = Pick<Project, 'id' | 'organizationId' | 'firstEvent'>;

export interface EventWriter extends EventReader {
  /** Which of these ids this project has (and shows) an event of. */
  known(projectId: string, eventIds: readonly string[]): Promise<Set<string>>;
  /** @throws Conflict if an id is taken */
  insert(projectId: string, rows: readonly FullEventRow[]): Promise<void>;
  /**
   * Notes what events tell about their project (first event, platform, environment) and about their releases.
   * @param beginners those of them that open an issue
   */
  note(project: NotedProject, events: readonly EventLabels[], beginners?: readonly EventLabels[]): Promise<void>;
}

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
  findOrInsert(release: Pick<Release, 'organizationId' | 'version' | 'dateCreated'>): Promise<{ release: Release; isNew: boolean }>;
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

/** Bytes by their SHA-1, within an organization: chunks of uploads, and files that artifacts and fetched source maps refer to. */
export interface ContentReader {
  /** Those among `sha1s` that are not kept whole, once each, in the given order. */
  missing(organizationId: string, sha1s: readonly string[]): Promise<string[]>;
  /** For readers: bytes are inflated on the way, for which a transaction should not wait. */
  read(organizationId: string, sha1: string): Promise<Uint8Array | undefined>;
  /** Whether `collectGarbage` has something to look at. */
  hasGarbage(before: number): Promise<boolean>;
}

/** Bytes come and go in slices (`domain/content`), so that no transaction is long. */
export interface ContentWriter extends ContentReader {
  /** Keeps a slice, the first one first; keeping it again is fine. */
  putSlice(slice: { organizationId: string; sha1: string; number: number; bytes: Uint8Array; at: number }): Promise<void>;
  /** Makes bytes readable whose slices are all there. */
  finish(content: { organizationId: string; sha1: string; sliceCount: number; at: number }): Promise<void>;
  /** Postpones the collection of bytes that nothing refers to yet. */
  keep(organizationId: string, sha1s: readonly string[], at: number): Promise<void>;
  /** Drops bytes that nothing used since `before` and nothing refers to, at most `limit` slices. Answers whether there is more. */
  collectGarbage(before: number, limit: number): Promise<boolean>;
}

/** What makes two uploads of an archive the same. */
export interface BundleKey {
  readonly organizationId: string;
  readonly checksum: string;
  readonly release: string | null;
  readonly dist: string | null;
  /** In any order. */
  readonly projectIds: readonly string[];
}

export interface ArtifactReader {
  /** The bundle of that key if all it brought is still there: the same archive has nothing to add. */
  findBundle(key: BundleKey): Promise<ArtifactBundle | undefined>;
  /** Whether the project has any artifact at all: most have none, and need no further look. */
  any(projectId: string): Promise<boolean>;
  /** The artifact of that id, if it belongs to the release. */
  find(projectId: string, release: string, id: string): Promise<Artifact | undefined>;
  /** Artifacts with one of these debug ids, newest upload first. */
  findByDebugIds(projectId: string, debugIds: readonly string[]): Promise<Artifact[]>;
  /** Artifacts of the release with one of these names, of every dist, newest upload first. */
  findByNames(projectId: string, release: string, names: readonly string[]): Promise<Artifact[]>;
  /** Artifacts of the release in list order: by name, then dist; at most `limit`. */
  listOfRelease(projectId: string, release: string, limit: number): Promise<Artifact[]>;
  /** The same list in pages. */
  pageOfRelease(projectId: string, release: string, page: PageRequest): Promise<Page<Artifact>>;
  /** The bytes of an artifact, inflated. For readers, as `ContentReader.read` is. */
  readContent(artifact: StoredFile): Promise<Uint8Array>;
}

export interface ArtifactWriter extends ArtifactReader {
  /** A new bundle; answers its id. */
  insertBundle(key: BundleKey, bundle: { fileCount: number; dateCreated: number }): Promise<string>;
  /** Adds files to a project, whose bytes are kept already. Answers the artifacts; older ones of the same place and debug id are gone. */
  insert(upload: Upload, files: readonly ArtifactFile[]): Promise<Artifact[]>;
  /** Removes an artifact of a release; answers whether there was one. */
  remove(projectId: string, release: string, id: string, at: number): Promise<boolean>;
  /** Removes the artifacts of a release; answers how many. */
  removeOfRelease(projectId: string, release: string, at: number): Promise<number>;
}

export interface OutcomeReader {
  /** Counts of the hours that began from `from` on and before `to`, oldest first. */
  list(projectId: string, span: { from: number; to: number }): Promise<OutcomeCount[]>;
  /** How many events were accepted in the busiest hour since then; 0 if none were. */
  busiestHour(projectId: string, since: number): Promise<number>;
}

export interface OutcomeWriter extends OutcomeReader {
  /** Adds to the counts of projects. */
  add(counts: readonly (OutcomeCount & { projectId: string })[]): Promise<void>;
  /** Removes the counts of hours that began before then. */
  prune(projectId: string, before: number): Promise<void>;
}

export interface Readers {
  readonly organizations: OrganizationReader;
  readonly members: MemberReader;
  readonly teams: TeamReader;
  readonly projects: ProjectReader;
  readonly keys: ProjectKeyReader;
  readonly tokens: TokenReader;
  readonly events: EventReader;
  readonly issues: IssueReader;
  readonly releases: ReleaseReader;
  readonly contents: ContentReader;
  readonly artifacts: ArtifactReader;
  readonly outcomes: OutcomeReader;
  readonly alerts: AlertReader;
  readonly webhooks: WebhookReader;
  readonly scrapings: ScrapingReader;
}

export interface Writers extends Readers {
  readonly organizations: OrganizationWriter;
  readonly members: MemberWriter;
  readonly teams: TeamWriter;
  readonly projects: ProjectWriter;
  readonly keys: ProjectKeyWriter;
  readonly tokens: TokenWriter;
  readonly events: EventWriter;
  readonly issues: IssueWriter;
  readonly releases: ReleaseWriter;
  readonly contents: ContentWriter;
  readonly artifacts: ArtifactWriter;
  readonly outcomes: OutcomeWriter;
  readonly alerts: AlertWriter;
  readonly webhooks: WebhookWriter;
  readonly scrapings: ScrapingWriter;
}

/** Runs `work` on committed rows. */
export type Read = <T>(work: (stores: Readers) => Promise<T>) => Promise<T>;

/**
 * Runs `work` as one transaction that is all or nothing; the promise settles after the commit is durable.
 * Nothing but the stores it is handed may be awaited inside; a `read` there would wait for itself in a database in memory.
 * Without a scope it may change anything.
 */
export type Write = <T>(work: (stores: Writers) => Promise<T>, scope?: WriteScope) => Promise<T>;

/** An open database, migrated to this code's schema. */
export interface Database {
  readonly read: Read;
  readonly write: Write;
  /** A `write` of work in the background, which one process does at a time: undefined if another is at it. */
  readonly exclusively: <T>(work: (stores: Writers) => Promise<T>) => Promise<T | undefined>;
  /** Gives storage of removed rows back to the operating system, a little at a time; answers whether there is more. */
  shrink(): Promise<boolean>;
  /** To be asked before large bodies are taken in. @throws Unavailable while there is too little room for them */
  requireRoom(): void;
  /** @throws Unavailable unless something can be written at the moment */
  requireWritable(): Promise<void>;
  /** Waits for what was accepted and closes. */
  close(): Promise<void>;
}
