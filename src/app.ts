import { lookup } from 'node:dns';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import contract from '../generated/openapi.json';
import { createMailChannel, openMailer } from './alerts/mail';
import { createWebhookChannel, createWebhookPoster } from './alerts/webhook';
import { operations } from './api';
import type { HtmlPage } from './api/operation';
import { type Config, publicUrlOf } from './config';
import type { FieldErrors } from './domain/errors';
import { ContractSchemas } from './http/contract';
import { createFieldValidator } from './http/fieldErrors';
import { readHtmlPage } from './http/htmlPage';
import { createServer } from './http/server';
import { createIngestPipeline } from './ingest/pipeline';
import { EventQuota } from './ingest/quota';
import { SettingsCache } from './ingest/settingsCache';
import { IngestWorkerPool } from './ingest/worker/ingestWorkerPool';
import { AutoResolveJob } from './jobs/autoResolve';
import { DeliverAlertsJob } from './jobs/deliverAlerts';
import { FetchJavaScriptJob } from './jobs/fetchJavaScript';
import { ReclaimJob } from './jobs/reclaim';
import { RetentionJob } from './jobs/retention';
import { type BackgroundJob, Scheduler } from './jobs/scheduler';
import type { Logger } from './log';
import { limitLookups } from './net/privateNetworkGuard';
import { createFetchFile, withHostBackoff } from './sourcemaps/fetch/fetchFile';
import { SourceMapCache } from './sourcemaps/resolve/sourceMapCache';
import { openDatabase } from './store/open';
import type { Database } from './store/stores';
import { type CopiedTable, copyDatabase, type ReportProgress } from './store/tools/copy';
import { distributeDatabase } from './store/tools/distribute';
import { WriteLock } from './store/writeLock';

/** How long requests that were accepted may take to finish once the service is told to stop. */
const SHUTDOWN_GRACE_MS = 10_000;
const IDLE_SWEEP_MS = 50;

/** Where `npm run docs` puts the page, seen from this file as it is built and as it is written. */
const DOCS_PAGES = ['../docs/index.html', '../dist/docs/index.html'];

const MEMORY_URL = 'sqlite::memory:';

/** The running service. */
export interface App {
  readonly database: Database;
  /** Not listening until `listen` is called; tests may use it as it is. */
  readonly server: Server;
  /** Where it is reached, without a trailing slash. */
  publicUrl(): string;
  /** Starts to listen; answers the address as `http://HOST:PORT`. @throws Error with one sentence */
  listen(): Promise<string>;
  /** Stops accepting, finishes what was accepted and closes the database. */
  close(): Promise<void>;
}

/** Wires everything together: configuration → log → database → operations → server. */
export async function openApp(config: Config, log: Logger): Promise<App> {
  const lock = new WriteLock();
  const database = await openDatabase(config.databaseUrl, { reservedBytes: config.diskReserve, lock });
  let port = config.port;
  const publicUrl = () => publicUrlOf(config, port);
  const { read, write, requireWritable } = database;
  const { checksEveryReply, databaseUrl, smtp, allowsPrivateWebhooks, fetchesJavaScript } = config;
  const sendsMail = smtp !== null;
  const schemas = new ContractSchemas(contract);
  const sourceMaps = new SourceMapCache();
  const settingsCache = new SettingsCache();
  const ingestPipeline = createIngestPipeline({
    ...{ read, write, checkSchema: schemas.checkNamed, sourceMaps, settingsCache },
    ...{ fetchesJavaScript, sendsMail },
  });
  const ingestWorkers = new IngestWorkerPool(ingestPipeline, lock, { databaseUrl, sendsMail, fetchesJavaScript });
  const quota = new EventQuota({
    read,
    write,
    spikeFloor: config.spikeFloor,
    onError: errorLogger(log, 'counting events'),
  });
  const server = await createServer({
    document: contract,
    schemas,
    operations,
    services: {
      read,
      alerts: { sendsMail, allowsPrivateWebhooks },
      fetchesJavaScript,
      sourceMaps,
      ingest: { read, write, quota, processAndSave: ingestWorkers.ingest, compileSetting: settingsCache.compile },
      docs: readDocs(),
      requireWritable,
    },
    write,
    requireDiskSpace: () => {
      database.requireDiskSpace();
    },
    publicUrl,
    log,
    checksEveryReply,
    trustedProxies: config.trustedProxies,
  });
  const jobs = createBackgroundJobs(database, config, log, publicUrl);
  const scheduler = new Scheduler(jobs, (error, { name }) => {
    logFailure(log, name, error);
  });

  return {
    database,
    server,
    publicUrl,
    async listen() {
      await listenOn(server, config);
      port = (server.address() as AddressInfo).port;
      scheduler.start();
      return publicUrlOf({ ...config, publicUrl: null }, port);
    },
    async close() {
      await closeServer(server);
      await Promise.all([ingestWorkers.close(), quota.close(), scheduler.stop()]);
      await database.close();
    },
  };
}

