import { Activities, type ActivityReader, type ActivityWriter } from './activities';
import { type AlertRuleReader, AlertRules, type AlertRuleWriter } from './alertRules';
import { type AlertReader, Alerts, type AlertWriter, type WebhookReader, Webhooks, type WebhookWriter } from './alerts';
import { type ArtifactReader, Artifacts, type ArtifactWriter } from './artifacts';
import { AuditLog, type AuditLogReader, type AuditLogWriter } from './auditLog';
import { type ContentReader, Contents, type ContentWriter } from './contents';
import { type DeployReader, Deploys, type DeployWriter } from './deploys';
import { type EventReader, Events, type EventWriter } from './events';
import { ExpiredData, type ExpiredDataReader, type ExpiredDataWriter } from './expiredData';
import { type FetchAttemptReader, FetchAttempts, type FetchAttemptWriter } from './fetchAttempts';
import { type FrameResolutionReader, FrameResolutions, type FrameResolutionWriter } from './frameResolutions';
import { type IssueChangeReader, IssueChanges, type IssueChangeWriter } from './issueChanges';
import { type IssueMarkReader, IssueMarks, type IssueMarkWriter } from './issueMarks';
import { type IssueReader, Issues, type IssueWriter } from './issues';
import { type IssueReleaseReader, IssueReleases, type IssueReleaseWriter } from './issueReleases';
import { type IssueStateReader, IssueStates, type IssueStateWriter } from './issueStates';
import { IssueStats, type IssueStatsReader, type IssueStatsWriter } from './issueStats';
import { type IssueTagReader, type IssueTagWriter, StoredIssueTags } from './issueTags';
import { type IssueTextReader, IssueTexts, type IssueTextWriter } from './issueText';
import {
  type MemberReader,
  Members,
  type MemberWriter,
  type OrganizationReader,
  Organizations,
  type OrganizationWriter,
  type TeamReader,
  Teams,
  type TeamWriter,
} from './organizations';
import { type MemberSessionReader, MemberSessions, type MemberSessionWriter } from './memberSessions';
import { type MergedIssueReader, MergedIssues, type MergedIssueWriter } from './mergedIssues';
import { type OutcomeReader, Outcomes, type OutcomeWriter } from './outcomes';
import { type OwnershipReader, type OwnershipWriter, ProjectOwnership } from './ownership';
import { type ProjectBundleReader, ProjectBundles, type ProjectBundleWriter } from './projectBundles';
import { type ProjectKeyReader, ProjectKeys, type ProjectKeyWriter } from './projectKeys';
import { type ProjectReader, Projects, type ProjectWriter } from './projects';
import { RateLimitCounts, type RateLimitCountWriter } from './rateLimitCounts';
import { type ReleaseHourReader, ReleaseHours } from './releaseHours';
import { type ReleaseReader, Releases, type ReleaseWriter } from './releases';
import { type RemovalReader, Removals, type RemovalWriter } from './removals';
import { type RemovedIssueReader, RemovedIssues, type RemovedIssueWriter } from './removedIssues';
import { type SignInReader, SignIns, type SignInWriter } from './signIns';
import { type SavedSearchReader, SavedSearches, type SavedSearchWriter } from './savedSearches';
import type { DiskSpace, DiskUse, PoolUsage, QueueStatus, Session, WriteScope } from './sql';
import { type TokenReader, Tokens, type TokenWriter } from './tokens';

/*
 * The table of the entities: a new one is a file of its own, and has a line in each of the three lists below.
 * A reader finds and lists rows; a writer also changes them, inside the transaction that it was created for.
 * `find` returns undefined if there is no such row. Times are milliseconds since 1970, UTC; ids are decimal text.
 */

