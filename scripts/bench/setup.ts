import type { Databases, SeedableDatabases } from './databases';
import type { DatabaseName } from './options';
import type { ProgramKind } from './programs';
import { SqliteDatabases } from './sqliteDatabases';

/** The two sides of every comparison: the measured program, and the program for comparison. */
export const SIDE_NAMES = ['ours', 'theirs'] as const;
export type SideName = (typeof SIDE_NAMES)[number];

/** A program and its databases. */
export interface BenchProgram {
  /** Its name in the report. */
  readonly name: string;
  readonly kind: ProgramKind;
  /** The folder of another built clone, if that is compared. */
  readonly root?: string | undefined;
  readonly databases: Databases;
}

/** The two sides of a run. */
export interface BenchSetup extends Readonly<Record<SideName, BenchProgram>> {
  readonly database: DatabaseName;
  /** Databases in which seeded ones are created; both sides copy them to their own kind. */
  readonly seedDatabases: SeedableDatabases;
  /** Drops the databases and stops the server of the run. */
  close(): Promise<void>;
}

/**
 * Prepares the programs and databases; SQLite's are in this folder.
 * @param compared the folder of another built clone that is compared with this one
 * @throws Error if PostgreSQL is needed and missing
 */
export async function openSetup(
  database: DatabaseName,
  folder: string,
  compared: string | null = null,
): Promise<BenchSetup> {
  const sqlite = new SqliteDatabases(folder);
  if (database === 'sqlite') {
    const ours = { name: compared === null ? 'service' : 'now', kind: 'service', databases: sqlite } as const;
    const bare = { ...ours, name: 'bare', kind: 'bare' } as const;
    return {
      database,
      seedDatabases: sqlite,
      ours,
      theirs: compared === null ? bare : { ...ours, name: 'before', root: compared },
      close: async () => undefined,
    };
  }
  // Loaded only here, because only this needs a client of PostgreSQL.
  const { PostgresDatabases } = await import('./postgresDatabases.js');
  const postgres = await PostgresDatabases.open();
  return {
    database,
    seedDatabases: sqlite,
    ours: { name: 'PostgreSQL', kind: 'service', databases: postgres },
    theirs: { name: 'SQLite', kind: 'service', databases: sqlite },
    close: () => postgres.close(),
  };
}
