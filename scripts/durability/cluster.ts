import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { TemporaryPlace } from '../../test/support/database';
import { poll, type ServiceProcess, startCulprit } from '../../test/support/process';
import { serveOn, stopInOrder } from '../support/organization';

const ENVIRONMENT = { BOOTSTRAP: 'off', NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:9' };

/** One process of the service on a database, or several. A process that is killed is started again, on another port. */
export class Cluster {
  readonly #services: (ServiceProcess | undefined)[] = [];

  private constructor(private readonly place: TemporaryPlace) {}

  static async start(place: TemporaryPlace, count: number): Promise<Cluster> {
    const cluster = new Cluster(place);
    for (let index = 0; index < count; index += 1) cluster.#services[index] = await cluster.#serve();
    return cluster;
  }

  /** Returns the origin of a running process. Waits for one while none is running. */
  async anyOrigin(): Promise<string> {
    await poll(() => this.#running().length > 0);
    const running = this.#running();
    return running[randomInt(running.length)]?.url ?? '';
  }

  /**
   * Kills a process. Starts it again after `beforeRestart`; now and then the process that starts is killed as well,
   * once.
   * @returns the number of processes that were killed
   */
  async kill(beforeRestart: () => Promise<void>): Promise<number> {
    const index = randomInt(this.#services.length);
    const service = this.#services[index];
    this.#services[index] = undefined;
    service?.signal('SIGKILL');
    await service?.end();
    await beforeRestart();
    const killsStart = randomInt(6) === 0;
    if (killsStart) {
      const starting = startCulprit(['serve'], { DATABASE_URL: this.place.url, ...ENVIRONMENT });
      await setTimeout(randomInt(600));
      starting.child.kill('SIGKILL');
      await starting.end();
    }
    this.#services[index] = await this.#serve();
    return killsStart ? 2 : 1;
  }

  /** Returns the client of a running process, once that can use the database: the server may still be recovering. */
  async readyClient(): Promise<ServiceProcess['client']> {
    const [service] = this.#running();
    if (service === undefined) throw new Error('no process of the service is running');
    await poll(async () => (await service.client.get('/readyz')).status === 200);
    return service.client;
  }

  /** Stops all processes. @throws Error if one of them does not end with exit code 0 */
  async stop(): Promise<void> {
    for (const service of this.#running()) await stopInOrder(service);
  }

  #running(): ServiceProcess[] {
    return this.#services.filter((service) => service !== undefined);
  }

  #serve(): Promise<ServiceProcess> {
    return serveOn(this.place, ENVIRONMENT);
  }
}
