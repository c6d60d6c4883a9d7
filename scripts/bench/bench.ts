import path from 'node:path';
import { cpuOf, type NoiseMeter } from '../support/usage';
import { type Databases, openPostgresDatabases, SqliteDatabases } from './databases';
import { after, afterCount, type Ending, load, type Requests, type Sample } from './load';
import type { DatabaseName, Options } from './options';
import { type ProgramKind, type RunningProgram, startProgram } from './programs';
import { createSeeded, type SeededDatabase, type SeedPlan } from './seed';

/** The two sides of every comparison: the measured program, and the program for comparison. */
export const SIDE_NAMES = ['ours', 'theirs'] as const;
export type SideName = (typeof SIDE_NAMES)[number];

interface BenchProgram {
  readonly name: string;
  readonly kind: ProgramKind;
  /** The folder of another built clone, if that is compared. */
  readonly root?: string | undefined;
  readonly databases: Databases;
}

export interface BenchSetup extends Readonly<Record<SideName, BenchProgram>> {
  readonly database: DatabaseName;
  /** Databases in which seeded ones are created; both sides copy them to their own kind. */
  readonly seedDatabases: SqliteDatabases;
}

/** Prepares the programs and databases; SQLite's are in this folder. @throws Error if PostgreSQL is missing */
export async function openSetup({ database, compare }: Options, folder: string): Promise<BenchSetup> {
  const sqlite = new SqliteDatabases(folder);
  const service = { kind: 'service', databases: sqlite } as const;
  const shared = { database, seedDatabases: sqlite };
  if (database === 'postgres') {
    const ours = { ...service, name: 'PostgreSQL', databases: await openPostgresDatabases() };
    return { ...shared, ours, theirs: { ...service, name: 'SQLite' } };
  }
  if (compare !== null)
    return { ...shared, ours: { ...service, name: 'now' }, theirs: { ...service, name: 'before', root: compare } };
  return { ...shared, ours: { ...service, name: 'service' }, theirs: { ...service, name: 'bare', kind: 'bare' } };
}

/** Durations and numbers of measurements. */
const FULL_PLAN = {
  /**
   * Duration of the load on a program before its first case: the compiler optimizes over tens of thousands of requests.
   */
  warmUpSecondsPerProgram: 15,
  rounds: 5,
  /** Duration of the load in one round. */
  seconds: 1.2,
  /** Number of requests before each case is measured, and the limit of their duration. */
  warmUpRequests: 1000,
  warmUpSeconds: 3,
  /** Numbers of events in the small and the large database. */
  small: 10_000,
  large: 1_000_000,
};
const QUICK_PLAN: typeof FULL_PLAN = {
  ...{ warmUpSecondsPerProgram: 3, rounds: 3, seconds: 0.4, warmUpRequests: 200, warmUpSeconds: 1 },
  ...{ small: 10_000, large: 20_000 },
};

/** The measurement of one round, with the processor time of the server. */
export interface Measured extends Sample {
  /** Seconds of processor time. */
  readonly cpu: number;
}

/** A program under load, or several that share the load. */
export type LoadedPrograms = RunningProgram | readonly RunningProgram[];

export interface Sides {
  readonly ours: RunningProgram;
  readonly theirs: RunningProgram;
  databaseOf(side: RunningProgram): SeededDatabase;
}

/** The databases, programs and settings of a run, for its scenarios. */
export class Bench {
  readonly plan: typeof FULL_PLAN;
  readonly #seeded = new Map<string, Promise<SeededDatabase>>();
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

  log(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Returns a database with these events. It is created once, and must be copied before it is changed. */
  seeded(events: number, plan: Omit<SeedPlan, 'events'> = {}): Promise<SeededDatabase> {
    const key = JSON.stringify({ events, ...plan });
    const { seedDatabases, theirs } = this.setup;
    const create = () => {
      this.log(`  filling a database with ${events} events`);
      // By the other clone, whose schema this one migrates and not the other way.
      return createSeeded(seedDatabases, { events, ...plan }, theirs.root);
    };
    const seeding = this.#seeded.get(key) ?? create();
    this.#seeded.set(key, seeding);
    return seeding;
  }

  /** Copies a seeded database to the kind of database of one side, or as another one to be seeded. */
  async copyFor(name: SideName | 'seed', { url, fixture }: SeededDatabase): Promise<SeededDatabase> {
    const databases = name === 'seed' ? this.setup.seedDatabases : this.setup[name].databases;
    return { databases, url: await databases.copy(url), fixture };
  }

  start(name: SideName, { url }: SeededDatabase): Promise<RunningProgram> {
    const { profile } = this.options;
    const { kind, root } = this.setup[name];
    const folder = profile === null || name === 'theirs' ? null : path.join(profile, this.#scenario);
    return startProgram(kind, { root, url, profile: folder });
  }

  /** Starts the program of a side on a copy of the database, and stops it once `work` has ended. */
  async withSide<T>(
    name: SideName,
    seeded: SeededDatabase,
    work: (side: RunningProgram, copy: SeededDatabase) => Promise<T>,
  ): Promise<T> {
    const copy = await this.copyFor(name, seeded);
    const side = await this.start(name, copy);
    try {
      return await work(side, copy);
    } finally {
      await side.stop();
      await copy.databases.drop(copy.url);
    }
  }

  /** Starts both programs, each on a copy of the database, and stops them once `work` has ended. */
  withSides<T>(seeded: SeededDatabase, work: (sides: Sides) => Promise<T>): Promise<T> {
    return this.withSide('ours', seeded, (ours, ourCopy) =>
      this.withSide('theirs', seeded, (theirs, theirCopy) =>
        work({ ours, theirs, databaseOf: (side) => (side === ours ? ourCopy : theirCopy) }),
      ),
    );
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

  async warmUp(side: LoadedPrograms, connections: readonly Requests[]): Promise<void> {
    const [isEnough, isLong] = [afterCount(this.plan.warmUpRequests), after(this.plan.warmUpSeconds)];
    await this.load(side, connections, (elapsed) => isEnough(elapsed) || isLong(elapsed));
  }
}
