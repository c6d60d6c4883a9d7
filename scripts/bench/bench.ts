import path from 'node:path';
import { cpuOf, type NoiseMeter } from '../support/usage';
import type { Databases } from './databases';
import { type BenchFixture, createFixture, createFixtureWith, type SeededDatabase } from './fixture';
import { after, afterCount, either, type Ending, load, type Requests, type Sample } from './load';
import type { Options } from './options';
import { type RunningProgram, startProgram } from './programs';
import { seedEvents } from './seed';
import { type BenchSetup, SIDE_NAMES, type SideName } from './setup';

/** Durations and numbers of measurements. */
export interface Plan {
  /**
   * Duration of the load on a program before its first case: the compiler optimizes over tens of thousands of requests.
   */
  readonly warmUpSecondsPerProgram: number;
  readonly rounds: number;
  /** Duration of the load in one round. */
  readonly seconds: number;
  /** Number of requests before each case is measured, and the limit of their duration. */
  readonly warmUpRequests: number;
  readonly warmUpSeconds: number;
  /** Numbers of events in the small and the large database. */
  readonly small: number;
  readonly large: number;
}

const FULL_PLAN: Plan = {
  warmUpSecondsPerProgram: 15,
  rounds: 5,
  seconds: 1.2,
  warmUpRequests: 1000,
  warmUpSeconds: 3,
  small: 10_000,
  large: 1_000_000,
};
const QUICK_PLAN: Plan = {
  warmUpSecondsPerProgram: 3,
  rounds: 3,
  seconds: 0.4,
  warmUpRequests: 200,
  warmUpSeconds: 1,
  small: 10_000,
  large: 20_000,
};

/** The measurement of one round, with the processor time of the server. */
export interface Measured extends Sample {
  /** Seconds of processor time. */
  readonly cpu: number;
}

/** A program under load, or several that share the load. */
export type LoadedPrograms = RunningProgram | readonly RunningProgram[];

/** The databases, programs and settings of a run, for its scenarios. */
export class Bench {
  readonly plan: Plan;
  readonly #seeded = new Map<number, Promise<SeededDatabase>>();
  #copies = 0;
  #scenario = '';

  constructor(
    readonly setup: BenchSetup,
    readonly noise: NoiseMeter,
    readonly options: Options,
  ) {
    this.plan = options.isQuick ? QUICK_PLAN : FULL_PLAN;
  }

  /** Begins a scenario: it is logged, and profiles go into its folder. */
  begin(scenario: string): void {
    this.#scenario = scenario;
    this.log(scenario);
  }

  /** Prints progress on standard error. */
  log(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Returns a database with this number of events. It is created once, and must be copied before it is changed. */
  seeded(events: number): Promise<SeededDatabase> {
    const seeding = this.#seeded.get(events) ?? this.#fill(events);
    this.#seeded.set(events, seeding);
    return seeding;
  }

  /** Copies a seeded database, so that it can be changed before it is used. */
  copy({ url, fixture }: SeededDatabase): Promise<SeededDatabase> {
    return this.#copyIn(this.setup.seedDatabases, url, fixture);
  }

  /** Copies a seeded database to the kind of database of one side. */
  async copyFor(name: SideName, seeded: SeededDatabase): Promise<SeededDatabase> {
    const { databases, url, fixture } = await this.importFor(name, seeded);
    return this.#copyIn(databases, url, fixture);
  }

  /** Returns the seeded database in the kind of database of one side. It must only be read: both sides may share it. */
  async importFor(name: SideName, { url, fixture }: SeededDatabase): Promise<SeededDatabase> {
    const { databases } = this.setup[name];
    return { databases, url: await databases.importFrom(url), fixture };
  }

  /** Starts the program of a side on a database. */
  start(name: SideName, { url }: SeededDatabase): Promise<RunningProgram> {
    const { profile } = this.options;
    return startProgram(this.setup[name].kind, {
      root: this.setup[name].root,
      url,
      profile: profile === null || name === 'theirs' ? null : path.join(profile, this.#scenario),
    });
  }

  /** Starts both programs, each on a copy of the database, and stops them once `work` has ended. */
  async withSides<T>(seeded: SeededDatabase, work: (sides: Sides) => Promise<T>): Promise<T> {
    const copies = { ours: await this.copyFor('ours', seeded), theirs: await this.copyFor('theirs', seeded) };
    const sides = { ours: await this.start('ours', copies.ours), theirs: await this.start('theirs', copies.theirs) };
    try {
      return await work({ ...sides, databaseOf: (side) => copies[side === sides.ours ? 'ours' : 'theirs'] });
    } finally {
      await Promise.all(SIDE_NAMES.map((name) => sides[name].stop()));
      await Promise.all(SIDE_NAMES.map((name) => copies[name].databases.drop(copies[name].url)));
    }
  }

  /** Puts a program under load, or several programs that share the connections. */
  async load(side: LoadedPrograms, connections: readonly Requests[], isOver: Ending): Promise<Measured> {
    const programs = [side].flat();
    const cpu = () => programs.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
    const before = cpu();
    const ports = programs.map(({ port }) => port);
    const sample = await load(ports, connections, isOver);
    return { ...sample, cpu: cpu() - before };
  }

  /** Warms programs up before the cases of a scenario that measures speed. */
  async settle<P extends LoadedPrograms>(
    programs: readonly P[],
    connections: (program: P) => readonly Requests[],
  ): Promise<void> {
    for (const program of programs)
      await this.load(program, connections(program), after(this.plan.warmUpSecondsPerProgram));
  }

  /** Warms a program up before a case is measured. */
  async warmUp(side: LoadedPrograms, connections: readonly Requests[]): Promise<void> {
    const { warmUpRequests: warmUp, warmUpSeconds } = this.plan;
    await this.load(side, connections, either(afterCount(warmUp), after(warmUpSeconds)));
  }

  async #fill(events: number): Promise<SeededDatabase> {
    this.log(`  filling a database with ${events} events`);
    const databases = this.setup.seedDatabases;
    const url = databases.fresh(`seeded${events}`);
    const { root } = this.setup.theirs;
    // By the other clone, whose schema this one migrates and not the other way.
    const fixture = root === undefined ? await createFixture(url) : await createFixtureWith(root, url);
    if (events > 0) await seedEvents(databases, url, fixture, events);
    return { databases, url, fixture };
  }

  async #copyIn(databases: Databases, url: string, fixture: BenchFixture): Promise<SeededDatabase> {
    return { databases, url: await databases.copy(url, `copy${(this.#copies += 1)}`), fixture };
  }
}

/** Both sides of a comparison. */
export interface Sides {
  readonly ours: RunningProgram;
  readonly theirs: RunningProgram;
  /** Returns the database of a side. */
  databaseOf(side: RunningProgram): SeededDatabase;
}