export type { CopiedTable };

/** Copies one database into another, which is empty. @throws Error with one sentence */
export async function copyDatabaseBetween(from: string, to: string, report: ReportProgress): Promise<CopiedTable[]> {
  if ([from, to].includes(MEMORY_URL))
    throw new Error(`${MEMORY_URL} is in the memory of the service alone; name a file, such as sqlite:culprit.db.`);
  return copyDatabase(from, to, report);
}

/** Spreads the database over the machines of a Citus cluster; answers the statements. @throws Error with one sentence */
export async function distributeTables({ databaseUrl }: Config, isDryRun: boolean): Promise<string[]> {
  return distributeDatabase(databaseUrl, isDryRun);
}

/** Opens the database for a command that runs beside the service, or without it. @throws Error with one sentence */
export async function openForCommand(config: Config): Promise<Database> {
  if (config.databaseUrl === MEMORY_URL) {
    throw new Error(
      `DATABASE_URL is ${MEMORY_URL}, which only the service itself can use; name a file, such as sqlite:culprit.db.`,
    );
  }
  return openDatabase(config.databaseUrl);
}

/** What the contract has against these fields of a project (the rules of `updateProject`): `name`, `slug`, `platform`. */
export function projectFieldErrors(fields: object): FieldErrors {
  return createFieldValidator(contract, 'ProjectUpdate', ['name', 'slug', 'platform'])(fields);
}

/** Returns a function that logs errors of work in the background. */
function errorLogger(log: Logger, work: string): (error: unknown) => void {
  return (error) => {
    logFailure(log, work, error);
  };
}

function logFailure(log: Logger, work: string, error: unknown): void {
  log.error({ err: error }, `${work} failed`);
}

function createBackgroundJobs(
  database: Database,
  config: Config,
  log: Logger,
  publicUrl: () => string,
): BackgroundJob[] {
  const { smtp, allowsPrivateWebhooks, allowsPrivateFetches, fetchesJavaScript } = config;
  const { read } = database;
  const resolve = limitLookups(lookup);
  const postWebhook = createWebhookPoster({ allowsPrivate: allowsPrivateWebhooks, resolve });
  const channels = [
    createWebhookChannel(read, postWebhook, publicUrl),
    ...(smtp === null ? [] : [createMailChannel(read, openMailer(smtp.url, smtp.from), publicUrl)]),
  ];
  const jobs: BackgroundJob[] = [
    new ReclaimJob(database),
    new AutoResolveJob(database),
    new RetentionJob(database),
    ...channels.map(
      (channel) => new DeliverAlertsJob({ database, channel, onError: errorLogger(log, 'sending alerts') }),
    ),
  ];
  if (fetchesJavaScript) {
    const fetchFile = withHostBackoff(createFetchFile({ allowsPrivate: allowsPrivateFetches, resolve }));
    jobs.push(new FetchJavaScriptJob({ database, fetchFile, onError: errorLogger(log, 'fetching JavaScript') }));
  }
  return jobs;
}

function readDocs(): HtmlPage | null {
  const pages = DOCS_PAGES.map((file) => readHtmlPage(path.join(__dirname, file)));
  return pages.find((page) => page !== null) ?? null;
}

function listenOn(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(describeListenError(error, host, port))));
    server.listen(port, host, () => resolve());
  });
}

function describeListenError({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use; stop what listens there or set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user; set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST is "${host}", which is no address of this machine.`;
  return `Cannot listen on ${host}:${port}: ${message}`;
}

function closeServer(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS);
    // A connection that is busy now is kept alive after its reply, and only idle ones can be closed.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    server.close(() => {
      clearTimeout(force);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
