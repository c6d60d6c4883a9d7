/** Creates and fills databases. A change of the schema changes this file and the statements of baseline/. */
import contract from '../../generated/openapi.json';
import { createProject } from '../../src/cli/project';
import { ContractSchemas } from '../../src/http/contract';
import { createEventProcessor } from '../../src/ingest/pipeline';
import { type ProcessedEvent, saveEvents } from '../../src/ingest/saveEvents';
import { SettingsCache } from '../../src/ingest/settingsCache';
import { SourceMapCache } from '../../src/sourcemaps/resolve/sourceMapCache';
import { openDatabase } from '../../src/store/engine/open';
import { BLOCK_SIZE } from '../../src/store/issues/issueTags';
import type { Database } from '../../src/store/stores';
import { makePayload, Random } from '../support/payloads';
import { type Databases, fileOf, type SqliteDatabases, withSqlite } from './databases';
import { startProgram } from './programs';

/** The rows that the service creates in an empty database, with their credentials. */
export interface BenchFixture {
  readonly token: string;
  readonly publicKey: string;
  readonly projectId: string;
}

/** A filled database, which no process has open. */
export interface SeededDatabase {
  readonly databases: Databases;
  readonly url: string;
  readonly fixture: BenchFixture;
}

/** The events of a database: their number, by issue, and the share that each project has. */
export interface SeedPlan {
  readonly events: number;
  readonly perIssue?: number;
  readonly shares?: Readonly<Record<string, number>>;
}

const PERIOD_MS = 90 * 24 * 60 * 60 * 1000;
/** Number of distinct events that the service's own code stores. All others repeat them. */
const TEMPLATES = 300;
const EVENT_BYTES = 1536;
/** One issue in this number is active at any time. */
const ACTIVE_ISSUE_SHARE = 10;

/**
 * Creates a database with one organization, team, project and token, and fills it with events of the last 90 days as in
 * a service in use: issues are active for some time, a few occur often and most rarely, from several environments and
 * releases.
 * @param root the folder of another built clone, whose service creates the database
 */
export async function createSeeded(
  databases: SqliteDatabases,
  { events, perIssue = 50, shares = { shop: 1 } }: SeedPlan,
  root?: string,
): Promise<SeededDatabase> {
  const url = databases.fresh();
  const program = await startProgram('service', { url, root });
  await program.stop();
  const [, publicKey = '', projectId = ''] = /DSN +\S+?\/\/(\w+)@\S+\/(\d+)/.exec(program.printed) ?? [];
  const [, token = ''] = /token +(\S+)/.exec(program.printed) ?? [];
  const fixture = { token, publicKey, projectId };
  for (const [slug, share] of events === 0 ? [] : Object.entries(shares)) {
    const project = await storeTemplates(url, slug === 'shop' ? fixture : await addProject(url, fixture, slug));
    withSqlite(fileOf(url), (database) => multiply(database, Number(project), events * share, perIssue));
  }
  return { databases, url, fixture };
}

async function addProject(url: string, fixture: BenchFixture, slug: string): Promise<BenchFixture> {
  return withDatabase(url, async ({ write }) => {
    const parents = { organization: 'acme', team: 'backend', slug };
    const { dsn } = await write((stores) =>
      createProject({ stores, publicUrl: 'http://127.0.0.1', now: Date.now() }, parents),
    );
    const { username, pathname } = new URL(dsn);
    return { ...fixture, publicKey: username, projectId: pathname.slice(1) };
  });
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Stores an issue with one event for each template, by the code of the service. Returns the id of the project. */
function storeTemplates(url: string, { projectId, publicKey }: BenchFixture): Promise<string> {
  return withDatabase(url, async ({ read, write }) => {
    const process = createEventProcessor({
      read,
      checkSchema: new ContractSchemas(contract).checkNamed,
      sourceMaps: new SourceMapCache(),
      settingsCache: new SettingsCache(),
      fetchesJavaScript: false,
    });
    const projectOfKey = await read(({ projects }) => projects.findByKey(projectId, publicKey));
    if (projectOfKey === undefined) throw new Error(`there is no project ${projectId}`);
    const { project } = projectOfKey;
    const sent = { project, format: 'item', eventId: null, flags: [], sentAt: null, ipAddress: null } as const;
    const random = new Random(Number(projectId));
    const events: ProcessedEvent[] = [];
    while (events.length < TEMPLATES) {
      const kind = `${random.pick(['Type', 'Range', 'Stock', 'Payment', 'Network', 'Timeout'])}Error`;
      const fixed = { eventId: random.hex(32), kind, timestamp: Date.now() / 1000 };
      const payload = Buffer.from(JSON.stringify(makePayload(EVENT_BYTES, random, fixed)));
      const result = await process({ ...sent, payload, received: Date.now() });
      if ('event' in result) events.push(result.event);
    }
    await write(async (stores) => {
      // Seeded events are up to 90 days old.
      await stores.organizations.updateSettings(project.organizationId, { retentionDays: 0 });
      await saveEvents(stores, project, events);
    });
    return project.id;
  });
}

/** Tables with rows of an issue, and the values in which the copy `c` of the issue `t` differs from it. */
const COPIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  issue: { id: 'c.id', number: 'c.id', first_seen: 'c.first', last_seen: 'c.last', times_seen: 'c.times' },
  issue_hash: { issue_id: 'c.id', hash: 'lower(hex(randomblob(16)))' },
  issue_tag: { issue_id: 'c.id' },
  issue_text: { issue_id: 'c.id', words: `t.words || ' order ' || c.id || ' '` },
  issue_release: { issue_id: 'c.id', first_seen: 'c.first', last_seen: 'c.last', events: 'c.times' },
};

