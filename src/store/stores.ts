import { ActivityReader, ActivityWriter } from './issues/activities';
import { AlertDecisionReader, AlertDecisionWriter, CrashFreeWatchReader, CrashFreeWatchWriter } from './alertDecisions';
import { AlertIncidentReader, AlertIncidentWriter } from './alertIncidents';
import { AlertAddressReader, AlertAddressWriter, AlertRuleReader, AlertRuleWriter } from './alertRules';
import { AlertReader, AlertWriter } from './alerts';
import { ArtifactReader, ArtifactWriter } from './artifacts';
import { AttachmentReader, AttachmentWriter } from './attachments';
import { ErasureReader, ErasureWriter } from './erasures';
import {
  MemberReader,
  MemberWriter,
  OrganizationReader,
  OrganizationWriter,
  TeamReader,
  TeamWriter,
} from './organizations';
import { AuditLogReader, AuditLogWriter } from './auditLog';
import { ContentReader, ContentWriter } from './contents';
import { DeployReader, DeployWriter } from './deploys';
import { EventReader, EventWriter } from './events';
import { ExpiredDataReader, ExpiredDataWriter } from './expiredData';
import { FeedbackReader, FeedbackWriter } from './feedback';
import { FetchAttemptReader, FetchAttemptWriter } from './fetchAttempts';
import { FrameResolutionReader, FrameResolutionWriter } from './frameResolutions';
import { GroupingPreviewReader, GroupingPreviewWriter, RegroupingReader, RegroupingWriter } from './regroupings';
import {
  IssueChangeReader,
  IssueChangeWriter,
  IssueMarkReader,
  IssueMarkWriter,
  IssueStateReader,
  IssueStateWriter,
} from './issues/issueStates';
import { IssueReleaseReader, IssueReleaseWriter } from './issues/issueReleases';
import { IssueReader, IssueWriter } from './issues/issues';
import { IssueStatsReader, IssueStatsWriter } from './issues/issueStats';
import { IssueTagReader, IssueTagWriter } from './issues/issueTags';
import { IssueTextReader, IssueTextWriter } from './issues/issueText';
import { OAuthReader, OAuthWriter, TokenReader, TokenWriter } from './tokens';
import { MemberSessionReader, MemberSessionWriter, SignInReader, SignInWriter } from './signIns';
import { MergedIssueReader, MergedIssueWriter } from './issues/mergedIssues';
import { MonitorReader, MonitorWriter } from './monitors';
import {
  DroppedEventReader,
  DroppedEventWriter,
  OutcomeReader,
  OutcomeWriter,
  RateLimitCountWriter,
} from './eventCounts';
import { OwnershipReader, OwnershipWriter, WebhookReader, WebhookWriter } from './projectSettings';
import { ProjectBundleReader, ProjectBundleWriter } from './projectBundles';
import { ProjectKeyReader, ProjectKeyWriter } from './projectKeys';
import { ProjectReader, ProjectWriter } from './projects';
import { ReleaseHourReader } from './releaseEvents';
import { ReleaseComparisonReader } from './issues/releaseComparison';
import { ReleaseHealthReader, ReleaseHealthWriter } from './releaseHealth';
import { ReleaseReader, ReleaseWriter } from './releases';
import { RemovalReader, RemovalWriter } from './removals';
import { RemovedIssueReader, RemovedIssueWriter } from './issues/removedIssues';
import { TicketReader, TicketWriter } from './tickets';
import { SavedSearchReader, SavedSearchWriter } from './search/savedSearches';
import type { MigrationProgress } from './engine/migrate';
import {
  type DiskSpace,
  type DiskUse,
  EntityStore,
  type PoolUsage,
  type QueueStatus,
  type ReadSession,
  type RequestReads,
  type Session,
  type StandbyStatus,
  type WriteScope,
} from './engine/sql';

const TAKE = `INSERT INTO job_lease (job, holder, held_until) VALUES (?, ?, ?)
  ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
  WHERE job_lease.holder = excluded.holder OR job_lease.held_until < ?`;

/** The rows of `job_lease`: which process runs a job, on a cluster of several machines. */
class JobLeaseWriter extends EntityStore<Session> {
  /** Takes or extends the lease of a job. Returns false if another process has it. */
  async take(job: string, holder: string, now: number, until: number): Promise<boolean> {
    return (await this.session.run(TAKE, [job, holder, until, now])).changes > 0;
  }
}

/**
 * The entities, each with the class of its reader and the class of its writer: a new entity is a line here. A reader
 * finds and lists rows; a writer also changes them, inside the transaction for which it was created. `releaseHours` and
 * `releaseComparison` have nothing to write, and `rateLimitCounts` and `jobLeases` nothing to read. `find` returns
 * undefined if there is no such row. Times are milliseconds since 1970, UTC; ids are decimal text.
 */
