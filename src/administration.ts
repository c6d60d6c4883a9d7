import { createRequire } from 'node:module';
import path from 'node:path';
import { type Config, publicUrlOf } from './config';
import type { WebhookTestResult } from './domain/alert';
import type { FieldErrors } from './domain/errors';
import { lazily } from './domain/lazy';
import type { Organization } from './domain/organization';
import type { Project } from './domain/project';
import type { MigrationProgress } from './store/engine/migrate';
import type { Database, Readers } from './store/stores';
import type { BackupSummary, ReportBackup, RestoreSummary } from './store/tools/backup';
import type { CopiedTable, ReportProgress } from './store/tools/copy';
import type { PendingMigration } from './store/tools/pendingMigrations';

/*
 * Runs the work of commands on the database of the service. Nothing of the service itself is loaded, and the stores
 * only by a function that needs them: a command that is refused, or that talks to a service, starts without them.
 */

const MEMORY_URL = 'sqlite::memory:';

/** Copies a database into an empty one. @throws Error if it cannot */
export async function copyDatabaseBetween(from: string, to: string, report: ReportProgress): Promise<CopiedTable[]> {
  if ([from, to].includes(MEMORY_URL)) throw memoryDatabaseError(MEMORY_URL);
  const { copyDatabase } = await import('./store/tools/copy.js');
  return copyDatabase(from, to, report);
}

/** Copies the configured SQLite database into a new file. @throws Error if it cannot */
export async function backUp({ databaseUrl }: Config, to: string, report: ReportBackup): Promise<BackupSummary> {
  requireStoredDatabase(databaseUrl);
  const { backUpDatabase } = await import('./store/tools/backup.js');
  return backUpDatabase(databaseUrl, to, report);
}

/** Replaces the configured SQLite database by a backup. @throws Error if it cannot */
export async function restore({ databaseUrl }: Config, from: string, report: ReportBackup): Promise<RestoreSummary> {
  requireStoredDatabase(databaseUrl);
  const { restoreDatabase } = await import('./store/tools/backup.js');
  return restoreDatabase(databaseUrl, from, report);
}

/** Distributes the tables over a Citus cluster. @returns the statements @throws Error if it cannot */
export async function distributeTables({ databaseUrl }: Config, isDryRun: boolean): Promise<string[]> {
  const { distributeDatabase } = await import('./store/tools/distribute.js');
  return distributeDatabase(databaseUrl, isDryRun);
}

/**
 * Migrates the configured database, unless it is a dry run. Returns the migrations that it needed.
 * @throws Error if it cannot
 */
export async function runMigrations(config: Config, isDryRun: boolean): Promise<PendingMigration[]> {
  requireStoredDatabase(config.databaseUrl);
  const { listPendingMigrations } = await import('./store/tools/pendingMigrations.js');
  const pending = await listPendingMigrations(config.databaseUrl);
  if (!isDryRun) await runForCommand(config, () => Promise.resolve());
  return pending;
}

/**
 * Opens the database for a command, runs `work` and closes it. The service may have it open too; while it keeps the
 * database busy, the command waits. An SQLite file that does not exist is created: if `work` fails then, the error says
 * so, because DATABASE_URL may be mistyped.
 * @throws Error if it cannot
 */
export async function runForCommand<T>({ databaseUrl }: Config, work: (database: Database) => Promise<T>): Promise<T> {
  requireStoredDatabase(databaseUrl);
  const { isMissingFile, openDatabase, sqlitePathOf, waitWhileBusy } = await import('./store/engine/open.js');
  const { describeProgress } = await import('./store/engine/migrate.js');
  const isNew = isMissingFile(databaseUrl);
  // On standard error, because standard output is for the results of commands.
  const reportMigration = (progress: MigrationProgress): void => {
    if (progress.totalRows > 0 || progress.isWaiting === true)
      process.stderr.write(`culprit: ${describeProgress(progress)}\n`);
  };
  const database = await waitWhileBusy(() => openDatabase(databaseUrl, { reportMigration }), printWaiting);
  try {
    const { write } = database;
    return await work({ ...database, write: (task, scope) => waitWhileBusy(() => write(task, scope), printWaiting) });
  } catch (error) {
    if (!isNew || !(error instanceof Error)) throw error;
    const file = path.resolve(sqlitePathOf(databaseUrl));
    throw new Error(`${error.message} (in ${file}, which the command has created; DATABASE_URL names the file)`);
  } finally {
    await database.close();
  }
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
  const { createHostResolver } = await import('./net/privateNetworkGuard.js');
  const { createWebhookPoster, recordWebhookResult, WebhookTester } = await import('./alerts/webhook.js');
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
  const validate = await loadFieldValidator('ProjectOwnershipUpdate', ['raw']);
  return async (stores, project, raw) => validate({ raw })['raw'] ?? checkOwnershipUpdate(stores, project, raw);
}

/** Validates `name`, `slug` and `platform` of a project by the rules of `updateProject`. */
export async function projectFieldErrors(fields: object): Promise<FieldErrors> {
  return (await projectFields())(fields);
}

const projectFields = lazily(() => loadFieldValidator('ProjectUpdate', ['name', 'slug', 'platform']));

/** Loads the contract, and creates a validator of some fields of a schema. */
async function loadFieldValidator(schema: string, fields: readonly string[]): Promise<(values: object) => FieldErrors> {
  const { createFieldValidator } = await import('./http/errors.js');
  const contract = createRequire(__filename)('../generated/serviceContract.json') as object;
  return createFieldValidator(contract, schema, fields);
}
