import { openApp, type App } from '../../src/app';
import { readConfig, type Config } from '../../src/config';
import { openLog } from '../../src/log';
import { ContractClient } from './client';
import { World } from './world';

/** The real service on a fresh database of its own, with a client that checks every reply and a world to fill it. */
export interface Service {
  readonly app: App;
  readonly client: ContractClient;
  readonly world: World;
  /** Where it listens, as `http://127.0.0.1:PORT`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the service on any free port of the loopback address; memory, unless the environment names another database. */
export async function startService(environment: Record<string, string> = {}): Promise<Service> {
  const config: Config = readConfig({
    PORT: '0',
    DATABASE_URL: 'sqlite::memory:',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    ...environment,
  });
  const app = await openApp(config, openLog(config.logLevel));
  const url = await app.listen();
  return { app, client: new ContractClient(url), world: new World(app, url), url, close: () => app.close() };
}