/** Replaces the stored issues of a project by copies with this number of events, without a log and flushes. */
function multiply(
  database: Parameters<Parameters<typeof withSqlite>[1]>[0],
  project: number,
  count: number,
  perIssue: number,
): void {
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -1000000', 'temp_store = MEMORY'])
    database.pragma(pragma);
  const first = 1 + Number(database.prepare('SELECT MAX(id) FROM issue').pluck().get());
  const began = Date.now() - PERIOD_MS;
  database.function('issue_of', issueNumbers(count, Math.ceil(count / perIssue), first));
  database.exec(`BEGIN EXCLUSIVE;
    CREATE TEMP TABLE template AS
      SELECT ROW_NUMBER() OVER () - 1 AS place, issue_id, record, body FROM event WHERE project_id = ${project};
    CREATE TEMP TABLE occurrence AS
      WITH RECURSIVE number (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ${count})
      SELECT CAST(${began} + n * ${PERIOD_MS / count} AS INTEGER) AS time, CAST(issue_of(n) AS INTEGER) AS issue
      FROM number;
    CREATE TEMP TABLE copy AS
      SELECT issue AS id, issue * 7919 % (SELECT COUNT(*) FROM template) AS place, 0 AS template,
        MIN(time) AS first, MAX(time) AS last, COUNT(*) AS times FROM occurrence GROUP BY issue;
    CREATE UNIQUE INDEX temp.template_place ON template (place);
    CREATE UNIQUE INDEX temp.copy_id ON copy (id);
    UPDATE copy SET template = (SELECT issue_id FROM template t WHERE t.place = copy.place)`);
  for (const [table, changes] of Object.entries(COPIED)) {
    const id = table === 'issue' ? 'id' : 'issue_id';
    const names = (database.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
    database.exec(`INSERT INTO ${table} (${names.join(', ')})
      SELECT ${names.map((name) => changes[name] ?? `t.${name}`).join(', ')}
      FROM copy c JOIN ${table} t ON t.project_id = ${project} AND t.${id} = c.template`);
  }
  for (const table of [...Object.keys(COPIED), 'event', 'issue_day'])
    database.exec(
      `DELETE FROM ${table} WHERE project_id = ${project} AND ${table === 'issue' ? 'id' : 'issue_id'} < ${first}`,
    );
  database.exec(`INSERT INTO event (project_id, event_id, issue_id, timestamp, record, body)
      SELECT ${project}, randomblob(16), o.issue, o.time, t.record, t.body
      FROM occurrence o JOIN copy c ON c.id = o.issue JOIN template t ON t.place = c.place;
    INSERT INTO issue_day (project_id, day, issue_id, events)
      SELECT ${project}, time / 86400000, issue, COUNT(*) FROM occurrence GROUP BY 2, 3;
    DELETE FROM issue_tag_block WHERE project_id = ${project};
    INSERT INTO issue_tag_block (project_id, key, value, block)
      SELECT DISTINCT project_id, key, value, issue_id / ${BLOCK_SIZE} FROM issue_tag WHERE project_id = ${project};
    UPDATE sequence SET value = (SELECT MAX(id) FROM issue) WHERE name = 'issue';
    UPDATE issue_counter SET last_number = (SELECT MAX(id) FROM issue), opened = 0 WHERE project_id = ${project};
    DROP TABLE template;
    DROP TABLE occurrence;
    DROP TABLE copy;
    COMMIT`);
  database.pragma('journal_mode = WAL');
}

/** Returns a function that returns the issues of consecutive events. */
function issueNumbers(count: number, issues: number, first: number): (number: number) => number {
  const random = new Random(count);
  const places = Math.ceil(issues / ACTIVE_ISSUE_SHARE);
  const active: number[] = [];
  let opened = 0;
  const open = (place: number) => (active[place] = first + opened++);
  return (number) => {
    // By the cube, an eighth of the active issues has half of the events.
    const place = Math.floor(random.next() ** 3 * places);
    const isNew = opened < (issues * number) / count;
    return isNew ? open(random.below(places)) : (active[place] ?? open(place));
  };
}

/** Counts the events of the project since a time that can be read with their bodies. */
export async function countReadableSince(seeded: SeededDatabase, since: number): Promise<number> {
  const { projectId } = seeded.fixture;
  return countRows(seeded, `event WHERE project_id = ${projectId} AND timestamp >= ${since} AND body IS NOT NULL`);
}

export async function countRows({ databases, url }: SeededDatabase, from: string): Promise<number> {
  const [row] = await databases.query<{ count: number }>(url, `SELECT COUNT(*) AS "count" FROM ${from}`);
  return Number(row?.count);
}
