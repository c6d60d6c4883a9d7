import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { operations } from '../generated/handlers';
import serviceContract from '../generated/serviceContract.json';
import { Confirmations, InvitationMails } from './alerts/confirmations';
import { createMailChannel } from './alerts/mail';
import { openMailer, MailLimits } from './alerts/mailer';
import { RuleTester } from './alerts/testRule';
import { createTicketChannel } from './alerts/ticket';
import {
  createWebhookChannel,
  createWebhookPoster,
  recordRuleResult,
  recordWebhookResult,
  WebhookTester,
} from './alerts/webhook';
import type { AlertCapabilities } from './api/operation';
import type { ConsoleFiles, Docs } from './api/contractTypes';
import { prepareEventRemoval } from './api/events/removeEvent';
import { prepareRegrouping } from './api/issues/regroupIssue';
import { isEventOf } from './api/organizations/createErasure';
import { type Config, publicUrlOf, urlOf } from './config';
import { ALERT_CHANNELS } from './domain/alert';
import { Unavailable } from './domain/errors';
import type { OutcomeCount } from './domain/outcome';
import { SecretBox } from './domain/secretBox';
import type { OpenIdProvider } from './domain/session';
import { AccessLog } from './http/requestContext';
import { selectSchema } from './http/contract';
import { type LoadedContract, loadContract } from './http/openapiBackend';
import { openConsole, openDocs } from './http/replyForm';
import type { InspectInput } from './http/pipeline';
import { createServer, type ServerLimits } from './http/server';
import { failurePayload } from './ingest/items/checkIn';
import { describeStale } from './ingest/describeEvent';
import { DsnProjects } from './ingest/authorizeDsn';
import { createIngestPipeline, IngestHealth } from './ingest/pipeline';
import { findReceivingProject, saveAsFeedback } from './ingest/items/feedback';
import { EventQuota } from './ingest/quota';
import { SessionBatcher } from './ingest/sessionReports';
import { SettingsCache } from './ingest/settingsCache';
import {
  isOfRelease,
  regroupStoredEvent,
  rehashStoredEvent,
  resolveStoredEvent,
  withGrouping,
} from './ingest/resolveStoredEvent';
import { EraseDataJob } from './jobs/eraseData';
import { PreviewGroupingJob, RegroupEventsJob, ResolveStoredEventsJob } from './jobs/storedEvents';
import { IngestWorkerPool } from './ingest/worker/ingestWorkerPool';
import { DeliverAlertsJob } from './jobs/deliverAlerts';
import { DeleteExpiredRowsJob, ExpireAttachmentsJob, ExpireDataJob } from './jobs/expireData';
import { MonitorClockJob } from './jobs/monitorClock';
import { CrashFreeAlertsJob } from './jobs/crashFreeAlerts';
import { FetchJavaScriptJob } from './jobs/fetchJavaScript';
import { AutoResolveJob, DescribeIssuesJob, IssueStatesJob, JoinFeedbackJob, ReleaseAdoptionJob } from './jobs/issues';
import { ReclaimJob, ReclaimRemovalsJob } from './jobs/reclaim';
import { FollowTicketsJob } from './jobs/followTickets';
import { type BackgroundJob, Scheduler, StoredLeases } from './jobs/scheduler';
import { type DatabaseReports, WatchDatabaseJob, WatchSchemaJob } from './jobs/watchDatabase';
import { ErrorLog, type Logger } from './log';
import type { Metrics, MetricSources, WatchedBudget } from './metrics';
import { createHostResolver } from './net/privateNetworkGuard';
import { createOpenIdProvider } from './signIn/openId';
import { AttemptLimits, ScryptHasher } from './signIn/passwords';
import { createFetchFile, withHostBackoff } from './sourcemaps/fetch/fetchFile';
import { ParserThread } from './sourcemaps/parse/parserThread';
import { resolveContextFor } from './sourcemaps/resolveContext';
import { createCheckMap } from './sourcemaps/lint/checkFiles';
import { SourceMapCache } from './sourcemaps/resolve/sourceMapCache';
import { BundleAssembler } from './sourcemaps/upload/assembleBundle';
import type { ReportMachines } from './store/engine/machines';
import { CommitPosition, type ReportStandby } from './store/engine/standby';
import type { MigrationProgress } from './store/engine/migrate';
import { openUnmigratedDatabase, waitWhileBusy } from './store/engine/open';
import type { Database } from './store/stores';
import { createTicketSender, type SendTicketRequest, TicketClient } from './tickets/ticketClient';
import { PLACEMENTS } from './store/tables';
import { WriteLock } from './store/engine/writeQueue';
import { readVersion } from './version';

