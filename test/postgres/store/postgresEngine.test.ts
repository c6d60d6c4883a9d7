import { Conflict, Unavailable } from '../../../src/domain/errors';
import { openPostgres } from '../../../src/store/engine/postgres';
import { type Engine, insertRows, type Session } from '../../../src/store/engine/sql';
import { makeEmptyPlace, type TemporaryPlace } from '../../support/database';
import { waits } from '../../support/process';

const ADD = 'INSERT INTO note (id, text) VALUES (?, ?)';
const COUNT = 'SELECT COUNT(*) AS count FROM note';
const CLASH = "DO $$ BEGIN RAISE EXCEPTION 'clash' USING ERRCODE = '40001'; END $$";

let place: TemporaryPlace;
let engine: Engine;
let other: Engine;
beforeEach(async () => {
  place = await makeEmptyPlace();
  engine = await place.openEngine();
  other = await place.openEngine();
  await engine.changeSchema((session) =>
    session.run('CREATE TABLE note (id BIGINT PRIMARY KEY, text TEXT NOT NULL)', []),
  );
});
afterEach(async () => {
  await Promise.all([engine.close(), other.close()]);
  await place.dispose();
});

const add = (id: number) => (session: Session) => session.run(ADD, [id, 'text']);
const nothing = async () => undefined;

async function count(from: Pick<Engine, 'read'> = engine): Promise<number> {
  const row = await from.read((session) => session.one<{ count: number }>(COUNT, []));
  return row?.count ?? -1;
}

/** Returns a promise that resolves when `open` is called. */
function gate(): { open: () => void; passed: Promise<void> } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

let held = 0;

/** Opens a transaction that stays open until the returned function is called. */
async function hold(holder: Engine, scope?: { projects: string[] }): Promise<() => Promise<void>> {
  const [begun, end] = [gate(), gate()];
  const work = async (session: Session) => {
    await add((held -= 1))(session);
    begun.open();
    await end.passed;
  };
  const done = holder.write(work, scope);
  await begun.passed;
  return async () => {
    end.open();
    await done;
  };
}