const ENTITIES = {
  organizations: [OrganizationReader, OrganizationWriter],
  members: [MemberReader, MemberWriter],
  teams: [TeamReader, TeamWriter],
  projects: [ProjectReader, ProjectWriter],
  projectKeys: [ProjectKeyReader, ProjectKeyWriter],
  ownership: [OwnershipReader, OwnershipWriter],
  tokens: [TokenReader, TokenWriter],
  memberSessions: [MemberSessionReader, MemberSessionWriter],
  signIns: [SignInReader, SignInWriter],
  oauth: [OAuthReader, OAuthWriter],
  savedSearches: [SavedSearchReader, SavedSearchWriter],
  events: [EventReader, EventWriter],
  issues: [IssueReader, IssueWriter],
  issueReleases: [IssueReleaseReader, IssueReleaseWriter],
  issueStats: [IssueStatsReader, IssueStatsWriter],
  issueTags: [IssueTagReader, IssueTagWriter],
  activities: [ActivityReader, ActivityWriter],
  mergedIssues: [MergedIssueReader, MergedIssueWriter],
  issueChanges: [IssueChangeReader, IssueChangeWriter],
  issueMarks: [IssueMarkReader, IssueMarkWriter],
  issueTexts: [IssueTextReader, IssueTextWriter],
  issueStates: [IssueStateReader, IssueStateWriter],
  removedIssues: [RemovedIssueReader, RemovedIssueWriter],
  releases: [ReleaseReader, ReleaseWriter],
  releaseHours: [ReleaseHourReader, ReleaseHourReader],
  releaseHealth: [ReleaseHealthReader, ReleaseHealthWriter],
  releaseComparison: [ReleaseComparisonReader, ReleaseComparisonReader],
  deploys: [DeployReader, DeployWriter],
  contents: [ContentReader, ContentWriter],
  artifacts: [ArtifactReader, ArtifactWriter],
  attachments: [AttachmentReader, AttachmentWriter],
  projectBundles: [ProjectBundleReader, ProjectBundleWriter],
  monitors: [MonitorReader, MonitorWriter],
  outcomes: [OutcomeReader, OutcomeWriter],
  droppedEvents: [DroppedEventReader, DroppedEventWriter],
  alerts: [AlertReader, AlertWriter],
  alertAddresses: [AlertAddressReader, AlertAddressWriter],
  alertRules: [AlertRuleReader, AlertRuleWriter],
  alertDecisions: [AlertDecisionReader, AlertDecisionWriter],
  alertIncidents: [AlertIncidentReader, AlertIncidentWriter],
  tickets: [TicketReader, TicketWriter],
  crashFreeWatches: [CrashFreeWatchReader, CrashFreeWatchWriter],
  webhooks: [WebhookReader, WebhookWriter],
  feedback: [FeedbackReader, FeedbackWriter],
  fetchAttempts: [FetchAttemptReader, FetchAttemptWriter],
  frameResolutions: [FrameResolutionReader, FrameResolutionWriter],
  groupingPreviews: [GroupingPreviewReader, GroupingPreviewWriter],
  regroupings: [RegroupingReader, RegroupingWriter],
  auditLog: [AuditLogReader, AuditLogWriter],
  erasures: [ErasureReader, ErasureWriter],
  expiredData: [ExpiredDataReader, ExpiredDataWriter],
  removals: [RemovalReader, RemovalWriter],
  rateLimitCounts: [undefined, RateLimitCountWriter],
  jobLeases: [undefined, JobLeaseWriter],
} as const;

type Entities = typeof ENTITIES;
type Name = keyof Entities;
type ReadName = { [N in Name]: Entities[N][0] extends undefined ? never : N }[Name];

/** The stores of a session that reads. */
export type Readers = { readonly [N in ReadName]: InstanceType<Entities[N][0]> };

/** The stores of a session that writes. */
export type Writers = { readonly [N in Name]: InstanceType<Entities[N][1]> };

const SessionReaders = defineStores<ReadSession>(([reader]) => reader);
const SessionWriters = defineStores<Session>(([, writer]) => writer);

/** Returns the readers of a session: they have no methods that write. */
export function readersOf(session: ReadSession): Readers {
  return new SessionReaders(session) as Readers;
}

/** Returns the writers of a transaction. */
export function writersOf(session: Session): Writers {
  return new SessionWriters(session) as Writers;
}

type Constructor<S> = new (session: S) => unknown;

