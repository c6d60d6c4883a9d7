import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Tells apart what SQLite says the same of.
 * @throws Error with one sentence unless there is a file of that name, or can be one
 */
export function requirePlace(file: string): void {
  const directory = dirname(file);
  if (!isDirectory(directory)) {
    throw new Error(`The database file ${file} cannot be opened, because there is no directory ${directory}.`);
  }
  if (isDirectory(file)) throw new Error(`The database file ${file} cannot be opened, because it is a directory.`);
}

/** Whether something is at this path. */
export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
