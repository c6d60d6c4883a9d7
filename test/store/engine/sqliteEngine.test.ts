import { join } from 'node:path';
import { Conflict, Unavailable } from '../../../src/domain/errors';
import type { Engine, Session } from '../../../src/store/engine/sql';
import { openSqlite } from '../../../src/store/engine/sqlite';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';

const ADD = 'INSERT INTO note (id, text) VALUES (?, ?)';
const COUNT = 'SELECT COUNT(*) AS count FROM note';

let directory: TemporaryDirectory;
let file: string;
let engine: Engine;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  file = join(directory.path, 'notes.db');
  engine = await openSqlite(file);
  await engine.write((session) => session.run('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)', []));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await engine.close();
  await directory.dispose();
});

const add = (id: number) => (session: Session) => session.run(ADD, [id, 'text']);

async function count(from: Pick<Engine, 'read'> = engine): Promise<number> {
  const row = await from.read((session) => session.one<{ count: number }>(COUNT, []));
  return row?.count ?? -1;
}

/** Opens a transaction that stays open until the returned function is called. */
async function hold(holder: Engine): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let begun = () => {};
  const open = new Promise<void>((resolve) => (begun = resolve));
  const done = holder.write(async (session) => {
    await session.run(ADD, [-1, 'held']);
    begun();
    await held;
  });
  await open;
  return async () => {
    release();
    await done;
  };
}

