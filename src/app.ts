import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import contract from '../generated/openapi.json';
import { Acceptance } from './acceptance/acceptance';
import { mailChannel } from './alerts/mailChannel';
import { openMailer } from './alerts/mailer';
import { createPoster } from './alerts/post';
import { AlertSender } from './alerts/sender';
import { webhookChannel } from './alerts/webhookChannel';
import { publicUrlOf, type Config } from './config';
import type { FieldErrors } from './domain/errors';
import { createFieldCheck } from './http/fieldErrors';
import { readHtmlPage } from './http/htmlPage';
import { Replies } from './http/replies';
import { createServer } from './http/server';
import type { Logger } from './log';
import { operations } from './operations';
import { createAcceptor } from './operations/accept';
import type { HtmlPage } from './operations/operation';
import { createPrepare } from './operations/prepareEvent';
import { Traffic } from './operations/traffic';
import { createFetchFile } from './scraping/fetchFile';
import { Scraper } from './scraping/scraper';
import { AgeResolver } from './store/ageResolver';
import { type CopiedTable, copyDatabase, type Report } from './store/copy/copyDatabase';
import { distributeDatabase } from './store/distribute';
import { openDatabase } from './store/open';
import { Reclaimer } from './store/reclaimer';
import type { Database } from './store/stores';
import { WriteLock } from './store/writeLock';

/** How long requests that were accepted may take to finish once the service is told to stop. */
const GRACE_MS = 10_000;
const IDLE_SWEEP_MS = 50;

/** Where `npm run docs` puts the page, seen from this file as it is built and as it is written. */
const DOCS = ['../docs/index.html', '../dist/docs/index.html'];

const MEMORY = 'sqlite::memory:';

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
  const database = await openDatabase(config.databaseUrl, { reserve: config.diskReserve, lock });
  let port = config.port;
  const publicUrl = () => publicUrlOf(config, port);
  const { read, write, requireWritable } = database;
  const { checksEveryReply, databaseUrl, smtp, allowsPrivateWebhooks, scrapes } = config;
  const tellsMembers = smtp !== null;
  const requireRoom = () => database.requireRoom();
  const docs = readDocs();
  const replies = new Replies(contract);
  const acceptor = createAcceptor(createPrepare(read, replies.conform, scrapes), write, tellsMembers);
  const acceptance = new Acceptance(acceptor, lock, { databaseUrl, tellsMembers, scrapes });
  const { accept } = acceptance;
  const traffic = new Traffic({
    read,
    write,
    spikeFloor: config.spikeFloor,
    onError: failureOf(log, 'counting events'),
  });
  const server = await createServer({
    ...{ document: contract, replies, docs, operations, read, write, accept, traffic, requireRoom, requireWritable },
    ...{
      publicUrl,
      log,
      checksEveryReply,
      trustedProxies: config.trustedProxies,
      alerts: { tellsMembers, allowsPrivateWebhooks },
      scrapes,
    },
  });
  const outbound = [...sendersOf(database, config, log, publicUrl), ...scrapersOf(database, config, log)];
  const reclaimer = new Reclaimer(database, failureOf(log, 'reclaiming storage'));
  reclaimer.start();
  const ageResolver = new AgeResolver(database, failureOf(log, 'resolving issues for their age'));
  ageResolver.start();

  return {
    database,
    server,
    publicUrl,
    async listen() {
      await listenOn(server, config);
      port = (server.address() as AddressInfo).port;
      for (const worker of outbound) worker.start();
      return publicUrlOf({ ...config, publicUrl: null }, port);
    },
    async close() {
      await closeServer(server);
      const workers = [reclaimer, ageResolver, ...outbound].map((worker) => worker.stop());
      await Promise.all([acceptance.close(), traffic.close(), ...workers]);
      await database.close();
    },
  };
}

export type { CopiedTable };

/** Copies one database into another, which is empty. @throws Error with one sentence */
export async function copyBetween(from: string, to: string, report: Report): Promise<CopiedTable[]> {
  if ([from, to].includes(MEMORY))
    throw new Error(`${MEMORY} is in the memory of the service alone; name a file, such as sqlite:culprit.db.`);
  return copyDatabase(from, to, report);
}

/** Spreads the database over the machines of a Citus cluster; answers the statements. @throws Error with one sentence */
export async function distribute({ databaseUrl }: Config, isDryRun: boolean): Promise<string[]> {
  return distributeDatabase(databaseUrl, isDryRun);
}

/** Opens the database for a command that runs beside the service, or without it. @throws Error with one sentence */
export async function openForCommand(config: Config): Promise<Database> {
  if (config.databaseUrl === MEMORY) {
    throw new Error(
      `DATABASE_URL is ${MEMORY}, which only the service itself can use; name a file, such as sqlite:culprit.db.`,
    );
  }
  return openDatabase(config.databaseUrl);
}

/** What the contract has against these fields of a project (the rules of `updateProject`): `name`, `slug`, `platform`. */
export function projectFieldErrors(fields: object): FieldErrors {
  return createFieldCheck(contract, 'ProjectUpdate', ['name', 'slug', 'platform'])(fields);
}

/** Logs that work in the background failed. */
function failureOf(log: Logger, work: string): (error: unknown) => void {
  return (error) => log.error({ err: error }, `${work} failed`);
}

/** What sends alerts: one for each of the ways that this service has. */
function sendersOf(
  database: Database,
  { smtp, allowsPrivateWebhooks }: Config,
  log: Logger,
  publicUrl: () => string,
): AlertSender[] {
  const { read } = database;
  const webhooks = webhookChannel(read, createPoster({ allowsPrivate: allowsPrivateWebhooks }), publicUrl);
  const channels =
    smtp === null ? [webhooks] : [webhooks, mailChannel(read, openMailer(smtp.url, smtp.from), publicUrl)];
  return channels.map((channel) => new AlertSender(database, channel, failureOf(log, 'sending alerts')));
}

/** What fetches the files that events point to, unless this service does without. */
function scrapersOf(database: Database, { scrapes, scrapesPrivate }: Config, log: Logger): Scraper[] {
  if (!scrapes) return [];
  return [
    new Scraper(database, createFetchFile({ allowsPrivate: scrapesPrivate }), failureOf(log, 'fetching JavaScript')),
  ];
}

function readDocs(): HtmlPage | null {
  const pages = DOCS.map((file) => readHtmlPage(path.join(__dirname, file)));
  return pages.find((page) => page !== null) ?? null;
}

function listenOn(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(listenFault(error, host, port))));
    server.listen(port, host, () => resolve());
  });
}

function listenFault({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
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
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
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
