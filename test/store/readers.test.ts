/** A reader cannot write: it has no method for it, and the database refuses its statements. */
import { openEngine } from '../../src/store/engine/open';
import type { Engine, ReadSession } from '../../src/store/engine/sql';
import { readersOf, writersOf } from '../../src/store/stores';
import { onPostgres, openTemporaryDatabase, type TemporaryDatabase } from '../support/database';

/** Entities that other stores write. */
const ONLY_READ = ['releaseHours', 'releaseComparison'];
/** Entities that only their writers read. */
const ONLY_WRITTEN = ['rateLimitCounts', 'jobLeases'];
const WRITING_METHODS = ['run', 'runMany', 'post'];

const INSERT = 'INSERT INTO note (id) VALUES (?) RETURNING id';
const WRITES = [INSERT, 'UPDATE note SET id = ? RETURNING id', 'DELETE FROM note WHERE id < ? RETURNING id'];
const REFUSALS = /^A reader cannot run a statement that writes|^The database can only be read now/;

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});
afterEach(() => temporary.dispose());

/** Returns the names of the methods and getters of an object, except those that all objects have. */
function namesOf(object: object): string[] {
  const names: string[] = [];
  for (let holder: object = object; holder !== Object.prototype; holder = Object.getPrototypeOf(holder) as object)
    names.push(...Object.getOwnPropertyNames(holder).filter((name) => name !== 'constructor'));
  return names;
}

const entitiesOf = (stores: object) => namesOf(stores).filter((name) => name !== 'session');
const storeOf = (stores: object, entity: string) => (stores as Record<string, object>)[entity] as object;

async function withEngine(url: string, work: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = await openEngine(url);
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}

it('has every entity, with fewer methods than a writer', async () => {
  await withEngine(temporary.url, async (engine) => {
    const readers = await engine.read(async (session) => readersOf(session));
    const writers = await engine.write(async (session) => writersOf(session));
    expect(entitiesOf(readers)).toEqual(entitiesOf(writers).filter((name) => !ONLY_WRITTEN.includes(name)));
    for (const entity of entitiesOf(readers)) {
      const reading = namesOf(storeOf(readers, entity));
      const writing = namesOf(storeOf(writers, entity)).filter((name) => !reading.includes(name));
      expect({ entity, canWrite: writing.length > 0 }).toEqual({ entity, canWrite: !ONLY_READ.includes(entity) });
    }
  });
});

const KINDS = ['read', 'lookUp'] as const;

/** Runs a read; on SQLite, a lookup is a read like others. */
function run<T>(engine: Engine, kind: (typeof KINDS)[number], work: (session: ReadSession) => Promise<T>): Promise<T> {
  return kind === 'lookUp' && engine.lookUp !== undefined ? engine.lookUp(work) : engine.read(work);
}

it.each(KINDS)('has no statements that write, in a %s', async (kind) => {
  await withEngine(temporary.url, async (engine) => {
    const names = await run(engine, kind, async (session) => namesOf(session));
    expect(names).toEqual(expect.arrayContaining(['all', 'one']));
    expect(names.filter((name) => WRITING_METHODS.includes(name))).toEqual([]);
  });
});

/** On PostgreSQL with few connections, lookups share the writers' connections. In memory, SQLite has a single one. */
const PLACES = onPostgres ? ['postgres', 'postgres?max=2'] : ['file', ':memory:'];

describe.each(PLACES)('on %s', (place) => {
  const url = () => (place === ':memory:' ? 'sqlite::memory:' : temporary.url + place.replace(/^\w+/, ''));

  it.each(KINDS)('the database refuses what a %s writes', async (kind) => {
    await withEngine(url(), async (engine) => {
      await engine.write((session) => session.run('CREATE TABLE note (id INTEGER PRIMARY KEY)', []));
      await engine.write((session) => session.one(INSERT, [1]));
      for (const statement of WRITES) {
        const ways: ((session: ReadSession) => Promise<unknown>)[] = [
          (session) => session.one(statement, [2]),
          (session) => session.all(statement, [2]),
          (session) => session.allOnce(statement, [2]),
        ];
        for (const way of ways) await expect(run(engine, kind, way)).rejects.toThrow(REFUSALS);
      }
      await engine.write((session) => session.one(INSERT, [3]));
      expect(await run(engine, kind, (session) => session.all('SELECT id FROM note ORDER BY id', []))).toEqual([
        { id: 1 },
        { id: 3 },
      ]);
    });
  });
});
