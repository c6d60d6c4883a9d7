/*
 * The queries of scenarios on the tables of the service, and the rows of seeded events. A change of the schema changes
 * this file and the statements of baseline/, no other part of the benchmark.
 */
import { encodeCursor } from '../../src/domain/page';
import { BLOCK_SIZE } from '../../src/store/issues/issueTags';
import type { QueryValue, SeedRow } from './databases';
import type { SeededDatabase } from './fixture';

export const SEED_COLUMNS = {
  event: ['project_id', 'event_id', 'issue_id', 'timestamp', 'record', 'body'],
  issue: [
    'project_id',
    'id',
    'title',
    'culprit',
    'type',
    'level',
    'platform',
    'first_seen',
    'last_seen',
    'times_seen',
    'number',
    'text_stale',
  ],
  issue_hash: ['project_id', 'hash', 'issue_id'],
  issue_tag: ['project_id', 'key', 'value', 'issue_id'],
  issue_tag_block: ['project_id', 'key', 'value', 'block'],
  issue_text: ['project_id', 'issue_id', 'words'],
};

interface SeededEvent {
  readonly project: number;
  readonly id: string;
  readonly issue: number;
  readonly time: number;
  readonly record: string;
  readonly body: Uint8Array;
}

/** Returns the row of an event. */
export function eventRow({ project, id, issue, time, record, body }: SeededEvent): SeedRow {
  return ['event', [project, Buffer.from(id, 'hex'), issue, time, record, body]];
}

/** Returns the rows of the blocks in which issues have tags. */
export function* tagBlockRows(
  project: number,
  tags: readonly { readonly issue: number; readonly key: string; readonly value: string }[],
): Iterable<SeedRow> {
  const blocks = new Map(
    tags.map(({ issue, key, value }) => {
      const block = Math.floor(issue / BLOCK_SIZE);
      return [JSON.stringify([block, key, value]), [project, key, value, block]] as const;
    }),
  );
  for (const row of blocks.values()) yield ['issue_tag_block', row];
}

/** Counts the seeded events by issue and day. */
export const COUNT_DAYS = `INSERT INTO issue_day (project_id, day, issue_id, events)
  SELECT project_id, timestamp / 86400000, issue_id, COUNT(*) FROM event GROUP BY 1, 2, 3`;

/** Statements that continue the counters behind seeded issues, with their values. */
export function counterStatements(project: number, issues: number): (readonly [string, readonly QueryValue[]])[] {
  return [
    ["UPDATE sequence SET value = ? WHERE name = 'issue'", [issues]],
    ['INSERT INTO issue_counter (project_id, last_number) VALUES (?, ?)', [project, issues]],
  ];
}

/** Counts the events of the project since a time that can be read with their bodies. */
export function countReadableSince(seeded: SeededDatabase, since: number): Promise<number> {
  const sql = 'SELECT COUNT(*) AS "count" FROM event WHERE project_id = ? AND timestamp >= ? AND body IS NOT NULL';
  return countBy(seeded, sql, [projectOf(seeded), since]);
}

export function countEvents(seeded: SeededDatabase): Promise<number> {
  return countBy(seeded, 'SELECT COUNT(*) AS "count" FROM event');
}

export function countIssues(seeded: SeededDatabase): Promise<number> {
  return countBy(seeded, 'SELECT COUNT(*) AS "count" FROM issue');
}

/** Returns true if there are removed issues whose storage is not free yet. */
export async function hasRemovedIssues({ databases, url }: SeededDatabase): Promise<boolean> {
  return (await databases.query(url, 'SELECT 1 FROM removed_issue LIMIT 1')).length > 0;
}

/** Returns the cursor of the page that begins behind this number of events, newest first. */
export async function cursorBehind(seeded: SeededDatabase, events: number): Promise<string> {
  const sql = `SELECT timestamp AS "timestamp", lower(hex(event_id)) AS "eventId" FROM event WHERE project_id = ?
    ORDER BY timestamp DESC, event_id DESC LIMIT 1 OFFSET ?`;
  const [row] = await seeded.databases.query<{ timestamp: number; eventId: string }>(seeded.url, sql, [
    projectOf(seeded),
    events - 1,
  ]);
  return encodeCursor({ key: [String(row?.timestamp), row?.eventId ?? ''], backwards: false, inclusive: false });
}

function projectOf({ fixture }: SeededDatabase): number {
  return Number(fixture.projectId);
}

async function countBy(
  { databases, url }: SeededDatabase,
  sql: string,
  values: readonly QueryValue[] = [],
): Promise<number> {
  const [row] = await databases.query<{ count: number }>(url, sql, values);
  return Number(row?.count);
}