/**
 * Makes a class with a getter for each entity. Its instances construct a store when it is used: a session uses few of
 * them.
 * @param choose returns the class of an entity's store; undefined if there is none
 */
function defineStores<S>(choose: (entity: Entities[Name]) => Constructor<S> | undefined): new (session: S) => object {
  class SessionStores {
    constructor(readonly session: S) {}
  }
  for (const [name, entity] of Object.entries(ENTITIES)) {
    const Store = choose(entity);
    if (Store === undefined) continue;
    Object.defineProperty(SessionStores.prototype, name, {
      get(this: SessionStores) {
        return new Store(this.session);
      },
    });
  }
  return SessionStores;
}

/** Runs `work` on committed rows. @param deadline see `engine/sql.ts`; half a minute from now, if omitted */
export type Read = <T>(work: (stores: Readers) => Promise<T>, deadline?: number) => Promise<T>;

/**
 * Runs `work` in one transaction; resolves after the commit is durable. `work` may await only the stores that it
 * receives: in a database in memory, a `read` inside would wait for the end of its own transaction.
 * @param scope the projects that the transaction changes; it may change anything, if omitted
 * @param deadline as for `Read`
 */
export type Write = <T>(work: (stores: Writers) => Promise<T>, scope?: WriteScope, deadline?: number) => Promise<T>;

/**
 * An open database. While its schema is not the one that the code expects, it refuses everything that needs the schema.
 */
export interface Database {
  readonly read: Read;
  /** Returns the reads of a request that changes nothing: they may use a standby. */
  readonly openReads: () => RequestReads<Readers>;
  /**
   * Reads rows by their keys before an event is accepted. On PostgreSQL it has connections of its own, so that it does
   * not wait for other readers.
   */
  readonly lookUp: Read;
  readonly write: Write;
  /**
   * Runs `work` of a background job as `write` does, but without a deadline and in one process at a time. Returns
   * undefined if another process is running such work.
   * @param scope as for `write`
   */
  readonly exclusively: <T>(work: (stores: Writers) => Promise<T>, scope?: WriteScope) => Promise<T | undefined>;
  /** Applies the missing migrations. Until it has ended, everything that needs the schema is refused. @throws Error */
  readonly migrate: () => Promise<void>;
  /** Returns the progress of the migration that the database needs; null if it needs none. */
  readonly migration: () => MigrationProgress | null;
  /**
   * Returns true if a newer program has migrated the database and has changed more than it added: everything that needs
   * the schema is refused then.
   */
  isSuperseded(): Promise<boolean>;
  /** Makes PostgreSQL update the statistics of these tables, after many rows were inserted or deleted. */
  analyze(tables: readonly string[]): Promise<void>;
  /** Number of milliseconds that one step of a background job may take: on SQLite, all other writes wait for it. */
  readonly backgroundStepMs: number;
  /** True if rows may be on several machines, so that a statement that names no project asks all of them. */
  readonly isCluster: boolean;
  /** The usage of the pools of connections; SQLite has none. */
  readonly pools: () => readonly PoolUsage[];
  /** Returns some of the space of deleted rows to the operating system. Returns true if there is more. */
  shrink(): Promise<boolean>;
  /** Removes bytes of deleted rows from SQLite's files. Returns true if there is more to do. */
  purge(): Promise<boolean>;
  /** Checks the free disk space before large writes. @throws Unavailable if there is too little */
  readonly requireDiskSpace: (use: DiskUse) => void;
  /**
   * Checks that the database can be written.
   * @throws Unavailable if nothing can be written at the moment, one of the tables is missing, the database is known to
   * be damaged, or its schema is not the one that the code expects
   */
  requireWritable(tables: readonly string[]): Promise<void>;
  /**
   * Reads all pages of an SQLite file on a thread of its own. Returns a description of the damage; null if there is
   * none, and on PostgreSQL.
   */
  findDamage(signal: AbortSignal): Promise<string | null>;
  /**
   * Returns true if another service has the same SQLite file open. If not, another service will find from now on that
   * this one has it open.
   */
  isShared(): boolean;
  /** Returns the space of the disk; null if the service does not see it. */
  measureDisk(): Promise<DiskSpace | null>;
  /** Returns the bytes of the database with its indexes; of a file, with its log. */
  measureSize(): Promise<number>;
  /** Returns the state of the standby; null if there is none. */
  measureStandby(): Promise<StandbyStatus | null>;
  /** Returns the writes that wait for their transaction; none on PostgreSQL, where writes wait for a connection. */
  writeQueue(): QueueStatus;
  /** Waits for accepted writes and closes the database. */
  close(): Promise<void>;
}
