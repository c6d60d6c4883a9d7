import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { operations } from '../generated/handlers';
import bundledContract from '../generated/openapi.json';
import { Confirmations } from './alerts/confirmations';
import { createMailChannel, type Mailer, openMailer } from './alerts/mail';
import { MailLimits } from './alerts/mailLimits';
import { RuleTester } from './alerts/testRule';
import {
  createWebhookChannel,
  createWebhookPoster,
  type PostWebhook,
  recordRuleResult,
  recordWebhookResult,
  WebhookTester,
} from './alerts/webhook';
import type { ConsoleFiles, HtmlPage } from './api/operation';
import { type Config, publicUrlOf, urlOf } from './config';
import { ALERT_CHANNELS } from './domain/alert';
import type { OutcomeCount } from './domain/outcome';
import type { OpenIdProvider } from './domain/session';
import { AccessLog } from './http/accessLog';
import { type LoadedContract, loadContract } from './http/contract';
import { readConsoleFiles, readHtmlPage } from './http/htmlPage';
import type { InspectInput } from './http/pipeline';
import { createServer, type ServerLimits } from './http/server';
import { describeStale } from './ingest/describeText';
import { DsnProjects } from './ingest/dsnProjects';
import { createIngestPipeline } from './ingest/pipeline';
import { EventQuota } from './ingest/quota';
import { SettingsCache } from './ingest/settingsCache';
import { isOfRelease, resolveStoredEvent } from './ingest/resolveStoredEvent';
import { IngestWorkerPool } from './ingest/worker/ingestWorkerPool';
import { AutoResolveJob } from './jobs/autoResolve';
import { DeliverAlertsJob } from './jobs/deliverAlerts';
import { DescribeIssuesJob } from './jobs/describeIssues';
import { ExpireDataJob } from './jobs/expireData';
import { FetchJavaScriptJob } from './jobs/fetchJavaScript';
import { IssueStatesJob } from './jobs/issueStates';
import { ReclaimJob } from './jobs/reclaim';
import { ReclaimRemovalsJob } from './jobs/reclaimRemovals';
import { ResolveStoredEventsJob } from './jobs/resolveStoredEvents';
import { RetentionJob } from './jobs/retention';
import { type BackgroundJob, Scheduler } from './jobs/scheduler';
import { type DatabaseReports, WatchDatabaseJob } from './jobs/watchDatabase';
import { ErrorLog, type Logger } from './log';
import { createMetricsServer, Metrics, type MetricSources, type WatchedBudget } from './metrics';
import { createHostResolver, type ResolveHostname } from './net/hostResolver';
import { AttemptLimits } from './signIn/limits';
import { createOpenIdProvider } from './signIn/openId';
import { ScryptHasher } from './signIn/passwords';
import { createFetchFile, withHostBackoff } from './sourcemaps/fetch/fetchFile';
import { ParserThread } from './sourcemaps/parse/parserThread';
import { resolveContextFor } from './sourcemaps/resolveContext';
import { createCheckMap } from './sourcemaps/lint/checkFiles';
import { SourceMapCache } from './sourcemaps/resolve/sourceMapCache';
import { BundleAssembler } from './sourcemaps/upload/assembleBundle';
import { withDeadline } from './store/engine/deadline';
import type { MigrationProgress } from './store/engine/migrate';
import { openDatabase } from './store/engine/open';
import type { Database } from './store/stores';
import { PLACEMENTS } from './store/tables';
import { WriteLock } from './store/engine/writeLock';
import { readVersion } from './version';

/** Time that accepted requests have to complete when the service stops. */
const SHUTDOWN_GRACE_MS = 10_000;
const CLOSE_IDLE_INTERVAL_MS = 50;
const MS_PER_SECOND = 1_000;

/** The documentation page, relative to this file in `dist/src` and in `src`. */
const DOCS_PAGES = ['../docs/index.html', '../dist/docs/index.html'];
/** The folder of the console, likewise. */
const CONSOLE_FOLDERS = ['../console', '../dist/console'];

/** The running service. */
export interface App {
  readonly database: Database;
  /** Does not listen before `listen` is called. */
  readonly server: Server;
  /** Origin of the service, without a trailing slash. */
  readonly publicUrl: () => string;
  /**
   * Starts to listen and to run background jobs.
   * @returns the address as `http://HOST:PORT`
   * @throws Error if the address cannot be used
   */
  listen(): Promise<string>;
  /** The address of the metrics, as a URL; null if they are not served. Known once the service listens. */
  readonly metricsUrl: () => string | null;
  /** Refuses new connections, completes the accepted requests and jobs, and closes the database. */
  close(): Promise<void>;
}