/** Time that accepted requests have to complete when the service stops. */
const SHUTDOWN_GRACE_MS = 10_000;
const CLOSE_IDLE_INTERVAL_MS = 50;
const MS_PER_SECOND = 1_000;

/** The folder of the documentation, relative to this file in `dist/src` and in `src`. */
const DOCS_FOLDERS = ['../docs', '../dist/docs'];
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
   * Starts to listen, migrates the database, and starts the background jobs.
   * @returns the address as `http://HOST:PORT`, once requests are served
   * @throws Error if the address cannot be used, or the database cannot be migrated
   */
  listen(): Promise<string>;
  /** The address of the metrics, as a URL; null if they are not served. Known once the service listens. */
  readonly metricsUrl: () => string | null;
  /** Makes `/readyz` 503, so that load balancers send requests elsewhere. Requests are still served. */
  announceStop(): void;
  /** Refuses new connections, completes the accepted requests and jobs, and closes the database. */
  close(): Promise<void>;
}

/** Parts of the service that tests replace. */
export interface AppOverrides {
  readonly contract?: LoadedContract;
  /** The documentation; null for a service without one. */
  readonly docs?: Docs | null;
  /** The console; null for a service without one. */
  readonly console?: ConsoleFiles | null;
  /** Initial contents of a database in memory: the bytes of an SQLite file. */
  readonly databaseImage?: Buffer;
  readonly inspectInput?: InspectInput;
  readonly openId?: OpenIdProvider;
  readonly sendTicketRequest?: SendTicketRequest;
  /** By which the pauses of idle background jobs are multiplied. Default: 1. */
  readonly idleFactor?: number;
  /** Limits that replace the limits of the configuration. */
  readonly limits?: Partial<ServerLimits>;
}

/** Loads the contract that was built with the service. */
export function loadServiceContract(): LoadedContract {
  return loadContract(serviceContract, () => createRequire(__filename)('../generated/openapi.json') as object);
}

/** Opens the database, which may still need a migration, and constructs the service on it. */
export async function openApp(config: Config, log: Logger, overrides: AppOverrides = {}): Promise<App> {
  const { contract = loadServiceContract() } = overrides;
  const lock = new WriteLock();
  const commitPosition = config.databaseReadUrl === null ? undefined : new CommitPosition();
  const observers = await createObservers(config, log);
  const database = await openServiceDatabase(
    config,
    { lock, commitPosition, image: overrides.databaseImage },
    observers,
  );
  let currentPublicUrl = publicUrlOf(config, config.port);
  let isStopping = false;
  const parts: Parts = {
    config,
    ...observers,
    database,
    publicUrl: () => currentPublicUrl,
    isStopping: () => isStopping,
  };
  const ingestion = createIngestion(parts, { lock, commitPosition }, contract);
  const alerts = createAlerts(parts, overrides.sendTicketRequest);
  const server = await createApiServer(parts, contract, ingestion, alerts, overrides);
  const scheduler = createScheduler(parts, ingestion, alerts, overrides.idleFactor);
  watchService(parts, ingestion);
  const { metrics } = observers;
  const metricsServer = metrics === null ? null : (await import('./metrics.js')).createMetricsServer(metrics);
  let metricsUrl: string | null = null;

  return {
    database,
    server,
    publicUrl: parts.publicUrl,
    async listen() {
      if (metricsServer !== null && config.metrics !== null) {
        const address = await listenOn(metricsServer, config.metrics, 'METRICS_');
        metricsUrl = `${address}/metrics`;
      }
      const address = await listenOn(server, config);
      const { port } = server.address() as AddressInfo;
      currentPublicUrl = publicUrlOf(config, port);
      // Requests are refused meanwhile, with the progress.
      await waitWhileBusy(database.migrate, () => log.warn('the migration waits: another process holds the database'));
      scheduler.start();
      return address;
    },
    metricsUrl: () => metricsUrl,
    announceStop() {
      isStopping = true;
    },
    async close() {
      await closeServer(server);
      // Its requests have had their time; requests for maps do not wait any longer.
      await ingestion.mapParser.close();
      await Promise.all([ingestion.workers.close(), ingestion.quota.close(), scheduler.stop()]);
      await alerts.confirmations.settled();
      await alerts.invitationMails.settled();
      await database.close();
      // Last, so that the metrics of a service that stops slowly can be read.
      if (metricsServer !== null) await closeServer(metricsServer, 0);
      observers.accessLog.close();
      observers.errors.close();
    },
  };
}