describe('write', () => {
  it('returns the result of the work, whose rows all readers see', async () => {
    expect(await engine.write(async (session) => ((await add(1)(session)).changes === 1 ? 'value' : ''))).toBe('value');
    expect([await count(), await count(other)]).toEqual([1, 1]);
  });

  it('plans each lookup of a list for its values, which makes the server hash the list', async () => {
    const find = 'SELECT id FROM note WHERE id = ANY (CAST(? AS BIGINT[]))';
    const plans = await engine.write(async (session) => {
      for (let execution = 0; execution < 10; execution += 1) await session.all(find, ['[1,2,3]']);
      return session.one(
        `SELECT generic_plans AS "kept", custom_plans AS "forValues" FROM pg_prepared_statements
        WHERE statement LIKE 'SELECT id FROM note WHERE id = ANY%'`,
        [],
      );
    });
    expect(plans).toEqual({ kept: 0, forValues: 10 });
  });

  it('rolls back work that fails', async () => {
    const failing = engine.write(async (session) => {
      await add(1)(session);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await count()).toBe(0);
  });

  it('reports a duplicate value', async () => {
    await engine.write(add(1));
    await expect(engine.write(add(1))).rejects.toThrow(Conflict);
  });

  it('fails if a failed statement was ignored', async () => {
    await engine.write(add(1));
    const going = engine.write(async (session) => {
      await add(2)(session);
      await add(1)(session).catch(() => undefined);
    });
    await expect(going).rejects.toThrow('its transaction went on');
    expect(await count()).toBe(1);
  });

  it('fails if a posted statement fails, and writes nothing', async () => {
    await engine.write(add(1));
    const posting = engine.write(async (session) => {
      await add(2)(session);
      session.post(ADD, [[1, 'text']]);
      session.post(ADD, [[3, 'text']]);
    });
    await expect(posting).rejects.toThrow(Conflict);
    const continuing = engine.write(async (session) => {
      session.post(ADD, [[1, 'text']]);
      await add(4)(session);
    });
    await expect(continuing).rejects.toThrow(Conflict);
    expect(await count()).toBe(1);
  });

  it('reports the first error of statements that were sent together', async () => {
    const readOnly = await openPostgres(`${place.url}?options=-c%20default_transaction_read_only%3Don`);
    const sendTogether = async (session: Session) => {
      const added = add(1)(session);
      session.post(ADD, [[2, 'text']]);
      await added;
    };
    for (const scope of [undefined, { projects: ['1'] }])
      await expect(readOnly.write(sendTogether, scope)).rejects.toThrow('The database can only be read now.');
    await readOnly.close();
  });

  it('rejects a store that is used after its transaction', async () => {
    let kept: Session | undefined;
    await engine.write(async (session) => {
      kept = session;
    });
    await expect(kept?.one(COUNT, [])).rejects.toThrow('after its transaction');
  });

  it('excludes other writes, of this process and of others', async () => {
    await engine.write(add(0));
    const bump = async (session: Session) => {
      const row = await session.one<{ text: string }>('SELECT text FROM note WHERE id = 0', []);
      await session.run('UPDATE note SET text = ? WHERE id = 0', [String((Number(row?.text) || 0) + 1)]);
    };
    await Promise.all(Array.from({ length: 60 }, (_, number) => (number % 2 === 0 ? engine : other).write(bump)));
    expect(await engine.read((session) => session.one('SELECT text FROM note WHERE id = 0', []))).toEqual({
      text: '60',
    });
  });

  it('runs transactions of different projects concurrently', async () => {
    const [one, two] = [gate(), gate()];
    const meet = (mine: { open: () => void }, theirs: { passed: Promise<void> }) => async () => {
      mine.open();
      await theirs.passed;
    };
    await Promise.all([
      engine.write(meet(one, two), { projects: ['1'] }),
      other.write(meet(two, one), { projects: ['2'] }),
    ]);
  });

  it('runs transactions of one process that share a project one after another', async () => {
    const end = await hold(engine, { projects: ['2', '1'] });
    const waiting = ['1', '2'].map((id) => engine.write(nothing, { projects: [id, '3'] }));
    const free = [engine.write(nothing, { projects: ['4'] }), other.write(nothing, { projects: ['1', '2'] })];
    expect(await Promise.all(waiting.map(waits))).toEqual([true, true]);
    await Promise.all(free);
    await end();
    await Promise.all(waiting);
  });

  it('lets transactions wait for their project without a connection', async () => {
    const end = await hold(engine, { projects: ['1'] });
    const waiting = Array.from({ length: 20 }, () => engine.write(nothing, { projects: ['1'] }));
    await engine.write(nothing, { projects: ['2'] });
    expect(await waits(Promise.race(waiting))).toBe(true);
    await end();
    await Promise.all(waiting);
  });

  it('waits before its work begins once another process has held up its project, and no longer than that', async () => {
    const scope = { projects: ['1'] };
    const end = await hold(other, scope);
    await engine.write(nothing, scope);
    let hasBegun = false;
    const next = engine.write(async () => (hasBegun = true), scope);
    await engine.write(nothing, { projects: ['2'] });
    expect([await waits(next), hasBegun]).toEqual([true, false]);
    await end();
    await next;
    const MAX_FREE_TURNS = 32;
    for (let turn = 0; turn < MAX_FREE_TURNS; turn += 1) await engine.write(nothing, scope);
    const endAgain = await hold(other, scope);
    await engine.write(nothing, scope);
    await endAgain();
  });

  it('repeats a transaction with a scope if another one inserted its key first', async () => {
    const [one, two] = [gate(), gate()];
    const attempts: number[] = [];
    const addMissing = (mine: { open: () => void }, theirs: { passed: Promise<void> }) => async (session: Session) => {
      const isMissing = (await session.one('SELECT 1 FROM note WHERE id = 1', [])) === undefined;
      attempts.push(1);
      mine.open();
      await theirs.passed;
      if (isMissing) session.post(ADD, [[1, 'text']]);
      return isMissing;
    };
    const added = await Promise.all([
      engine.write(addMissing(one, two), { projects: ['1'] }),
      other.write(addMissing(two, one), { projects: ['1'] }),
    ]);
    expect(added.sort()).toEqual([false, true]);
    expect([attempts.length, await count()]).toEqual([3, 1]);
  });

  it('runs a transaction without a scope alone', async () => {
    const endProject = await hold(engine, { projects: ['1'] });
    const anything = other.write(nothing);
    expect(await waits(anything)).toBe(true);
    await endProject();
    await anything;
    const endAnything = await hold(engine);
    const project = other.write(nothing, { projects: ['1'] });
    expect(await waits(project)).toBe(true);
    await other.read((session) => session.one(COUNT, []));
    await endAnything();
    await project;
  });

  it('repeats a transaction that fails to serialize, five times at most', async () => {
    let attempts = 0;
    const clash = (until: number) => async (session: Session) => {
      await add((attempts += 1))(session);
      if (attempts < until) await session.run(CLASH, []);
    };
    await engine.write(clash(3));
    expect([attempts, await count()]).toEqual([3, 1]);
    await engine.write((session) => session.run('DELETE FROM note', []));
    attempts = 0;
    await expect(engine.write(clash(1000))).rejects.toThrow(Unavailable);
    expect([attempts, await count()]).toEqual([5, 0]);
  });

  it('repeats a transaction after a deadlock', async () => {
    await engine.write((session) =>
      session.runMany(ADD, [
        [1, ''],
        [2, ''],
      ]),
    );
    const lock = (session: Session, id: number) => session.run("UPDATE note SET text = text || '.' WHERE id = ?", [id]);
    const [one, two] = [gate(), gate()];
    const cross =
      (ids: readonly [number, number], mine: { open: () => void }, theirs: { passed: Promise<void> }) =>
      async (session: Session) => {
        await lock(session, ids[0]);
        mine.open();
        await theirs.passed;
        await lock(session, ids[1]);
      };
    await Promise.all([
      engine.write(cross([1, 2], one, two), { projects: ['1'] }),
      other.write(cross([2, 1], two, one), { projects: ['2'] }),
    ]);
    expect(await engine.read((session) => session.all('SELECT text FROM note', []))).toEqual([
      { text: '..' },
      { text: '..' },
    ]);
  });

  it('gives up behind another transaction after the limit of the URL, or five seconds, and recovers', async () => {
    const limited = await openPostgres(`${place.url}?lock_timeout=200`);
    const end = await hold(other);
    const results = await Promise.allSettled([limited.write(add(1)), limited.write(add(2), { projects: ['1'] })]);
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) as Unavailable });
    await end();
    await limited.write(add(3));
    expect(await count()).toBe(2);
    await limited.close();
    const limit = await engine.write((session) => session.one("SELECT current_setting('lock_timeout') AS limit", []));
    expect(limit).toEqual({ limit: '5s' });
  });

  it('limits the number of waiting transactions', async () => {
    const end = await hold(engine);
    const waiting = Promise.allSettled(Array.from({ length: 10_005 }, () => engine.write(nothing)));
    await expect(engine.write(nothing)).rejects.toThrow('Too many requests wait for the database.');
    await end();
    await waiting;
    await engine.write(nothing);
  });
});

