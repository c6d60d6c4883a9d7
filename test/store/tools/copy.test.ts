import type { Migration } from '../../../src/store/engine/ddl';
import { migrate, versionOf } from '../../../src/store/engine/migrate';
import { MIGRATIONS, SCHEMA_VERSION } from '../../../src/store/migrations/index';
import { openDatabase } from '../../../src/store/engine/open';
import type { Writers } from '../../../src/store/stores';
import { readTables } from '../../../src/store/tools/catalog';
import { type CopiedTable, copyDatabase, type ReportProgress } from '../../../src/store/tools/copy';
import { makeEmptyPlace, type TemporaryPlace } from '../../support/database';
import { event, eventRow, hasEvent, issue, NOON, organization, project } from '../../support/rows';

const IGNORE_PROGRESS: ReportProgress = () => undefined;
const MEBIBYTE = 1024 * 1024;

let source: TemporaryPlace;
let target: TemporaryPlace;
beforeEach(async () => {
  [source, target] = [await makeEmptyPlace(), await makeEmptyPlace()];
});
afterEach(async () => {
  await source.dispose();
  await target.dispose();
});

/** Runs one transaction on a database and closes it. */
async function on<T>(place: TemporaryPlace, work: (stores: Writers) => Promise<T>): Promise<T> {
  const database = await openDatabase(place.url);
  try {
    return await database.write(work);
  } finally {
    await database.close();
  }
}

/** Runs statements without the stores and returns the rows of the last one. */
async function run(place: TemporaryPlace, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const engine = await place.openEngine();
  try {
    return await engine.changeSchema(async (session) => {
      for (const statement of statements.slice(0, -1)) await session.run(statement, []);
      return session.all(statements.at(-1) ?? '', []);
    });
  } finally {
    await engine.close();
  }
}

async function migrated(place: TemporaryPlace, steps: readonly Migration[]): Promise<void> {
  const engine = await place.openEngine();
  await migrate(engine, steps);
  await engine.close();
}

/** Creates a project with an issue and events with bodies of this size. */
async function fill(events = 3, bytes = 10): Promise<{ projectId: string; eventIds: string[] }> {
  return on(source, async (stores) => {
    const { id: projectId } = await project(stores);
    const issueId = await issue(stores, projectId);
    const rows = Array.from({ length: events }, (_, number) => eventRow(issueId, { timestamp: NOON + number, bytes }));
    await stores.events.insert(projectId, rows);
    return { projectId, eventIds: rows.map(({ eventId }) => eventId) };
  });
}

const copy = (report = IGNORE_PROGRESS, steps = MIGRATIONS) => copyDatabase(source.url, target.url, report, steps);
const rowsOf = (tables: readonly CopiedTable[], name: string) => tables.find(({ table }) => table === name)?.rows;

/** A migration after the last one. */
const LATER: Migration = {
  number: SCHEMA_VERSION + 1,
  name: 'later',
  statements: [
    "ALTER TABLE issue ADD COLUMN later TEXT NOT NULL DEFAULT 'none'",
    `CREATE TABLE later (
      project_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      weight INTEGER,
      PRIMARY KEY (project_id, name)
    ) STRICT`,
  ],
};

