import { SqliteDriver } from '../../../src/store/engine/sqlite';

const file = (process.env['DATABASE_URL'] ?? '').replace(/^sqlite:/, '');

/** Has the pragmas of the service, and so the same durability. */
export const writer = new SqliteDriver(file);
const LOG = ['wal_autocheckpoint = 8000', 'journal_mode = WAL', 'journal_size_limit = 67108864'];
for (const pragma of [...LOG, 'synchronous = FULL', 'foreign_keys = ON']) writer.pragma(pragma);
export const reader = new SqliteDriver(file, { readonly: true });

const begin = writer.prepare('BEGIN IMMEDIATE');
const commit = writer.prepare('COMMIT');

interface Job {
  readonly work: () => string;
  readonly done: (reply: string) => void;
}

let waiting: Job[] = [];

/**
 * Runs `work` in the next transaction, which all waiting work shares, and passes its result to `done` once the commit
 * is durable.
 */
export function write(work: () => string, done: (reply: string) => void): void {
  if (waiting.push({ work, done }) === 1) setImmediate(flush);
}

function flush(): void {
  const jobs = waiting;
  waiting = [];
  begin.run();
  const replies = jobs.map(({ work }) => work());
  commit.run();
  for (const [index, { done }] of jobs.entries()) done(replies[index] ?? '');
}

export function close(): void {
  reader.close();
  writer.close();
}