export interface Readers {
  readonly organizations: OrganizationReader;
  readonly members: MemberReader;
  readonly teams: TeamReader;
  readonly projects: ProjectReader;
  readonly projectKeys: ProjectKeyReader;
  readonly ownership: OwnershipReader;
  readonly tokens: TokenReader;
  readonly memberSessions: MemberSessionReader;
  readonly signIns: SignInReader;
  readonly savedSearches: SavedSearchReader;
  readonly events: EventReader;
  readonly issues: IssueReader;
  readonly issueReleases: IssueReleaseReader;
  readonly issueStats: IssueStatsReader;
  readonly issueTags: IssueTagReader;
  readonly activities: ActivityReader;
  readonly mergedIssues: MergedIssueReader;
  readonly issueChanges: IssueChangeReader;
  readonly issueMarks: IssueMarkReader;
  readonly issueTexts: IssueTextReader;
  readonly issueStates: IssueStateReader;
  readonly removedIssues: RemovedIssueReader;
  readonly releases: ReleaseReader;
  readonly releaseHours: ReleaseHourReader;
  readonly deploys: DeployReader;
  readonly contents: ContentReader;
  readonly artifacts: ArtifactReader;
  readonly projectBundles: ProjectBundleReader;
  readonly outcomes: OutcomeReader;
  readonly alerts: AlertReader;
  readonly alertRules: AlertRuleReader;
  readonly webhooks: WebhookReader;
  readonly fetchAttempts: FetchAttemptReader;
  readonly frameResolutions: FrameResolutionReader;
  readonly auditLog: AuditLogReader;
  readonly expiredData: ExpiredDataReader;
  readonly removals: RemovalReader;
}

export interface Writers extends Readers {
  readonly organizations: OrganizationWriter;
  readonly members: MemberWriter;
  readonly teams: TeamWriter;
  readonly projects: ProjectWriter;
  readonly projectKeys: ProjectKeyWriter;
  readonly ownership: OwnershipWriter;
  readonly tokens: TokenWriter;
  readonly memberSessions: MemberSessionWriter;
  readonly signIns: SignInWriter;
  readonly savedSearches: SavedSearchWriter;
  readonly events: EventWriter;
  readonly issues: IssueWriter;
  readonly activities: ActivityWriter;
  readonly mergedIssues: MergedIssueWriter;
  readonly issueChanges: IssueChangeWriter;
  readonly issueMarks: IssueMarkWriter;
  readonly issueStates: IssueStateWriter;
  readonly issueTags: IssueTagWriter;
  readonly issueReleases: IssueReleaseWriter;
  readonly issueStats: IssueStatsWriter;
  readonly issueTexts: IssueTextWriter;
  readonly removedIssues: RemovedIssueWriter;
  readonly releases: ReleaseWriter;
  readonly deploys: DeployWriter;
  readonly contents: ContentWriter;
  readonly artifacts: ArtifactWriter;
  readonly projectBundles: ProjectBundleWriter;
  readonly outcomes: OutcomeWriter;
  readonly rateLimitCounts: RateLimitCountWriter;
  readonly alerts: AlertWriter;
  readonly alertRules: AlertRuleWriter;
  readonly webhooks: WebhookWriter;
  readonly fetchAttempts: FetchAttemptWriter;
  readonly frameResolutions: FrameResolutionWriter;
  readonly auditLog: AuditLogWriter;
  readonly expiredData: ExpiredDataWriter;
  readonly removals: RemovalWriter;
}

/** The stores of one session. Each is constructed where it is used: a session uses a few of them. */
export class SessionStores implements Writers {
  constructor(private readonly session: Session) {}

  get organizations(): Organizations {
    return new Organizations(this.session);
  }

  get members(): Members {
    return new Members(this.session);
  }

  get teams(): Teams {
    return new Teams(this.session);
  }

  get projects(): Projects {
    return new Projects(this.session);
  }

  get ownership(): ProjectOwnership {
    return new ProjectOwnership(this.session);
  }

  get projectKeys(): ProjectKeys {
    return new ProjectKeys(this.session);
  }

  get tokens(): Tokens {
    return new Tokens(this.session);
  }

  get memberSessions(): MemberSessions {
    return new MemberSessions(this.session);
  }

  get signIns(): SignIns {
    return new SignIns(this.session);
  }

  get savedSearches(): SavedSearches {
    return new SavedSearches(this.session);
  }

  get events(): Events {
    return new Events(this.session);
  }

  get issues(): Issues {
    return new Issues(this.session);
  }

  get activities(): Activities {
    return new Activities(this.session);
  }

  get issueChanges(): IssueChanges {
    return new IssueChanges(this.session);
  }

  get issueMarks(): IssueMarks {
    return new IssueMarks(this.session);
  }

  get mergedIssues(): MergedIssues {
    return new MergedIssues(this.session);
  }

  get issueStates(): IssueStates {
    return new IssueStates(this.session);
  }

  get issueTags(): StoredIssueTags {
    return new StoredIssueTags(this.session);
  }

