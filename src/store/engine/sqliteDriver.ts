import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

const requireHere = createRequire(__filename);
/** The ABI of Node.js 22. */
const ABI_22 = 127;
const DRIVER_NAME = Number(process.versions.modules) >= ABI_22 ? 'better-sqlite3-13' : 'better-sqlite3';
/** better-sqlite3: version 13, or 12 on Node.js 20, where 13 does not run (src/DECISIONS.md, "SQLite driver"). */
export const SqliteDriver: typeof BetterSqlite3 = loadDriver();

/**
 * Loads the driver.
 * @throws Error if the packages were installed by another release of Node.js, which needs the other version of the
 * driver
 */
function loadDriver(): typeof BetterSqlite3 {
  try {
    return requireHere(DRIVER_NAME) as typeof BetterSqlite3;
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(`The SQLite driver for Node.js ${process.versions.node} is not installed; run npm ci with it.`);
  }
}

/** A connection of the driver. */
export type SqliteHandle = BetterSqlite3.Database;

/** A statement of the driver. */
export type SqliteStatement = BetterSqlite3.Statement;

/** Returns the path of the driver's module. */
export function driverPath(): string {
  return requireHere.resolve(DRIVER_NAME);
}
