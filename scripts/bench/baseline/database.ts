import { SqliteDriver } from '../../../src/store/engine/sqliteConnection';

const file = (process.env['DATABASE_URL'] ?? '').replace(/^sqlite:/, '');
export const [ORGANIZATION, PROJECT] = [1, 1];

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

const FIRST = `SELECT i.id FROM issue i WHERE i.project_id = ${PROJECT} ORDER BY i.last_seen DESC, i.id DESC LIMIT 1000`;
const removals = ['event WHERE issue_id', 'issue_hash WHERE issue_id', 'issue WHERE id'].map((rows) =>
  writer.prepare(`DELETE FROM ${rows} IN (${FIRST}) AND project_id = ${PROJECT}`),
);

/** Removes the first thousand issues with all their events in one transaction, the simplest way. */
export function removeIssues(done: (reply: string) => void): void {
  write(() => {
    for (const removal of removals) removal.run();
    return 'Success.';
  }, done);
}

export function close(): void {
  reader.close();
  writer.close();
}
