import type { AlertReader, AlertWriter, WebhookReader, WebhookWriter } from './alerts';
import type { ArtifactReader, ArtifactWriter, ContentReader, ContentWriter } from './artifacts';
import type { EventReader, EventWriter, OutcomeReader, OutcomeWriter } from './events';
import type { FetchAttemptReader, FetchAttemptWriter } from './fetchAttempts';
import type { IssueReader, IssueWriter } from './issues';
import type {
  MemberReader,
  MemberWriter,
  OrganizationReader,
  OrganizationWriter,
  ProjectKeyReader,
  ProjectKeyWriter,
  ProjectReader,
  ProjectWriter,
  TeamReader,
  TeamWriter,
  TokenReader,
  TokenWriter,
} from './organizations';
import type { ReleaseReader, ReleaseWriter } from './releases';
import type { WriteScope } from './sql';

/*
 * What the vault offers. A reader finds and lists; a writer also changes, inside the one transaction it was handed for.
 * `find` answers undefined for an absent row. Times are milliseconds since 1970, UTC; ids are decimal text.
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
  readonly releases: ReleaseReader;
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
  readonly releases: ReleaseWriter;
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
  requireDiskSpace(): void;
  /** @throws Unavailable unless something can be written at the moment */
  requireWritable(): Promise<void>;
  /** Waits for what was accepted and closes. */
  close(): Promise<void>;
}
