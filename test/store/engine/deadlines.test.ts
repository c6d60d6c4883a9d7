import { Unavailable } from '../../../src/domain/errors';
import type { Engine, ReadSession, Session } from '../../../src/store/engine/sql';
import { administer, itOnPostgres, openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';
import { poll } from '../../support/process';
import { firstPage, organization } from '../../support/rows';

const LATE = 'The database did not answer in time.';

let temporary: TemporaryDatabase;
let engine: Engine;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  engine = await temporary.openEngine();
});
afterEach(async () => {
  await engine.close();
  await temporary.dispose();
});

const soon = (ms = 300) => performance.now() + ms;
const one = (session: ReadSession) => session.one('SELECT 1 AS one', []);
const RENAME = "UPDATE organization SET name = 'late'";
const rename = (session: Session) => session.run(RENAME, []);
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens a transaction without a scope that stays open until the returned function is called. */
async function hold(): Promise<() => Promise<void>> {
  let [begin, end] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  const done = engine.write(async (session) => {
    await rename(session);
    begin();
    await ended;
  });
  await begun;
  return async () => {
    end();
    await done;
  };
}

describe('a read', () => {
  it('begins no statement after its deadline', async () => {
    const late = engine.read(async (session) => {
      await one(session);
      await pass(60);
      return one(session);
    }, soon(50));
    await expect(late).rejects.toThrow(new Unavailable(LATE));
    expect(await engine.read(one, soon(10_000))).toEqual({ one: 1 });
  });

  it('of a request shares the deadline with the writes of the request', async () => {
    const { read, write } = temporary.database;
    const late = soon(-1);
    await expect(read(({ events }) => events.list('1', firstPage()), late)).rejects.toThrow(LATE);
    await expect(write((stores) => organization(stores), undefined, late)).rejects.toThrow(LATE);
    await expect(write((stores) => organization(stores), { projects: ['1'] }, late)).rejects.toThrow(LATE);
    const later = soon(10_000);
    const { id } = await write((stores) => organization(stores), undefined, later);
    expect(await read(({ organizations }) => organizations.isEmpty(), later)).toBe(false);
    expect(id).toMatch(/^\d+$/);
  });

  itOnPostgres('whose statement still runs at the deadline is ended by the server', async () => {
    await expect(engine.read((session) => session.one('SELECT pg_sleep(60)', []), soon())).rejects.toThrow(Unavailable);
    await noneRuns();
    const { setting } = (await engine.read((session) =>
      session.one<{ setting: string }>("SELECT current_setting('statement_timeout') AS setting", []),
    )) ?? { setting: '' };
    expect(setting).toBe('15s');
  });

  itOnPostgres('waits for a connection until its deadline', async () => {
    const sleeping = Array.from({ length: 8 }, () => engine.read((session) => session.one('SELECT pg_sleep(3)', [])));
    await poll(async () => engine.pools().some(({ name, waiting }) => name === 'readers' && waiting > 0));
    await expect(engine.read(one, soon())).rejects.toThrow(LATE);
    await Promise.all(sleeping);
    expect(await engine.read(one)).toEqual({ one: 1 });
    expect(engine.pools().every(({ inUse, waiting }) => inUse + waiting === 0)).toBe(true);
  });
});

describe('a write', () => {
  it('whose turn comes after its deadline does not run', async () => {
    const end = await hold();
    let runs = 0;
    const count = async (session: Session) => {
      runs += 1;
      await rename(session);
    };
    const late = Promise.allSettled([engine.write(count, undefined, soon()), engine.write(count, undefined, soon())]);
    await pass(400);
    await end();
    for (const result of await late)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) as Unavailable });
    expect(runs).toBe(0);
    await engine.write(count, undefined, soon(10_000));
    expect(runs).toBe(1);
  });

  it.each([
    ['another statement', rename],
    ['one that it does not wait for', async (session: Session) => session.post(RENAME, [[]])],
  ])('is rolled back if its deadline passes before %s', async (_, renameAgain) => {
    await temporary.database.write((stores) => organization(stores));
    const late = engine.write(
      async (session) => {
        await rename(session);
        await pass(60);
        await renameAgain(session);
      },
      undefined,
      soon(50),
    );
    await expect(late).rejects.toThrow(LATE);
    expect(await engine.read((session) => session.all("SELECT 1 FROM organization WHERE name = 'late'", []))).toEqual(
      [],
    );
  });

  itOnPostgres('that waits for earlier ones of its process lets later ones wait for these', async () => {
    const end = await hold();
    await expect(engine.write(rename, undefined, soon())).rejects.toThrow(LATE);
    let isOver = false;
    const later = engine.write(async (session) => {
      expect(isOver).toBe(true);
      await rename(session);
    });
    await pass(100);
    isOver = true;
    await end();
    await later;
  });

  itOnPostgres('whose statement still runs at the deadline is ended by the server', async () => {
    const sleep = (session: ReadSession) => session.one('SELECT pg_sleep(60)', []);
    for (const scope of [undefined, { projects: ['1'] }])
      await expect(engine.write(sleep, scope, soon())).rejects.toThrow(Unavailable);
    await noneRuns();
    await engine.write(rename);
  });
});

/** Waits until no statement sleeps on the server. */
async function noneRuns(): Promise<void> {
  await poll(async () => {
    const running = await administer(
      "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep(60)%'",
      temporary.url,
    );
    return running.length === 0;
  });
}
