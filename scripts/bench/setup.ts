import type { Databases, SeedableDatabases } from './databases';
import type { DatabaseName } from './options';
import type { ProgramKind } from './programs';
import type { TargetName } from './report';
import { SqliteDatabases } from './sqliteDatabases';

/** The two sides of every comparison: the one that is looked at, and the one it is held against. */
export const SIDE_NAMES = ['ours', 'theirs'] as const;
export type SideName = (typeof SIDE_NAMES)[number];

/** A program and the databases it works on. */
export interface BenchProgram {
  /** In the report. */
  readonly name: string;
  readonly kind: ProgramKind;
  readonly databases: Databases;
}

/** Who is measured against whom. */
export interface BenchSetup extends Readonly<Record<SideName, BenchProgram>> {
  readonly database: DatabaseName;
  /** Databases in which seeded ones are created; both sides copy them to their own kind. */
  readonly seedDatabases: SeedableDatabases;
  /** Ratios of other contests say nothing of the other targets; undefined means all. */
  readonly targets?: readonly TargetName[];
  /** Leaves no databases and servers behind. */
  close(): Promise<void>;
}

/** Prepares the programs and databases; SQLite's are in this folder. @throws Error if PostgreSQL is needed and missing */
export async function openSetup(database: DatabaseName, folder: string): Promise<BenchSetup> {
  const sqlite = new SqliteDatabases(folder);
  if (database === 'sqlite') {
    const ours = { name: 'service', kind: 'service', databases: sqlite } as const;
    return {
      database,
      seedDatabases: sqlite,
      ours,
      theirs: { ...ours, name: 'bare', kind: 'bare' },
      close: async () => undefined,
    };
  }
  // Only now: nobody else needs a client of PostgreSQL.
  const { PostgresDatabases } = await import('./postgresDatabases.js');
  const postgres = await PostgresDatabases.open();
  return {
    database,
    seedDatabases: sqlite,
    ours: { name: 'PostgreSQL', kind: 'service', databases: postgres },
    theirs: { name: 'SQLite', kind: 'service', databases: sqlite },
    targets: ['drained'],
    close: () => postgres.close(),
  };
}