describe('write', () => {
  it('returns the result of the work', async () => {
    expect(await engine.write(async () => 'value')).toBe('value');
  });

  it('is visible to readers after it resolved, also on other connections', async () => {
    await engine.write(add(1));
    expect(await count()).toBe(1);
    const other = await openSqlite(file);
    expect(await count(other)).toBe(1);
    await other.close();
  });

  it('runs waiting jobs in one transaction', async () => {
    const seen: number[] = [];
    await Promise.all(
      [1, 2, 3].map((id) =>
        engine.write(async (session) => {
          await add(id)(session);
          seen.push(await count());
        }),
      ),
    );
    expect(seen).toEqual([0, 0, 0]);
    expect(await count()).toBe(3);
  });

  it('rolls back only the job that fails', async () => {
    const results = await Promise.allSettled([
      engine.write(add(1)),
      engine.write(async (session) => {
        await add(2)(session);
        throw new Error('changed my mind');
      }),
      engine.write(add(3)),
      engine.write(add(1)),
      engine.write(() => {
        throw new Error('not even a promise');
      }),
      engine.write(add(4)),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(results[1]).toMatchObject({ reason: { message: 'changed my mind' } });
    expect(results[3]).toMatchObject({ reason: expect.any(Conflict) as Conflict });
    expect(await count()).toBe(3);
  });

  it('rolls back a job that fails in a transaction of its own', async () => {
    const failing = engine.write(async (session) => {
      await add(1)(session);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await engine.write(add(2));
    expect(await count()).toBe(1);
  });

  it('lets a job continue after a failed statement', async () => {
    await engine.write(add(1));
    await engine.write(async (session) => {
      await expect(add(1)(session)).rejects.toThrow(Conflict);
      await add(2)(session);
    });
    expect(await count()).toBe(2);
  });

  it('runs jobs in order, and each reads the rows of those before it', async () => {
    const counts = await Promise.all(
      Array.from({ length: 600 }, (_, id) =>
        engine.write(async (session) => {
          await add(id)(session);
          return (await session.one<{ count: number }>(COUNT, []))?.count;
        }),
      ),
    );
    expect(counts).toEqual(Array.from({ length: 600 }, (_, id) => id + 1));
  });

  it('rejects every job of a transaction whose commit fails, and continues', async () => {
    await engine.write((session) =>
      session.run('CREATE TABLE child (parent INTEGER REFERENCES note (id) DEFERRABLE INITIALLY DEFERRED)', []),
    );
    const results = await Promise.allSettled([
      engine.write(add(1)),
      engine.write((session) => session.run('INSERT INTO child VALUES (99)', [])),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await count()).toBe(0);
    await engine.write(add(1));
    expect(await count()).toBe(1);
  });

  it('is unavailable while the disk is full, and works again afterwards', async () => {
    const limitPages = (session: Session, pages: number) => session.all(`PRAGMA max_page_count = ${pages}`, []);
    const fill = engine.write(async (session) => {
      await limitPages(session, 10);
      for (let id = 0; id < 100; id += 1) await session.run(ADD, [id, 'x'.repeat(4000)]);
    });
    const error = await fill.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ cause: { code: 'SQLITE_FULL' } });
    expect(await count()).toBe(0);
    await engine.write((session) => limitPages(session, 1_000_000));
    await engine.write(add(1));
    expect(await count()).toBe(1);
  });

  it('rejects a store that is used after its transaction', async () => {
    let kept: Session | undefined;
    await engine.write(async (session) => {
      kept = session;
    });
    await expect(kept?.one(COUNT, [])).rejects.toThrow('after its transaction');
  });

  it('limits the number of waiting jobs', async () => {
    const end = await hold(engine);
    const waiting = Array.from({ length: 10_000 }, () => engine.write(async () => undefined));
    await expect(engine.write(async () => undefined)).rejects.toThrow(Unavailable);
    await end();
    await Promise.all(waiting);
  });
});

describe('with another process', () => {
  let other: Engine;
  beforeEach(async () => {
    other = await openSqlite(file);
  });
  afterEach(() => other.close());

  it('waits for its transaction without blocking the event loop', async () => {
    const end = await hold(other);
    const writing = engine.write(add(1));
    for (let timers = 0; timers < 20; timers += 1) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await count()).toBe(0);
    await end();
    await writing;
    expect(await count()).toBe(2);
  });

  it('gives up after five seconds, and recovers', async () => {
    const end = await hold(other);
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const settled = jest.fn();
    const results = Promise.allSettled([engine.write(add(1)), engine.write(add(2))]);
    void results.then(settled);
    // It tries again every five milliseconds. Calls of the clock are not counted: other files of the process have
    // timers.
    for (now of [0, 5_000])
      for (let timers = 0; timers < 10; timers += 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const settledEarly = settled.mock.calls.length;
    now = 5_001;
    const [first, second] = await results;
    jest.restoreAllMocks();
    await end();
    expect(settledEarly).toBe(0);
    for (const result of [first, second])
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) as Unavailable });
    await engine.write(add(3));
    expect(await count()).toBe(2);
  });

  it('loses no write of either process', async () => {
    const both = [engine, other].flatMap((writer, index) =>
      Array.from({ length: 300 }, async (_, number) => {
        await new Promise((resolve) => setTimeout(resolve, number % 50));
        await writer.write(add(index * 1000 + number));
      }),
    );
    await Promise.all(both);
    expect(await count()).toBe(600);
  });
});

describe('close', () => {
  it('finishes accepted work and rejects later calls', async () => {
    const accepted = Array.from({ length: 700 }, (_, id) => engine.write(add(id)));
    const reading = engine.read(async (session) => {
      await Promise.all(accepted);
      return session.one<{ count: number }>(COUNT, []);
    });
    const closed = engine.close();
    await expect(engine.write(add(1000))).rejects.toThrow(Unavailable);
    await expect(count()).rejects.toThrow(Unavailable);
    expect(await reading).toEqual({ count: 700 });
    await closed;
    await engine.close();
    engine = await openSqlite(file);
    expect(await count()).toBe(700);
  });
});

describe('in memory', () => {
  it('does not show a row before its commit', async () => {
    const memory = await openSqlite(':memory:');
    await memory.write((session) => session.run('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)', []));
    const end = await hold(memory);
    let counted: number | undefined;
    const reading = count(memory).then((value) => (counted = value));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(counted).toBeUndefined();
    await end();
    await reading;
    expect(counted).toBe(1);
    await expect(
      memory.write(async (session) => {
        await add(2)(session);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await count(memory)).toBe(1);
    await memory.close();
  });
});
