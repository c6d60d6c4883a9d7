import path from 'node:path';
import type { Kind } from './build';
import type { Databases } from './databases';
import { generateEvents } from './generate';
import { after, afterCount, either, type Ending, load, type Requests, type Sample } from './load';
import type { Noise } from './noise';
import type { Options } from './options';
import { type Side, startSide } from './side';
import { cpuOf } from './usage';
import { makeWorld, type World } from './world';

/** How long and how often things are measured. */
export interface Plan {
  readonly rounds: number;
  /** Of one stretch of load. */
  readonly seconds: number;
  /** Requests of each case that come before, and the seconds they may take: the compiler needs a number of them. */
  readonly warmUp: number;
  readonly warmUpSeconds: number;
  /** Events of the small and the large database. */
  readonly small: number;
  readonly large: number;
}

const PLAN: Plan = { rounds: 5, seconds: 1.2, warmUp: 1000, warmUpSeconds: 3, small: 10_000, large: 1_000_000 };
const QUICK: Plan = { rounds: 3, seconds: 0.4, warmUp: 200, warmUpSeconds: 1, small: 10_000, large: 20_000 };

/** A filled database that nobody has open. */
export interface Stock {
  readonly url: string;
  readonly world: World;
}

/** What load has measured, with what it took of the server. */
export interface Measured extends Sample {
  /** Seconds of processor time. */
  readonly cpu: number;
}

/** What scenarios work with. */
export class Bench {
  readonly plan: Plan;
  readonly #stocks = new Map<number, Promise<Stock>>();
  #copies = 0;
  #scenario = '';

  constructor(
    readonly databases: Databases,
    readonly noise: Noise,
    readonly options: Options,
  ) {
    this.plan = options.isQuick ? QUICK : PLAN;
  }

  /** What comes belongs to this scenario. */
  begin(scenario: string): void {
    this.#scenario = scenario;
    this.say(scenario);
  }

  /** Progress, for whoever waits. */
  say(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** A database with so many events, made once; to be copied before it is changed. */
  stock(events: number): Promise<Stock> {
    const known = this.#stocks.get(events) ?? this.#fill(events);
    this.#stocks.set(events, known);
    return known;
  }

  async copy({ url, world }: Stock): Promise<Stock> {
    return { url: await this.databases.copy(url, `copy${(this.#copies += 1)}`), world };
  }

  start(kind: Kind, { url }: Stock): Promise<Side> {
    const { profile } = this.options;
    return startSide(kind, { url, profile: profile === null || kind === 'bare' ? null : path.join(profile, this.#scenario) });
  }

  /** Starts the service and the bare server, each on a copy of its own, and ends them after the work. */
  async withSides<T>(stock: Stock, work: (sides: Sides) => Promise<T>): Promise<T> {
    const stocks = { service: await this.copy(stock), bare: await this.copy(stock) };
    const sides = { service: await this.start('service', stocks.service), bare: await this.start('bare', stocks.bare) };
    try {
      return await work({ ...sides, urlOf: ({ kind }) => stocks[kind].url });
    } finally {
      await Promise.all([sides.service.stop(), sides.bare.stop()]);
      await Promise.all([this.databases.drop(stocks.service.url), this.databases.drop(stocks.bare.url)]);
    }
  }

  async load({ port, pid }: Side, connections: readonly Requests[], isOver: Ending): Promise<Measured> {
    const before = cpuOf(pid);
    const sample = await load(port, connections, isOver);
    return { ...sample, cpu: cpuOf(pid) - before };
  }

  /** What comes before measuring. */
  async warmUp(side: Side, connections: readonly Requests[]): Promise<void> {
    const { warmUp, warmUpSeconds } = this.plan;
    await this.load(side, connections, either(afterCount(warmUp), after(warmUpSeconds)));
  }

  async #fill(events: number): Promise<Stock> {
    this.say(`  filling a database with ${events} events`);
    const url = this.databases.fresh(`stock${events}`);
    const world = await makeWorld(url);
    if (events > 0) await generateEvents(this.databases, url, world, events);
    return { url, world };
  }
}

/** Both sides of a comparison. */
export interface Sides {
  readonly service: Side;
  readonly bare: Side;
  urlOf(side: Side): string;
}