/** Parts of the service that tests replace. */
export interface AppOverrides {
  readonly contract?: LoadedContract;
  /** The documentation page; null for a service without one. */
  readonly docs?: HtmlPage | null;
  /** Initial contents of a database in memory: the bytes of an SQLite file. */
  readonly databaseImage?: Buffer;
  readonly inspectInput?: InspectInput;
  readonly openId?: OpenIdProvider;
  /** By which the pauses of idle background jobs are multiplied. Default: 1. */
  readonly idleFactor?: number;
  /** Limits that replace the limits of the configuration. */
  readonly limits?: Partial<ServerLimits>;
}

/** Opens the database and constructs the service on it. */
export async function openApp(config: Config, log: Logger, overrides: AppOverrides = {}): Promise<App> {
  const lock = new WriteLock();
  const errors = new ErrorLog(log);
  const accessLog = new AccessLog(log);
  const metrics = config.metrics === null ? null : new Metrics(readVersion());
  const budgets: WatchedBudget[] = [];
  const database = await openDatabase(config.databaseUrl, {
    reservedBytes: config.diskReserve,
    uploadReservedBytes: config.uploadDiskReserve,
    lock,
    image: overrides.databaseImage,
    reportMigration: (progress: MigrationProgress) => log.info(progress, 'migrating the database'),
    reportVersion: (from, to) => log.info({ from, to }, 'database migrated'),
    reportTransaction: metrics === null ? undefined : (seconds) => metrics.recordTransaction(seconds),
  });
  let currentPublicUrl = publicUrlOf(config, config.port);
  const publicUrl = () => currentPublicUrl;
  const { read, lookUp, write } = database;
  const { checksEveryReply, databaseUrl, smtp, allowsPrivateWebhooks, fetchesJavaScript } = config;
  const sendsMail = smtp !== null;
  const { contract = loadContract(bundledContract), docs = readDocs(), inspectInput } = overrides;
  const openId = overrides.openId ?? (config.openId === null ? null : createOpenIdProvider(config.openId));
  const { schemas } = contract;
  const mapParser = new ParserThread(errorLogger(errors, 'parsing source maps'), () => metrics?.recordParserEnd());
  const checkMap = createCheckMap(mapParser.parse);
  budgets.push(mapParser.budget);
  const sourceMaps = new SourceMapCache(mapParser.parse);
  const settingsCache = new SettingsCache();
  const ingestPipeline = createIngestPipeline({
    read: lookUp,
    write,
    checkSchema: schemas.checkNamed,
    sourceMaps,
    settingsCache,
    fetchesJavaScript,
    sendsMail,
  });
  const threadSettings = { databaseUrl, sendsMail, fetchesJavaScript, reportsTransactions: metrics !== null };
  const onThreadError = errorLogger(errors, 'ingesting on a thread');
  const ingestWorkers = new IngestWorkerPool(ingestPipeline, lock, threadSettings, onThreadError, undefined, {
    onEnd: (inProgress) => {
      metrics?.recordThreadEnd();
      log.warn({ inProgress }, 'the threads of ingestion ended; their events are ingested without them');
    },
    onTransactions: (times) => times.forEach((seconds) => metrics?.recordTransaction(seconds)),
    parse: mapParser.parse,
  });
  budgets.push(ingestWorkers.budget);
  const quota = new EventQuota({
    read: lookUp,
    write,
    spikeFloor: config.spikeFloor,
    onError: errorLogger(errors, 'counting events'),
    onCounts: metrics === null ? undefined : (counts) => recordItems(metrics, counts),
  });
  const resolve = createHostResolver();
  const postWebhook = createWebhookPoster({ allowsPrivate: allowsPrivateWebhooks, resolve });
  const webhookTester = new WebhookTester(postWebhook, publicUrl);
  const mailer = smtp === null ? null : openMailer(smtp.url, smtp.from);
  const mailLimits = new MailLimits();
  const confirmations = new Confirmations({
    ...{ read, write, mailer, mailLimits, publicUrl },
    onError: errorLogger(errors, 'asking the owners of addresses'),
  });
  const ruleTester = new RuleTester({ read, mailer, mailLimits, confirmations, postWebhook, publicUrl });
  const server = await createServer({
    contract,
    operations,
    services: {
      read,
      alerts: {
        sendsMail,
        allowsPrivateWebhooks,
        testWebhook: (test) => webhookTester.test(test),
        testRule: (test) => ruleTester.test(test),
        askOwners: ({ former, ...request }) => {
          confirmations.begin(request, former);
        },
        recordRuleSuccess: (stores, projectId, queueId, now) =>
          recordRuleResult(stores, { projectId, queueId }, { now, error: null }),
        recordWebhookResult: (stores, { id: projectId, organizationId }, result) =>
          recordWebhookResult(stores, { projectId, organizationId }, { ...result, sendsMail }),
      },
      fetchesJavaScript,
      checkSchema: schemas.checkNamed,
      sourceMaps,
      bundleAssembler: new BundleAssembler({
        read,
        write,
        quota: config.uploadQuota,
        checkMap,
        requireDiskSpace: () => {
          database.requireDiskSpace('uploads');
        },
      }),
      uploadQuota: config.uploadQuota,
      checkMap,
      ingest: {
        dsnProjects: new DsnProjects(lookUp),
        write,
        quota,
        processAndSave: ingestWorkers.ingest,
        compileSetting: settingsCache.compile,
      },
      passwords: new ScryptHasher(),
      signInLimits: new AttemptLimits(),
      openId,
      docs,
      console: readConsole(),
      requireWritable: () => database.requireWritable([...PLACEMENTS.keys()]),
    },
    inspectInput,
    write,
    requireDiskSpace: (use) => {
      database.requireDiskSpace(use);
    },
    publicUrl,
    watchBudget: (name, budget) =>
      void budgets.push({ name, limitBytes: budget.limit, usedBytes: () => budget.allocated }),
    errors,
    onReply: (handled) => {
      accessLog.write(handled);
      const { context, status, milliseconds } = handled;
      metrics?.recordRequest(context.route?.operation.operationId ?? 'none', status, milliseconds / MS_PER_SECOND);
    },
    checksEveryReply,
    trustedProxies: config.trustedProxies,
    limits: { ...config.limits, ...overrides.limits },
    withDeadline: (deadline) => withDeadline({ read, write }, deadline),
  });
  const resolveStoredEvents = new ResolveStoredEventsJob({
    database,
    isOfRelease,
    resolveStored: (row, project) => {
      const maps = resolveContextFor(project, { read, sourceMaps, fetchesJavaScript });
      return resolveStoredEvent(row, project, maps, settingsCache.compile);
    },
  });
  const describeIssues = new DescribeIssuesJob({
    database,
    describe: (issue) => describeStale(issue, { read, mapCache: sourceMaps }),
  });
  const jobs = [
    ...createBackgroundJobs(database, config, log, {
      errors,
      metrics,
      publicUrl,
      mailer,
      mailLimits,
      postWebhook,
      resolve,
    }),
    resolveStoredEvents,
    describeIssues,
  ];
  metrics?.listJobs(
    jobs.map(({ name }) => name),
    Date.now(),
  );
  const scheduler = new Scheduler(
    jobs,
    (error, { name }) => {
      errors.write(`${name} failed`, error);
      metrics?.recordJobStep(name, false, Date.now());
    },
    ({ name }) => metrics?.recordJobStep(name, true, Date.now()),
    overrides.idleFactor,
  );
  metrics?.watch({
    queues: {
      events: () => ingestWorkers.status(),
      transactions: () => database.writeQueue(),
      'source maps': () => mapParser.status(),
    },
    budgets,
    diskSpace: () => database.measureDisk(),
    connections: () => database.pools(),
    deliveries: () => measureDeliveries(database),
  });
  const metricsServer = metrics === null ? null : createMetricsServer(metrics);
  let metricsUrl: string | null = null;

  return {
    database,
    server,
    publicUrl,
    async listen() {
      if (metricsServer !== null && config.metrics !== null) {
        const address = await listenOn(metricsServer, config.metrics, 'METRICS_');
        metricsUrl = `${address}/metrics`;
      }
      const address = await listenOn(server, config);
      const { port } = server.address() as AddressInfo;
      currentPublicUrl = publicUrlOf(config, port);
      scheduler.start();
      return address;
    },
    metricsUrl: () => metricsUrl,
    async close() {
      await closeServer(server);
      // Its requests have had their time; requests for maps do not wait any longer.
      await mapParser.close();
      await Promise.all([ingestWorkers.close(), quota.close(), scheduler.stop()]);
      await confirmations.settled();
      await database.close();
      // Last, so that the metrics of a service that stops slowly can be read.
      if (metricsServer !== null) await closeServer(metricsServer, 0);
      accessLog.close();
      errors.close();
    },
  };
}

