import { Server } from 'node:http';
import { type App, type AppOverrides, loadServiceContract, openApp, readConsole, readDocs } from '../../src/app';
import { type Config, readConfig } from '../../src/config';
import { lazily } from '../../src/domain/lazy';
import { openLog } from '../../src/log';
import { ContractClient } from './client';
import { makeQuickPlace } from './database';
import { Fixtures } from './fixtures';
import { poll } from './process';

/** The service on a new database, with a client that checks every reply, and fixtures. */
export interface Service {
  readonly app: App;
  readonly client: ContractClient;
  readonly fixtures: Fixtures;
  /** Its origin, as `http://127.0.0.1:PORT`. */
  readonly url: string;
  close(): Promise<void>;
}

/** The services of a worker share files that were read and compiled, as none of them changes. */
const contract = lazily(loadServiceContract);
const docs = lazily(readDocs);
const consoleFiles = lazily(readConsole);

/** For tests that wait for background jobs: the pauses of idle jobs are a twentieth of the usual ones. */
export const EAGER: AppOverrides = { idleFactor: 0.05 };

/**
 * Starts the service on any free port of the loopback address, on a new database unless the environment names one. Its
 * idle jobs pause a hundred times longer than usual, so that a test that runs a job does it alone.
 */
export async function startService(
  environment: Record<string, string> = {},
  overrides: AppOverrides = {},
): Promise<Service> {
  const place = environment['DATABASE_URL'] === undefined ? await makeQuickPlace() : undefined;
  const config: Config = readConfig({
    PORT: '0',
    DATABASE_URL: place?.url,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    // Tests fetch nothing from the network by default.
    SCRAPING: 'off',
    ...environment,
  });
  const app = await openApp(config, openLog(config.logLevel), {
    contract: contract(),
    docs: docs(),
    console: consoleFiles(),
    idleFactor: 100,
    ...overrides,
    ...(place?.image && { databaseImage: place.image }),
  });
  const url = await app.listen();
  const close = async () => {
    // The clients of the test send nothing more; the service itself waits for requests that may be on their way.
    Server.prototype.closeIdleConnections.call(app.server);
    await app.close();
    await place?.dispose();
  };
  return { app, client: new ContractClient(url), fixtures: new Fixtures(app, url), url, close };
}

let shared: Promise<Service> | undefined;

/**
 * The service that the test files of a worker share. Tests make organizations of their own in it, and run the
 * background jobs they need. A file that configures the service, waits for its jobs, or looks at more than its own
 * organizations, has one of its own.
 */
export function useService(): Service {
  return startedBefore(() => (shared ??= startShared()));
}

/** A service for the tests of one file, which is started before them and closed after them. */
export function useOwnService(...options: Parameters<typeof startService>): Service {
  const service = startedBefore(() => startService(...options));
  afterAll(() => service.close());
  return service;
}

/** Starts a service before the tests of a file. The result can be used from then on. */
function startedBefore(start: () => Promise<Service>): Service {
  let service: Service | undefined;
  const started = (): Service => {
    if (service === undefined)
      throw new Error('the service is started before the tests of a file, not while it is loaded');
    return service;
  };
  beforeAll(async () => {
    service = await start();
  });
  return {
    get app() {
      return started().app;
    },
    get client() {
      return started().client;
    },
    get fixtures() {
      return started().fixtures;
    },
    get url() {
      return started().url;
    },
    close: () => started().close(),
  };
}

/** The process of the worker ends although this service listens, and closes it then. */
async function startShared(): Promise<Service> {
  const service = await startService();
  service.app.server.unref().on('connection', (socket) => socket.unref());
  process.once('beforeExit', () => void service.close());
  return service;
}

/** Waits until `events` events of a project are counted: the service stores its counts twice a second. */
export async function waitForCounts(
  { client }: Service,
  projectPath: string,
  token: string,
  events: number,
): Promise<void> {
  await poll(async () => {
    const { body } = await client.get(`${projectPath}stats/`, token).expect(200);
    return (body as [number, number][]).reduce((sum, [, count]) => sum + count, 0) >= events;
  });
}
