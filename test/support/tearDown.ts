import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dropDatabase, onPostgres, TEMPLATE } from './database';

/** Runs after all tests. */
export default async function tearDown(): Promise<void> {
  const template = process.env[TEMPLATE];
  if (template === undefined) return;
  await (onPostgres ? dropDatabase(template) : rm(dirname(template), { recursive: true, force: true }));
}
