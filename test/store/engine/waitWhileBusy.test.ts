/** Commands run beside a service that keeps the database busy for longer than its own requests would wait. */
import { runForCommand } from '../../../src/administration';
import { readConfig } from '../../../src/config';
import { DatabaseBusy } from '../../../src/domain/errors';
import type { Session } from '../../../src/store/engine/sql';
import { waitWhileBusy } from '../../../src/store/engine/open';
import { onPostgres, openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';

let place: TemporaryDatabase;
beforeEach(async () => {
  place = await openTemporaryDatabase();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await place.dispose();
});

/** Begins a transaction that excludes all others. Returns a function that ends it. */
async function holdTransaction(): Promise<() => Promise<void>> {
  const engine = await place.openEngine();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const held = engine.write(async (session: Session) => {
    await session.one('SELECT 1 AS "one"', []);
    begin();
    await released;
  });
  await begun;
  return async () => {
    release();
    await held;
    await engine.close();
  };
}

/**
 * Shortens the five seconds for which a request waits: on PostgreSQL by a setting, on SQLite by a clock that runs
 * faster.
 */
function configOf({ url }: TemporaryDatabase) {
  if (onPostgres) return readConfig({ DATABASE_URL: `${url}?lock_timeout=100` });
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => 50 * now());
  return readConfig({ DATABASE_URL: url });
}

/** Calls `act` when the command reports for the first time that it waits. */
function whenWaiting(act: () => Promise<void>): { readonly said: string[]; readonly acted: () => Promise<void> } {
  const said: string[] = [];
  let acting: Promise<void> = Promise.resolve();
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(String(text));
    if (said.length === 1) acting = act();
    return true;
  });
  return { said, acted: () => acting };
}

const WAITING = 'culprit: another process is writing to the database; waiting for it\n';

test('a command waits for the transaction of another process, and says so', async () => {
  await runForCommand(configOf(place), async ({ read, write }) => {
    const release = await holdTransaction();
    const { said, acted } = whenWaiting(release);
    await write(({ organizations }) => organizations.insert({ slug: 'acme', name: 'Acme', dateCreated: Date.now() }));
    expect(said).toEqual([WAITING]);
    await acted();
    expect(await read(({ organizations }) => organizations.findBySlug('acme'))).toMatchObject({ name: 'Acme' });
  });
});

test('a command that cannot even open the database waits', async () => {
  const config = configOf(place);
  const release = await holdTransaction();
  const { said, acted } = whenWaiting(release);
  // Opening a database of PostgreSQL needs no lock.
  if (onPostgres) await release();
  await runForCommand(config, async () => {
    expect(said).toEqual(onPostgres ? [] : [WAITING]);
    await acted();
  });
});

test('a command does not wait for other errors, and repeats what it was told to do until it is done', async () => {
  const reports: string[] = [];
  const report = () => void reports.push('waiting');
  await expect(waitWhileBusy(() => Promise.reject(new Error('no')), report)).rejects.toThrow('no');
  let attempts = 0;
  const work = () =>
    Promise.resolve().then(() => {
      attempts += 1;
      if (attempts < 4) throw new DatabaseBusy();
      return attempts;
    });
  expect(await waitWhileBusy(work, report)).toBe(4);
  expect(reports).toEqual(['waiting']);
});