/** Returns a function that logs the errors of background work. */
function errorLogger(errors: ErrorLog, work: string): (error: unknown) => void {
  return (error) => {
    errors.write(`${work} failed`, error);
  };
}

function recordItems(metrics: Metrics, counts: readonly OutcomeCount[]): void {
  for (const { outcome, reason, category, quantity } of counts)
    metrics.recordItems(outcome, reason, category, quantity);
}

/** Counts the waiting deliveries, and measures the age of the oldest delivery that is due. */
async function measureDeliveries({ read }: Database): ReturnType<MetricSources['deliveries']> {
  return Promise.all(
    ALERT_CHANNELS.map(async (channel) => {
      const { waiting, dueAt } = await read(({ alerts }) => alerts.measureWaiting(channel));
      return { channel, waiting, oldestSeconds: Math.max(0, Date.now() - (dueAt ?? Infinity)) / MS_PER_SECOND };
    }),
  );
}

function createBackgroundJobs(
  database: Database,
  config: Config,
  log: Logger,
  tools: {
    readonly errors: ErrorLog;
    readonly metrics: Metrics | null;
    readonly publicUrl: () => string;
    /** Null if the service sends no mail. */
    readonly mailer: Mailer | null;
    readonly mailLimits: MailLimits;
    readonly postWebhook: PostWebhook;
    readonly resolve: ResolveHostname;
  },
): BackgroundJob[] {
  const { errors, metrics, publicUrl, mailer, mailLimits, postWebhook, resolve } = tools;
  const { allowsPrivateFetches, fetchesJavaScript } = config;
  const { read } = database;
  const channels = [
    createWebhookChannel({ read, postWebhook, publicUrl, sendsMail: mailer !== null }),
    ...(mailer === null ? [] : [createMailChannel(read, mailer, publicUrl, mailLimits)]),
  ];
  const jobs: BackgroundJob[] = [
    new ReclaimJob(database),
    new ReclaimRemovalsJob(database),
    new AutoResolveJob(database),
    new IssueStatesJob(database),
    new ExpireDataJob(database),
    new RetentionJob(database, Date.now, config.auditLogDays),
    new WatchDatabaseJob(database, databaseReports(log)),
    ...channels.map(
      (channel) =>
        new DeliverAlertsJob({
          database,
          channel,
          onError: errorLogger(errors, 'sending alerts'),
          onResult: (name, result) => metrics?.recordDelivery(name, result),
        }),
    ),
  ];
  if (fetchesJavaScript) {
    const fetchFile = withHostBackoff(createFetchFile({ allowsPrivate: allowsPrivateFetches, resolve }));
    jobs.push(new FetchJavaScriptJob({ database, fetchFile, onError: errorLogger(errors, 'fetching JavaScript') }));
  }
  return jobs;
}