describe('read', () => {
  it('returns numbers and bytes like the SQLite driver', async () => {
    const statement =
      "SELECT CAST(9007199254740991 AS BIGINT) AS big, COUNT(*) AS count, CAST('\\x00ff' AS BYTEA) AS bytes, NULL AS none";
    const row = await engine.read((session) => session.one(statement, []));
    expect(row).toEqual({ big: 9007199254740991, count: 1, bytes: Buffer.from([0, 255]), none: null });
  });

  it('replaces characters that PostgreSQL cannot store', async () => {
    await engine.write((session) => session.run(ADD, [1, 'a\0b\ud800']));
    expect(await engine.read((session) => session.all('SELECT text FROM note', []))).toEqual([
      { text: 'a\ufffdb\ufffd' },
    ]);
  });
});

describe('statements', () => {
  it('insert any number of rows', async () => {
    const statement = 'INSERT INTO note (id, text) VALUES (?, ?) ON CONFLICT (id) DO NOTHING';
    const rows = Array.from({ length: 203 }, (_, id) => [id, `text ${id}`]);
    await engine.write(async (session) => {
      expect(await session.runMany(statement, rows.slice(0, 3))).toEqual({ changes: 3 });
      expect(await session.runMany(statement, rows)).toEqual({ changes: 200 });
      expect(await session.runMany(statement, [])).toEqual({ changes: 0 });
      expect(
        await session.runMany('UPDATE note SET text = ? WHERE id = ?', [
          ['a', 1],
          ['b', 2],
          ['c', 1000],
        ]),
      ).toEqual({ changes: 2 });
    });
    const storedRows = await engine.read((session) =>
      session.all<{ id: number; text: string }>('SELECT id, text FROM note ORDER BY id', []),
    );
    expect(storedRows.map(({ id, text }) => [id, text])).toEqual([[0, 'text 0'], [1, 'a'], [2, 'b'], ...rows.slice(3)]);
  });

  it('insert rows of all types, and nulls, at once', async () => {
    const insert = insertRows('note', { id: 'INTEGER', text: 'TEXT', bytes: 'BLOB', size: 'INTEGER' });
    const rows = [
      [1, 'a\0b\ud800 "{},\\', Buffer.from([0, 255]), 2 ** 53 - 1],
      [-5, '', new Uint8Array(0), null],
      [2 ** 32, 'ä'.repeat(300), null, -(2 ** 40) - 1],
    ];
    await engine.changeSchema((session) =>
      session.run('ALTER TABLE note ADD COLUMN bytes BYTEA, ADD COLUMN size BIGINT', []),
    );
    await engine.write(async (session) => {
      expect(await session.runMany(insert, rows)).toEqual({ changes: 3 });
      expect(await session.runMany(insert, [])).toEqual({ changes: 0 });
    });
    const storedRows = await engine.read((session) =>
      session.all('SELECT id, text, bytes, size FROM note ORDER BY id', []),
    );
    expect(storedRows).toEqual([
      { id: -5, text: '', bytes: Buffer.alloc(0), size: null },
      { id: 1, text: 'a\ufffdb\ufffd "{},\\', bytes: Buffer.from([0, 255]), size: 2 ** 53 - 1 },
      { id: 2 ** 32, text: 'ä'.repeat(300), bytes: null, size: -(2 ** 40) - 1 },
    ]);
  });

  it('are prepared once per connection', async () => {
    await engine.write(async (session) => {
      for (let id = 0; id < 70; id += 1) await add(id)(session);
      await session.runMany(
        ADD,
        Array.from({ length: 70 }, (_, id) => [100 + id, '']),
      );
      const prepared = await session.all<{ statement: string }>(
        "SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%note (id%'",
        [],
      );
      // 70 rows are inserted as 64, 4 and 2. The statement for one row was prepared by the loop.
      expect(prepared.map(({ statement }) => statement.match(/\(\$/g)?.length).sort()).toEqual([1, 2, 4, 64]);
    });
  });

  it('have a time limit', async () => {
    const limited = await openPostgres(`${place.url}?statement_timeout=1000`);
    await expect(limited.read((session) => session.one('SELECT pg_sleep(20)', []))).rejects.toThrow(Unavailable);
    expect(await count(limited)).toBe(0);
    await limited.close();
  });
});

describe('long texts', () => {
  const COMPRESSION = `SELECT pg_column_compression(note.text) AS used, 'lz4' = ANY (enumvals) AS "hasLz4"
    FROM note, pg_settings WHERE name = 'default_toast_compression'`;

  it('are compressed with lz4 if the server has it', async () => {
    await engine.write((session) => session.run(ADD, [1, 'text '.repeat(2_000)]));
    const row = await engine.read((session) => session.one<{ used: string; hasLz4: boolean }>(COMPRESSION, []));
    expect(row?.used).toBe(row?.hasLz4 === true ? 'lz4' : 'pglz');
  });
});

describe('a change of the schema', () => {
  it('has no time limit', async () => {
    const limited = await openPostgres(`${place.url}?lock_timeout=500&statement_timeout=800&query_timeout=1000`);
    const end = await hold(other);
    const done = limited.changeSchema((session) => session.run('SELECT pg_sleep(1.5)', []));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await end();
    await done;
    await expect(limited.write((session) => session.run('SELECT pg_sleep(1.5)', []))).rejects.toThrow(Unavailable);
    await limited.close();
  });
});

describe('work in the background', () => {
  it('runs in one process at a time', async () => {
    const [begun, end] = [gate(), gate()];
    const done = engine.exclusively(async (session) => {
      await add(1)(session);
      begun.open();
      await end.passed;
      return 'done';
    });
    await begun.passed;
    expect(await other.exclusively(add(2))).toBeUndefined();
    end.open();
    expect(await done).toBe('done');
    expect(await other.exclusively(add(3))).toEqual({ changes: 1 });
    expect(await count()).toBe(2);
  });

  it('leaves freeing space to the database', async () => {
    expect(await engine.shrink()).toBe(false);
  });
});

describe('close', () => {
  it('finishes accepted work and rejects later calls', async () => {
    const accepted = Array.from({ length: 20 }, (_, id) => engine.write(add(id)));
    const reading = engine.read(async (session) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return session.one<{ count: number }>(COUNT, []);
    });
    const closed = engine.close();
    await expect(engine.write(add(1000))).rejects.toThrow(Unavailable);
    await expect(count()).rejects.toThrow(Unavailable);
    await Promise.all(accepted);
    expect((await reading)?.count).toBeGreaterThan(0);
    await closed;
    await engine.close();
    expect(await count(other)).toBe(20);
  });
});