/** The logs and metrics of a service. */
interface Observers {
  readonly log: Logger;
  readonly errors: ErrorLog;
  readonly accessLog: AccessLog;
  /** Null if the service has no metrics. */
  readonly metrics: Metrics | null;
  /** The budgets of memory whose use is measured. */
  readonly budgets: WatchedBudget[];
}

/** Parts of a service that others are constructed with. */
interface Parts extends Observers {
  readonly config: Config;
  readonly database: Database;
  readonly publicUrl: () => string;
  readonly isStopping: () => boolean;
}

async function createObservers(config: Config, log: Logger): Promise<Observers> {
  const metrics = config.metrics === null ? null : new (await import('./metrics.js')).Metrics(readVersion());
  return { log, errors: new ErrorLog(log), accessLog: new AccessLog(log), metrics, budgets: [] };
}

/** Memory that the threads of a service share. */
interface SharedMemory {
  readonly lock: WriteLock;
  /** Undefined without a standby. */
  readonly commitPosition: CommitPosition | undefined;
}

function openServiceDatabase(
  { databaseUrl, databaseReadUrl, diskReserve, uploadDiskReserve }: Config,
  { lock, commitPosition, image }: SharedMemory & { readonly image: Buffer | undefined },
  { log, metrics }: Observers,
): Promise<Database> {
  return openUnmigratedDatabase(databaseUrl, {
    reservedBytes: diskReserve,
    uploadReservedBytes: uploadDiskReserve,
    lock,
    image,
    commitPosition,
    reportMachines: machinesReporter(log),
    standby: databaseReadUrl === null ? undefined : { url: databaseReadUrl, report: standbyReporter(log) },
    reportMigration: (progress: MigrationProgress) => log.info(progress, 'migrating the database'),
    reportVersion: (from, to) => log.info({ from, to }, 'database migrated'),
    reportTransaction: metrics === null ? undefined : (seconds) => metrics.recordTransaction(seconds),
  });
}

function machinesReporter(log: Logger): ReportMachines {
  return (missing) => {
    if (missing.length === 0) log.info('all servers of the database answer again');
    else log.warn({ servers: missing }, 'servers of the database do not answer: what needs them is refused');
  };
}

function standbyReporter(log: Logger): ReportStandby {
  return (problem) => {
    if (problem === null) log.info('the standby serves reads again');
    else log.warn({ reason: problem.message }, 'the standby cannot serve reads: the primary does');
  };
}

type Ingestion = ReturnType<typeof createIngestion>;

/** Creates the parts that process and save events, and those that parse source maps for them. */
function createIngestion(parts: Parts, { lock, commitPosition }: SharedMemory, { schemas }: LoadedContract) {
  const { config, database, errors, log, metrics, budgets } = parts;
  const { databaseUrl, smtp, fetchesJavaScript } = config;
  const { lookUp, write } = database;
  const sendsMail = smtp !== null;
  const mapParser = new ParserThread(errorLogger(errors, 'parsing source maps'), () => metrics?.recordParserEnd());
  const sourceMaps = new SourceMapCache(mapParser.parse);
  const settingsCache = new SettingsCache();
  const { checkNamed: checkSchema } = schemas;
  const pipeline = createIngestPipeline({
    read: lookUp,
    write,
    checkSchema,
    sourceMaps,
    settingsCache,
    fetchesJavaScript,
    sendsMail,
  });
  const threadSettings = {
    databaseUrl,
    sendsMail,
    fetchesJavaScript,
    eventSchemas: selectSchema(serviceContract, 'Event'),
    reportsTransactions: metrics !== null,
    commitPosition: commitPosition?.share(),
  };
  const onThreadError = errorLogger(errors, 'ingesting on a thread');
  const workers = new IngestWorkerPool(pipeline, lock, threadSettings, onThreadError, undefined, {
    onEnd: (inProgress) => {
      metrics?.recordThreadEnd();
      log.warn({ inProgress }, 'the threads of ingestion ended; their events are ingested without them');
    },
    onTransactions: (times) => times.forEach((seconds) => metrics?.recordTransaction(seconds)),
    parse: mapParser.parse,
  });
  const quota = new EventQuota({
    read: lookUp,
    write,
    countsProjectsApart: database.isCluster,
    spikeFloor: config.spikeFloor,
    onError: errorLogger(errors, 'counting events'),
    onCounts: metrics === null ? undefined : (counts) => recordItems(metrics, counts),
  });
  budgets.push(mapParser.budget, workers.budget);
  const sessions = new SessionBatcher(write);
  const { process } = pipeline;
  return { mapParser, sourceMaps, settingsCache, process, workers, health: new IngestHealth(workers), quota, sessions };
}

