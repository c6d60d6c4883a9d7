import type { AlertReader, AlertWriter, WebhookReader, WebhookWriter } from './alerts';
import type { ArtifactReader, ArtifactWriter } from './artifacts';
import type { ContentReader, ContentWriter } from './contents';
import type { DeployReader, DeployWriter } from './deploys';
import type { EventReader, EventWriter } from './events';
import type { FetchAttemptReader, FetchAttemptWriter } from './fetchAttempts';
import type { IssueReader, IssueWriter } from './issues';
import type { IssueTagWriter } from './issueTags';
import type {
  MemberReader,
  MemberWriter,
  OrganizationReader,
  OrganizationWriter,
  TeamReader,
  TeamWriter,
} from './organizations';
import type { OutcomeReader, OutcomeWriter } from './outcomes';
import type { ProjectKeyReader, ProjectKeyWriter } from './projectKeys';
import type { ProjectReader, ProjectWriter } from './projects';
import type { ReleaseReader, ReleaseWriter } from './releases';
import type { RemovedIssueReader, RemovedIssueWriter } from './removedIssues';
import type { WriteScope } from './sql';
import type { TokenReader, TokenWriter } from './tokens';

/*
 * A reader finds and lists rows; a writer also changes them, inside the transaction that it was created for.
 * `find` returns undefined if there is no such row. Times are milliseconds since 1970, UTC; ids are decimal text.
 */

export interface Readers {
  readonly organizations: OrganizationReader;
  readonly members: MemberReader;
  readonly teams: TeamReader;
  readonly projects: ProjectReader;
  readonly projectKeys: ProjectKeyReader;
  readonly tokens: TokenReader;
  readonly events: EventReader;
  readonly issues: IssueReader;
  readonly removedIssues: RemovedIssueReader;
  readonly releases: ReleaseReader;
  readonly deploys: DeployReader;
  readonly contents: ContentReader;
  readonly artifacts: ArtifactReader;
  readonly outcomes: OutcomeReader;
  readonly alerts: AlertReader;
  readonly webhooks: WebhookReader;
  readonly fetchAttempts: FetchAttemptReader;
}

export interface Writers extends Readers {
  readonly organizations: OrganizationWriter;
  readonly members: MemberWriter;
  readonly teams: TeamWriter;
  readonly projects: ProjectWriter;
  readonly projectKeys: ProjectKeyWriter;
  readonly tokens: TokenWriter;
  readonly events: EventWriter;
  readonly issues: IssueWriter;
  readonly issueTags: IssueTagWriter;
  readonly removedIssues: RemovedIssueWriter;
  readonly releases: ReleaseWriter;
  readonly deploys: DeployWriter;
  readonly contents: ContentWriter;
  readonly artifacts: ArtifactWriter;
  readonly outcomes: OutcomeWriter;
  readonly alerts: AlertWriter;
  readonly webhooks: WebhookWriter;
  readonly fetchAttempts: FetchAttemptWriter;
}

/** Runs `work` on committed rows. */
export type Read = <T>(work: (stores: Readers) => Promise<T>) => Promise<T>;

/**
 * Runs `work` in one transaction; resolves after the commit is durable. `work` may await only the stores that it receives: in a
 * database in memory, a `read` inside would wait for the end of its own transaction.
 * @param scope what the transaction changes; anything, if it is omitted
 */
export type Write = <T>(work: (stores: Writers) => Promise<T>, scope?: WriteScope) => Promise<T>;

/** An open database with the current schema. */
export interface Database {
  readonly read: Read;
  readonly write: Write;
  /** Runs `work` as `write` does, but in one process at a time; returns undefined if another process is running such work. */
  readonly exclusively: <T>(work: (stores: Writers) => Promise<T>) => Promise<T | undefined>;
  /** Returns some of the space of deleted rows to the operating system. Returns whether there is more. */
  shrink(): Promise<boolean>;
  /** Called before a large body is read. @throws Unavailable if there is too little disk space for it */
  requireDiskSpace(): void;
  /** @throws Unavailable if nothing can be written at the moment */
  requireWritable(): Promise<void>;
  /** Waits for accepted writes and closes the database. */
  close(): Promise<void>;
}