function databaseReports(log: Logger): DatabaseReports {
  return {
    onDamage(damage) {
      log.error({ damage }, 'the database file is damaged: stop the service and restore a backup');
    },
    onShared(isShared) {
      if (isShared)
        log.warn(
          'another service uses the same database file: stop one of them, or move to PostgreSQL for several services',
        );
      else log.info('no other service uses the database file any more');
    },
  };
}

/** Reads the documentation page, wherever it was built. Returns null if it was not. */
export function readDocs(): HtmlPage | null {
  const pages = DOCS_PAGES.map((file) => readHtmlPage(path.join(__dirname, file)));
  return pages.find((page) => page !== null) ?? null;
}

function readConsole(): ConsoleFiles | null {
  const builds = CONSOLE_FOLDERS.map((folder) => readConsoleFiles(path.join(__dirname, folder)));
  return builds.find((files) => files !== null) ?? null;
}

/**
 * Starts to listen. @returns the address as `http://HOST:PORT`
 * @param prefix of the variables that set host and port
 * @throws Error with one sentence if the address cannot be used
 */
function listenOn(server: Server, { host, port }: { host: string; port: number }, prefix = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(describeListenError(error, host, port, prefix))),
    );
    server.listen(port, host, () => resolve(urlOf(host, (server.address() as AddressInfo).port)));
  });
}

function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
  prefix: string,
): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use; stop the program that listens there, or set ${prefix}PORT to another port.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}; set ${prefix}PORT to a port above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${prefix}HOST is "${host}", which is not an address of this machine.`;
  return `Cannot listen on ${host}:${port}: ${message}`;
}

/** @param graceMs time that accepted requests have to complete */
function closeServer(server: Server, graceMs = SHUTDOWN_GRACE_MS): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const forceTimer = setTimeout(() => server.closeAllConnections(), graceMs);
    // A busy connection becomes idle after its reply, and can be closed only then.
    const idleTimer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
    server.close(() => {
      clearTimeout(forceTimer);
      clearInterval(idleTimer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