describe('a copy', () => {
  it('has the rows of the source, and can be opened and copied', async () => {
    const { projectId, eventIds } = await fill();
    const copied = await copy();
    expect([rowsOf(copied, 'event'), rowsOf(copied, 'issue')]).toEqual([3, 1]);
    for (const eventId of eventIds)
      expect(await on(target, (stores) => hasEvent(stores, projectId, eventId))).toBe(true);
    const third = await makeEmptyPlace();
    expect(await copyDatabase(target.url, third.url, IGNORE_PROGRESS)).toEqual(copied);
    await third.dispose();
  });

  it('includes every table and column of every migration, also of a later one', async () => {
    await fill();
    await migrated(source, [...MIGRATIONS, LATER]);
    await run(
      source,
      "UPDATE issue SET later = 'something'",
      "INSERT INTO later (project_id, name, weight) VALUES (1, 'one', 1), (1, 'two', NULL)",
      'SELECT 1',
    );
    const copied = await copy(IGNORE_PROGRESS, [...MIGRATIONS, LATER]);
    expect(rowsOf(copied, 'later')).toBe(2);
    expect(await run(target, 'SELECT name, weight FROM later ORDER BY name')).toEqual([
      { name: 'one', weight: 1 },
      { name: 'two', weight: null },
    ]);
    expect(await run(target, 'SELECT later FROM issue')).toEqual([{ later: 'something' }]);
    const engine = await source.openEngine();
    const tables = (await engine.read(readTables)).map(({ name }) => name);
    await engine.close();
    expect(copied.map(({ table }) => table).sort()).toEqual(
      tables.filter((name) => !['migration', 'sequence', 'job_lease', 'monitor_clock'].includes(name)).sort(),
    );
  });

  it('continues the ids of the source, also if their rows were deleted', async () => {
    const { projectId } = await fill();
    const last = await on(source, async (stores) => {
      const gone = await issue(stores, projectId);
      await stores.issues.remove(projectId, [Number(gone)], NOON);
      const { id } = await organization(stores, 'gone');
      return { issue: Number(gone), organization: Number(id) };
    });
    await run(source, "DELETE FROM organization WHERE slug = 'gone'", 'SELECT 1');
    await copy();
    const next = await on(target, async (stores) => ({
      issue: Number(await issue(stores, projectId)),
      organization: Number((await organization(stores)).id),
    }));
    expect(next).toEqual({ issue: last.issue + 1, organization: last.organization + 1 });
  });

  it('has the state at which it began, and does not block writers', async () => {
    const { projectId } = await fill();
    let written = 0;
    const copied = await copy(async () => {
      if (written > 0) return;
      written = 1;
      await on(source, async (stores) => event(stores, projectId, await issue(stores, projectId)));
    });
    expect(written).toBe(1);
    expect(['event', 'issue', 'issue_hash'].map((name) => rowsOf(copied, name))).toEqual([3, 1, 1]);
  });

  it('reads a few mebibytes at a time, also of large rows', async () => {
    await fill(20, MEBIBYTE);
    const steps: number[] = [0];
    await copy((doing, { table, rows }) => void (doing === 'copying' && table === 'event' && steps.push(rows)));
    expect(steps.at(-1)).toBe(20);
    for (const [index, rows] of steps.slice(1).entries()) expect(rows - (steps[index] ?? 0)).toBeLessThanOrEqual(4);
  });
});

describe('a copy that is interrupted', () => {
  /** Copies 500 rows of events, then fails as if the process was killed. */
  async function begin(): Promise<void> {
    const stop: ReportProgress = (_, { table, rows }) => {
      if (table === 'event' && rows >= 500) throw new Error('killed');
    };
    await expect(copy(stop)).rejects.toThrow('killed');
  }

  it('cannot be opened or copied', async () => {
    await fill(1200);
    await begin();
    await expect(openDatabase(target.url)).rejects.toThrow(
      /^The database is a copy that is not finished: run culprit database copy again/,
    );
    const third = await makeEmptyPlace();
    await expect(copyDatabase(target.url, third.url, IGNORE_PROGRESS)).rejects.toThrow(
      'The source is itself a copy that is not finished.',
    );
    await third.dispose();
  });

  it('continues where it was, with the same result as without an interruption', async () => {
    const { projectId, eventIds } = await fill(1200);
    await begin();
    expect(await run(target, 'SELECT CAST(COUNT(*) AS INTEGER) AS rows FROM event')).toEqual([{ rows: 500 }]);
    // Inserting a row again would fail because of its key.
    const copied = await copy();
    expect(rowsOf(copied, 'event')).toBe(1200);
    expect(await on(target, (stores) => stores.events.findStoredIds(projectId, eventIds))).toMatchObject({
      visible: new Set(eventIds),
    });
    expect(copied).toEqual(await copyDatabase(source.url, (await emptied(target)).url, IGNORE_PROGRESS));
  });

  it.each([
    ['a copied row was deleted', 'DELETE FROM event WHERE timestamp = (SELECT MIN(timestamp) FROM event)'],
    [
      'a row that was copied is another one',
      "UPDATE event SET record = '{}' WHERE timestamp = (SELECT MIN(timestamp) FROM event)",
    ],
    ['almost all rows were deleted', `DELETE FROM event WHERE timestamp > ${NOON + 10}`],
  ])('is not continued if %s', async (_, statement) => {
    await fill(500);
    await begin();
    await run(source, statement, 'SELECT 1');
    const message =
      'The source has changed since this copy began (table event): copy it into an empty database from the beginning.';
    await expect(copy()).rejects.toThrow(message);
  });

  it('is not continued from another source', async () => {
    await fill(500);
    await begin();
    await source.dispose();
    source = await makeEmptyPlace();
    await fill(500);
    await expect(copy()).rejects.toThrow('The source has changed since this copy began');
  });
});