type Alerts = ReturnType<typeof createAlerts>;

/** Creates the parts that send mails, post to webhooks and call ticket systems. */
function createAlerts({ config, database, errors, publicUrl }: Parts, sendTicketRequest?: SendTicketRequest) {
  const { smtp, encryptionKey, allowsPrivateWebhooks } = config;
  const { read, write } = database;
  const resolve = createHostResolver();
  const network = { allowsPrivate: allowsPrivateWebhooks, resolve };
  const postWebhook = createWebhookPoster(network);
  const tickets = new TicketClient(encryptionKey, sendTicketRequest ?? createTicketSender(network));
  const mailer = smtp === null ? null : openMailer(smtp.url, smtp.from);
  const mailLimits = new MailLimits();
  const onError = errorLogger(errors, 'asking the owners of addresses');
  const confirmations = new Confirmations({ read, write, mailer, mailLimits, publicUrl, onError });
  const invitationMails = new InvitationMails({
    ...{ mailer, mailLimits, publicUrl },
    onError: errorLogger(errors, 'mailing an invitation'),
  });
  const webhookTester = new WebhookTester(postWebhook, publicUrl);
  const ruleTester = new RuleTester({ read, mailer, mailLimits, confirmations, postWebhook, tickets, publicUrl });
  const parts = { resolve, postWebhook, mailer, mailLimits, confirmations, invitationMails };
  return { ...parts, webhookTester, ruleTester, tickets };
}

function createApiServer(
  parts: Parts,
  contract: LoadedContract,
  ingestion: Ingestion,
  alerts: Alerts,
  { docs = readDocs(), console = readConsole(), inspectInput, openId: otherProvider, limits }: AppOverrides,
): Promise<Server> {
  const { config, database, errors, accessLog, metrics, budgets, publicUrl, isStopping } = parts;
  const { fetchesJavaScript, uploadQuota, attachmentQuota, checksEveryReply, trustedProxies } = config;
  const { read, lookUp, write, openReads, requireDiskSpace } = database;
  const checkMap = createCheckMap(ingestion.mapParser.parse);
  return createServer({
    contract,
    operations,
    services: {
      read,
      alerts: alertCapabilities(config, alerts),
      tickets: alerts.tickets,
      fetchesJavaScript,
      checkSchema: contract.schemas.checkNamed,
      sourceMaps: ingestion.sourceMaps,
      bundleAssembler: new BundleAssembler({
        read,
        write,
        quota: uploadQuota,
        checkMap,
        requireDiskSpace: () => requireDiskSpace('uploads'),
      }),
      uploadQuota,
      checkMap,
      async answerAgent(message, access) {
        // Loaded by the first message: most services have no agents.
        const { answerAgent } = await import('./agents/agentServer.js');
        return answerAgent({ ...access, version: readVersion() }, message);
      },
      ingest: {
        dsnProjects: new DsnProjects(lookUp),
        write,
        quota: ingestion.quota,
        disabledItems: config.disabledItems,
        sessions: ingestion.sessions,
        processAndSave: ingestion.health.ingest,
        process: ingestion.process,
        compileSetting: ingestion.settingsCache.compile,
        attachments: {
          read,
          quotaBytes: attachmentQuota,
          requireDiskSpace: () => requireDiskSpace('uploads'),
        },
      },
      passwords: new ScryptHasher(),
      secretBox: new SecretBox(parts.config.encryptionKey),
      signInLimits: new AttemptLimits(),
      openId: otherProvider ?? (config.openId === null ? null : createOpenIdProvider(config.openId)),
      docs,
      console,
      async requireAlive() {
        if (database.migration() === null) await read(({ organizations }) => organizations.isEmpty());
      },
      async requireReady() {
        if (isStopping()) throw new Unavailable('The service is stopping.');
        requireDiskSpace('events');
        await database.requireWritable([...PLACEMENTS.keys()]);
        ingestion.health.requireHealthy();
      },
    },
    inspectInput,
    write,
    requireDiskSpace,
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
    trustedProxies,
    limits: { ...config.limits, ...limits },
    openReads,
  });
}

