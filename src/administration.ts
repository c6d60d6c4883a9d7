import { createRequire } from 'node:module';
import path from 'node:path';
import { createWebhookPoster, recordWebhookResult, WebhookTester } from './alerts/webhook';
import { type Config, publicUrlOf } from './config';
import type { WebhookTestResult } from './domain/alert';
import type { FieldErrors } from './domain/errors';
import { lazily } from './domain/lazy';
import type { Organization } from './domain/organization';
import type { Project } from './domain/project';
import { createFieldValidator } from './http/errors';
import { createHostResolver } from './net/privateNetworkGuard';
import { describeProgress, type MigrationProgress } from './store/engine/migrate';
import { isMissingFile, openDatabase, sqlitePathOf, waitWhileBusy } from './store/engine/open';
import type { Database, Readers } from './store/stores';
import {
  backUpDatabase,
  type BackupSummary,
  type ReportBackup,
  restoreDatabase,
  type RestoreSummary,
} from './store/tools/backup';
import { type CopiedTable, copyDatabase, type ReportProgress } from './store/tools/copy';
import { distributeDatabase } from './store/tools/distribute';
import { listPendingMigrations, type PendingMigration } from './store/tools/pendingMigrations';

/*
 * Runs the work of commands on the database of the service. Nothing of the service itself is loaded: a command starts
 * in a third of the time.
 */

const MEMORY_URL = 'sqlite::memory:';

/** Copies a database into an empty one. @throws Error if it cannot */
export async function copyDatabaseBetween(from: string, to: string, report: ReportProgress): Promise<CopiedTable[]> {
  if ([from, to].includes(MEMORY_URL)) throw memoryDatabaseError(MEMORY_URL);
  return copyDatabase(from, to, report);
}

/** Copies the configured SQLite database into a new file. @throws Error if it cannot */
export async function backUp({ databaseUrl }: Config, to: string, report: ReportBackup): Promise<BackupSummary> {
  requireStoredDatabase(databaseUrl);
  return backUpDatabase(databaseUrl, to, report);
}

/** Replaces the configured SQLite database by a backup. @throws Error if it cannot */
export async function restore({ databaseUrl }: Config, from: string, report: ReportBackup): Promise<RestoreSummary> {
  requireStoredDatabase(databaseUrl);
  return restoreDatabase(databaseUrl, from, report);
}

/** Distributes the tables over a Citus cluster. @returns the statements @throws Error if it cannot */
export async function distributeTables({ databaseUrl }: Config, isDryRun: boolean): Promise<string[]> {
  return distributeDatabase(databaseUrl, isDryRun);
}

/**
 * Migrates the configured database, unless it is a dry run. Returns the migrations that it needed.
 * @throws Error if it cannot
 */
export async function runMigrations(config: Config, isDryRun: boolean): Promise<PendingMigration[]> {
  requireStoredDatabase(config.databaseUrl);
  const pending = await listPendingMigrations(config.databaseUrl);
  if (!isDryRun) await (await openForCommand(config, false)).close();
  return pending;
}

/**
 * Opens the database for a command; the service may have it open too, and while it keeps the database busy, the command
 * waits.
 * @param mayCreate true if an SQLite file that does not exist is created
 * @throws Error if it cannot
 */
export async function openForCommand(config: Config, mayCreate: boolean): Promise<Database> {
  requireStoredDatabase(config.databaseUrl);
  if (!mayCreate && isMissingFile(config.databaseUrl)) {
    throw new Error(
      `There is no database file ${path.resolve(sqlitePathOf(config.databaseUrl))}: set DATABASE_URL to that of the service, or begin with culprit organization create.`,
    );
  }
  const open = () => openDatabase(config.databaseUrl, { reportMigration: printMigration });
  const database = await waitWhileBusy(open, printWaiting);
  const { write } = database;
  return { ...database, write: (work, scope) => waitWhileBusy(() => write(work, scope), printWaiting) };
}

/** Prints on standard error why the command takes longer. */
function printWaiting(): void {
  process.stderr.write('culprit: another process is writing to the database; waiting for it\n');
}

/** @throws Error if the configured database is in memory, where only the service has it */
function requireStoredDatabase(databaseUrl: string): void {
  if (databaseUrl === MEMORY_URL) throw memoryDatabaseError(`DATABASE_URL is ${MEMORY_URL}, which`);
}

/** @param what the beginning of the sentence */
function memoryDatabaseError(what: string): Error {
  return new Error(`${what} exists only in the memory of the service; name a file, such as sqlite:culprit.db.`);
}

/**
 * Sends a test alert to the webhook of a project, for a command. A confirmed one closes the circuit.
 * @throws Error if the project has no webhook
 */
export async function testProjectWebhook(
  config: Config,
  { read, write }: Database,
  { organization, project }: { organization: Organization; project: Project },
): Promise<WebhookTestResult> {
  const webhook = await read(({ webhooks }) => webhooks.find(project.id));
  if (webhook === undefined) throw new Error(`The project "${project.slug}" has no webhook.`);
  const access = { allowsPrivate: config.allowsPrivateWebhooks, resolve: createHostResolver() };
  const tester = new WebhookTester(createWebhookPoster(access), () => publicUrlOf(config));
  const now = Date.now();
  const result = await tester.test({ webhook, organization, project, now });
  if (result.error === null) {
    const owner = { projectId: project.id, organizationId: organization.id };
    const recorded = { now, error: null, sendsMail: config.smtp !== null };
    await write((stores) => recordWebhookResult(stores, owner, recorded));
  }
  return result;
}

/**
 * Returns the errors in ownership rules before they are stored for a project, by the rules of `updateProjectOwnership`.
 */
export type CheckOwnership = (stores: Readers, project: Project, raw: string) => Promise<string[]>;

/** Loads the check of ownership rules, for the one command that needs it. */
export async function loadOwnershipCheck(): Promise<CheckOwnership> {
  const { checkOwnershipUpdate } = await import('./ingest/assignOwners.js');
  const validate = createFieldValidator(loadContract(), 'ProjectOwnershipUpdate', ['raw']);
  return async (stores, project, raw) => validate({ raw })['raw'] ?? checkOwnershipUpdate(stores, project, raw);
}

/**
 * Prints the progress of a migration that takes long, on standard error, because standard output is for the results of
 * commands.
 */
function printMigration(progress: MigrationProgress): void {
  if (progress.totalRows > 0 || progress.isWaiting === true)
    process.stderr.write(`culprit: ${describeProgress(progress)}\n`);
}

/** Validates `name`, `slug` and `platform` of a project by the rules of `updateProject`. */
export function projectFieldErrors(fields: object): FieldErrors {
  return projectFields()(fields);
}

const projectFields = lazily(() => createFieldValidator(loadContract(), 'ProjectUpdate', ['name', 'slug', 'platform']));

/** Reads the contract, which few commands need. */
function loadContract(): object {
  return createRequire(__filename)('../generated/openapi.json') as object;
}