  get issueReleases(): IssueReleases {
    return new IssueReleases(this.session);
  }

  get issueStats(): IssueStats {
    return new IssueStats(this.session);
  }

  get issueTexts(): IssueTexts {
    return new IssueTexts(this.session);
  }

  get removedIssues(): RemovedIssues {
    return new RemovedIssues(this.session);
  }

  get releases(): Releases {
    return new Releases(this.session);
  }

  get releaseHours(): ReleaseHours {
    return new ReleaseHours(this.session);
  }

  get deploys(): Deploys {
    return new Deploys(this.session);
  }

  get contents(): Contents {
    return new Contents(this.session);
  }

  get artifacts(): Artifacts {
    return new Artifacts(this.session);
  }

  get projectBundles(): ProjectBundles {
    return new ProjectBundles(this.session);
  }

  get outcomes(): Outcomes {
    return new Outcomes(this.session);
  }

  get rateLimitCounts(): RateLimitCounts {
    return new RateLimitCounts(this.session);
  }

  get alerts(): Alerts {
    return new Alerts(this.session);
  }

  get alertRules(): AlertRules {
    return new AlertRules(this.session);
  }

  get webhooks(): Webhooks {
    return new Webhooks(this.session);
  }

  get fetchAttempts(): FetchAttempts {
    return new FetchAttempts(this.session);
  }

  get frameResolutions(): FrameResolutions {
    return new FrameResolutions(this.session);
  }

  get auditLog(): AuditLog {
    return new AuditLog(this.session);
  }

  get expiredData(): ExpiredData {
    return new ExpiredData(this.session);
  }

  get removals(): Removals {
    return new Removals(this.session);
  }
}

/** Runs `work` on committed rows. @param deadline see `deadline.ts`; half a minute from now, if it is omitted */
export type Read = <T>(work: (stores: Readers) => Promise<T>, deadline?: number) => Promise<T>;

/**
 * Runs `work` in one transaction; resolves after the commit is durable. `work` may await only the stores that it
 * receives: in a database in memory, a `read` inside would wait for the end of its own transaction.
 * @param scope what the transaction changes; anything, if it is omitted
 * @param deadline as of `Read`
 */
export type Write = <T>(work: (stores: Writers) => Promise<T>, scope?: WriteScope, deadline?: number) => Promise<T>;

/** An open database with the current schema. */
export interface Database {
  readonly read: Read;
  /**
   * A `read` of rows by their keys, without which no event is accepted. On PostgreSQL it does not wait for other readers.
   */
  readonly lookUp: Read;
  readonly write: Write;
  /**
   * Runs `work` as `write` does, but in one process at a time; returns undefined if another process is running such
   * work. Background jobs have no deadline.
   * @param scope as of `write`
   */
  readonly exclusively: <T>(work: (stores: Writers) => Promise<T>, scope?: WriteScope) => Promise<T | undefined>;
  /** Has PostgreSQL count the rows of these tables, after many were inserted or deleted. */
  analyze(tables: readonly string[]): Promise<void>;
  /** Milliseconds that one step of a background job may take: on SQLite, all other writes wait for it. */
  readonly backgroundStepMs: number;
  /** The usage of the pools of connections; SQLite has none. */
  readonly pools: () => readonly PoolUsage[];
  /** Returns some of the space of deleted rows to the operating system. Returns whether there is more. */
  shrink(): Promise<boolean>;
  /** Called before much is written. @throws Unavailable if there is too little disk space for it */
  requireDiskSpace(use: DiskUse): void;
  /** @throws Unavailable if nothing can be written at the moment, one of the tables is missing, or the database is known to be damaged */
  requireWritable(tables: readonly string[]): Promise<void>;
  /** Reads all pages of an SQLite file, on a thread of its own. Returns what is damaged, or null; on PostgreSQL null. */
  findDamage(signal: AbortSignal): Promise<string | null>;
  /** Whether another service has the same SQLite file open. If not, another one finds from now on that this one has. */
  isShared(): boolean;
  /** The space of the disk; null if the service does not see it. */
  measureDisk(): Promise<DiskSpace | null>;
  /** What waits for its transaction; nothing on PostgreSQL, where writes wait for a connection. */
  writeQueue(): QueueStatus;
  /** Waits for accepted writes and closes the database. */
  close(): Promise<void>;
}