/** Returns the functions by which operations test alert rules, ask for confirmations and send invitations. */
function alertCapabilities(
  { smtp, allowsPrivateWebhooks }: Config,
  { webhookTester, ruleTester, confirmations, invitationMails }: Alerts,
): AlertCapabilities {
  const sendsMail = smtp !== null;
  return {
    sendsMail,
    allowsPrivateWebhooks,
    testWebhook: (test) => webhookTester.test(test),
    testRule: (test) => ruleTester.test(test),
    composeTestAlert: (about) => webhookTester.compose(about),
    mailInvitation: (invitation) => invitationMails.begin(invitation),
    askOwners: ({ former, ...request }) => {
      confirmations.begin(request, former);
    },
    recordRuleSuccess: (stores, queue, now) => recordRuleResult(stores, queue, { now, error: null }),
    recordWebhookResult: (stores, { id: projectId, organizationId }, result) =>
      recordWebhookResult(stores, { projectId, organizationId }, { ...result, sendsMail }),
  };
}

function createScheduler(parts: Parts, ingestion: Ingestion, alerts: Alerts, idleFactor?: number): Scheduler {
  const { database, errors, metrics } = parts;
  const jobs = createBackgroundJobs(parts, ingestion, alerts);
  metrics?.listJobs(
    jobs.map(({ name }) => name),
    Date.now(),
  );
  return new Scheduler(
    jobs,
    (error, { name }) => {
      errors.write(`${name} failed`, error);
      metrics?.recordJobStep(name, false, Date.now());
    },
    ({ name }) => metrics?.recordJobStep(name, true, Date.now()),
    idleFactor,
    database.isCluster ? new StoredLeases(database.write) : null,
  );
}