describe('a copy is rejected, and changes nothing,', () => {
  it('into a database that has rows', async () => {
    await fill();
    await on(target, (stores) => organization(stores, 'theirs'));
    const before = await tablesOf(target);
    await expect(copy()).rejects.toThrow(
      'The target is not empty: it has rows in its table organization. Name an empty database.',
    );
    expect(await tablesOf(target)).toEqual(before);
    expect(await run(target, 'SELECT slug FROM organization')).toEqual([{ slug: 'theirs' }]);
  });

  it('into a database of another application', async () => {
    await fill();
    await run(target, 'CREATE TABLE theirs (id INTEGER)', 'SELECT 1');
    await expect(copy()).rejects.toThrow('The target is not empty: it has a table theirs. Name an empty database.');
    expect(await tablesOf(target)).toEqual(['theirs']);
  });

  it.each([
    ['source', 'older', MIGRATIONS.slice(0, -1), /^The source has schema version \d+, but this culprit needs \d+/],
    [
      'source',
      'newer',
      [...MIGRATIONS, LATER],
      /^The source has schema version \d+, but this culprit only knows \d+: copy with a newer culprit\.$/,
    ],
    ['target', 'older', MIGRATIONS.slice(0, -1), /^The target has schema version \d+, but this culprit needs \d+/],
    [
      'target',
      'newer',
      [...MIGRATIONS, LATER],
      /^The target has schema version \d+, but this culprit only knows \d+: copy with a newer culprit\.$/,
    ],
  ] as const)('if the schema of the %s is %s', async (end, _, steps, message) => {
    if (end === 'target') await fill();
    await migrated(end === 'source' ? source : target, steps);
    await expect(copy()).rejects.toThrow(message);
    expect(await run(end === 'source' ? source : target, 'SELECT MAX(number) AS version FROM migration')).toEqual([
      { version: versionOf(steps) },
    ]);
    if (end === 'source') expect(await tablesOf(target)).toEqual([]);
  });

  it('from a database of another application', async () => {
    await run(source, 'CREATE TABLE theirs (id INTEGER)', 'SELECT 1');
    await expect(copy()).rejects.toThrow('The source holds no database of culprit.');
    expect([await tablesOf(source), await tablesOf(target)]).toEqual([['theirs'], []]);
  });

  it('onto itself', async () => {
    await fill();
    await expect(copyDatabase(source.url, source.url, IGNORE_PROGRESS)).rejects.toThrow(
      'The source and the target are the same database.',
    );
  });
});

describe('the comparison after the copy', () => {
  it.each([
    [
      'lost',
      'DELETE FROM issue',
      'The table issue of the target has 0 rows instead of the 1 of the source: copy into an empty database from the beginning.',
    ],
    [
      'changed',
      'UPDATE issue SET times_seen = 7',
      'The table issue of the target has other rows than the source: copy into an empty database from the beginning.',
    ],
  ])('fails if rows were %s', async (_, statement, message) => {
    await fill();
    let isDone = false;
    const change: ReportProgress = async (doing) => {
      if (doing === 'copying' || isDone) return;
      isDone = true;
      await run(target, statement, 'SELECT 1');
    };
    await expect(copy(change)).rejects.toThrow(message);
    await expect(openDatabase(target.url)).rejects.toThrow('not finished');
  });
});

async function tablesOf(place: TemporaryPlace): Promise<string[]> {
  const engine = await place.openEngine();
  const tables = await engine.read(readTables);
  await engine.close();
  return tables.map(({ name }) => name);
}

/** Replaces the database by an empty one. */
async function emptied(place: TemporaryPlace): Promise<TemporaryPlace> {
  await place.dispose();
  return (target = await makeEmptyPlace());
}
