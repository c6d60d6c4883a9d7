/**
 * Shared parts of the checks that run for a long time: their options, the database of the service, and how they end.
 */
import { parseArgs } from 'node:util';
import type { TemporaryPlace } from '../../test/support/database';
import { selectDatabase } from '../../test/support/postgresServer';
import { endProcesses, ensureBuilt } from '../../test/support/process';

interface CheckOptions<Name extends string> {
  readonly numbers: Readonly<Record<Name, number>>;
  readonly database: string;
  readonly only: readonly string[];
}

/**
 * Reads options that are whole numbers, `--database`, and `--only`, which may be repeated.
 * @param defaults the numbers without an option
 * @throws Error with one sentence if an option is wrong
 */
export function readCheckOptions<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
  { database, hasOnly = false }: { readonly database: string; readonly hasOnly?: boolean },
): CheckOptions<Name> {
  const names = Object.keys(defaults) as Name[];
  const numbers = Object.fromEntries(
    names.map((name) => [name, { type: 'string', default: String(defaults[name]) } as const]),
  );
  const list = { type: 'string', multiple: true } as const;
  const options = {
    ...numbers,
    database: { type: 'string', default: database } as const,
    ...(hasOnly && { only: list }),
  };
  const values = parseArgs({ options }).values as Readonly<Record<string, unknown>>;
  const numberOf = (name: Name): number => {
    const text = String(values[name]);
    if (!/^[0-9]{1,12}$/.test(text)) throw new Error(`--${name} must be a whole number.`);
    return Number(text);
  };
  return {
    numbers: Object.fromEntries(names.map((name) => [name, numberOf(name)])) as Record<Name, number>,
    database: String(values['database']),
    only: (values['only'] ?? []) as string[],
  };
}

/** Creates the databases of a check. */
interface Databases {
  readonly onPostgres: boolean;
  /** True if the server is a temporary one of this process, whose processes may be killed. */
  readonly hasOwnServer: boolean;
  /** Creates an empty database. */
  readonly makePlace: () => Promise<TemporaryPlace>;
}

/**
 * Builds the service and runs `work` with databases of a kind: sqlite, or postgres on the server of TEST_DATABASE_URL
 * or a temporary one. `work` loads modules that read the environment. Afterwards no process of the service runs.
 */
export async function withDatabases<T>(kind: string, work: (databases: Databases) => Promise<T>): Promise<T> {
  if (!['sqlite', 'postgres'].includes(kind)) throw new Error('--database must be sqlite or postgres.');
  const onPostgres = kind === 'postgres';
  await ensureBuilt();
  const server = await selectDatabase(onPostgres);
  const { makeEmptyPlace } = await import('../../test/support/database.js');
  try {
    return await work({ onPostgres, hasOwnServer: server !== undefined, makePlace: makeEmptyPlace });
  } finally {
    // After an error, processes of the service still run; the server would wait for their connections.
    endProcesses();
    await server?.dispose();
  }
}

/** Compares the listed ids of stored events with the due ones. */
export function compareIds(
  listed: readonly string[],
  due: Iterable<string>,
): { readonly lost: string[]; readonly twice: string[] } {
  const stored = new Set<string>();
  const twice = listed.filter((id) => stored.size === stored.add(id).size);
  return { lost: [...due].filter((id) => !stored.has(id)), twice };
}

/** Reports an early end: Node.js ends without an error if it waits for something that can no longer happen. */
function reportEarlyEnd(): void {
  console.error('The command ended before its last run.');
  process.exitCode = 1;
}

/**
 * Runs a check. The exit code is 1 if it finds something or fails.
 * @param check returns a sentence for each violation
 */
export function runCheck(usage: string, check: () => Promise<readonly string[]>): void {
  process.once('exit', reportEarlyEnd);
  check()
    .then((failures) => {
      for (const failure of failures) console.error(failure);
      if (failures.length > 0) process.exitCode = 1;
    })
    .catch((error: unknown) => {
      console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
      process.exitCode = 1;
    })
    .finally(() => process.removeListener('exit', reportEarlyEnd));
}