/** Registers the queues, budgets, disk and database of the service with the metrics. */
function watchService({ metrics, budgets, database }: Parts, { workers, mapParser }: Ingestion): void {
  metrics?.watch({
    queues: {
      events: () => workers.status(),
      transactions: () => database.writeQueue(),
      'source maps': () => mapParser.status(),
    },
    budgets,
    diskSpace: () => database.measureDisk(),
    connections: () => database.pools(),
    standby: () => database.measureStandby(),
    migration: () => database.migration(),
    databaseBytes: () => database.measureSize(),
    deliveries: () => measureDeliveries(database),
    backlog: () => measureBacklog(database),
  });
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
async function measureDeliveries({ read, migration }: Database): ReturnType<MetricSources['deliveries']> {
  if (migration() !== null) return [];
  return Promise.all(
    ALERT_CHANNELS.map(async (channel) => {
      const { waiting, dueAt } = await read(({ alerts }) => alerts.measureWaiting(channel));
      return { channel, waiting, oldestSeconds: Math.max(0, Date.now() - (dueAt ?? Infinity)) / MS_PER_SECOND };
    }),
  );
}

/** Counts what background jobs have not done yet. */
async function measureBacklog({ read, migration }: Database): ReturnType<MetricSources['backlog']> {
  if (migration() !== null) return null;
  return read(async ({ removals, removedIssues, issueTexts }) => ({
    removedRows: { ...(await removals.countWaiting()), ...(await removedIssues.countWaiting()) },
    unindexedIssues: await issueTexts.countStale(),
  }));
}

function createBackgroundJobs(
  { config, database, log, errors, metrics, publicUrl }: Parts,
  { sourceMaps, settingsCache, health }: Ingestion,
  { mailer, mailLimits, postWebhook, resolve, tickets }: Alerts,
): BackgroundJob[] {
  const { allowsPrivateFetches, fetchesJavaScript, auditLogDays, attachmentDays } = config;
  const { read } = database;
  const channels = [
    createWebhookChannel({ read, postWebhook, publicUrl, sendsMail: mailer !== null }),
    createTicketChannel({ read, client: tickets, publicUrl }),
    ...(mailer === null ? [] : [createMailChannel(read, mailer, publicUrl, mailLimits)]),
  ];
  const jobs: BackgroundJob[] = [
    new ReclaimJob(database),
    new ReclaimRemovalsJob(database),
    new AutoResolveJob(database),
    new IssueStatesJob(database),
    new ReleaseAdoptionJob(database),
    new CrashFreeAlertsJob(database, mailer !== null),
    new ExpireDataJob(database),
    new DeleteExpiredRowsJob(database, Date.now, auditLogDays),
    new ExpireAttachmentsJob(database, attachmentDays),
    new WatchDatabaseJob(database, databaseReports(log)),
    new WatchSchemaJob(database, (isSuperseded) => {
      if (isSuperseded)
        log.error('a newer culprit has migrated the database: everything is refused; stop this process');
      else log.info('the database has the schema of this culprit again');
    }),
    ...channels.map(
      (channel) =>
        new DeliverAlertsJob({
          database,
          channel,
          onError: errorLogger(errors, 'sending alerts'),
          onResult: (name, result) => metrics?.recordDelivery(name, result),
        }),
    ),
    new FollowTicketsJob({ database, client: tickets, onError: errorLogger(errors, 'telling ticket systems states') }),
    new ResolveStoredEventsJob({
      database,
      isOfRelease,
      resolveStored: (row, project) => {
        const maps = resolveContextFor(project, { read, sourceMaps, fetchesJavaScript });
        return resolveStoredEvent(row, project, maps, settingsCache.compile);
      },
    }),
    new PreviewGroupingJob({
      database,
      regroup: (row, preview) => regroupStoredEvent(row, preview, settingsCache.compile),
    }),
    new RegroupEventsJob({
      database,
      rehash: (row, rules) => rehashStoredEvent(row, rules, settingsCache.compile),
      withGrouping,
      prepare: prepareRegrouping,
    }),
    new EraseDataJob({ database, isOfPerson: isEventOf, prepareRemoval: prepareEventRemoval }),
    new JoinFeedbackJob(database, async (report) => {
      const { projectId, organizationId, errorId } = report;
      const found = await read(async (stores) => ({
        project: await findReceivingProject(stores, organizationId, projectId),
        error: await stores.events.find(projectId, errorId),
      }));
      if (found.project === undefined || found.error === undefined) return;
      await saveAsFeedback(health.ingest, found.project, report, found.error);
    }),
    new MonitorClockJob({
      database,
      async saveFailure(monitor, environment, report) {
        const { organizationId, projectId } = monitor;
        const project = await read((stores) => findReceivingProject(stores, organizationId, projectId));
        if (project === undefined) return;
        const payload = Buffer.from(JSON.stringify(failurePayload(monitor, environment, report)));
        const { eventId, at } = report;
        const sender = { sentAt: null, ipAddress: null, flags: [] };
        await health.ingest({ project, payload, format: 'cron', eventId, received: at, ...sender });
      },
    }),
    new DescribeIssuesJob({
      database,
      describe: (issue) => describeStale(issue, { read, mapCache: sourceMaps }),
    }),
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
    onFileGone() {
      log.error('the database file was removed or replaced: stop the service, and put the file or a backup back');
    },
    onDiskSpace(refused, space) {
      if (refused === null) log.info(space, 'the disk has enough free space again');
      else if (refused === 'uploads')
        log.warn(space, 'the disk has less free space than UPLOAD_DISK_RESERVE: uploads are refused');
      else log.warn(space, 'the disk has less free space than DISK_RESERVE: events and uploads are refused');
    },
  };
}

/** Opens the documentation, wherever it was built. Returns null if it was not. */
export function readDocs(): Docs | null {
  const builds = DOCS_FOLDERS.map((folder) => openDocs(path.join(__dirname, folder)));
  return builds.find((docs) => docs !== null) ?? null;
}

/** Reads the console, wherever it was built. Returns null if it was not. */
export function readConsole(): ConsoleFiles | null {
  const builds = CONSOLE_FOLDERS.map((folder) => openConsole(path.join(__dirname, folder)));
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
