import type { Kind } from './build';
import type { Databases, Stockroom } from './databases';
import type { DatabaseName } from './options';
import { SqliteDatabases } from './sqliteDatabases';
import type { TargetName } from './targets';

/** The two sides of every comparison: the one that is looked at, and the one it is held against. */
export const SIDE_NAMES = ['ours', 'theirs'] as const;
export type SideName = (typeof SIDE_NAMES)[number];

/** A program and the databases it works on. */
export interface Contestant {
  /** In the report. */
  readonly name: string;
  readonly kind: Kind;
  readonly databases: Databases;
}

/** Who is measured against whom. */
export interface Contest extends Readonly<Record<SideName, Contestant>> {
  readonly database: DatabaseName;
  /** Where stocks are made; both sides bring them to their own databases. */
  readonly stockroom: Stockroom;
  /** Ratios of other contests say nothing of the other targets; undefined means all. */
  readonly targets?: readonly TargetName[];
  /** Leaves no databases and servers behind. */
  close(): Promise<void>;
}

/** Prepares a contest, with SQLite's databases in this folder. @throws Error with one sentence if there is no PostgreSQL */
export async function openContest(database: DatabaseName, folder: string): Promise<Contest> {
  const sqlite = new SqliteDatabases(folder);
  if (database === 'sqlite') {
    const ours = { name: 'service', kind: 'service', databases: sqlite } as const;
    return {
      database,
      stockroom: sqlite,
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
    stockroom: sqlite,
    ours: { name: 'PostgreSQL', kind: 'service', databases: postgres },
    theirs: { name: 'SQLite', kind: 'service', databases: sqlite },
    targets: ['drained'],
    close: () => postgres.close(),
  };
}
