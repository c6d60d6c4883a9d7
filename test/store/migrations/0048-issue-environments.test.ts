import { IssueReader } from '../../../src/store/issues/issues';
import { IssueStatsReader } from '../../../src/store/issues/issueStats';
import { migrate, readFirstStep } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { itOnSqlite, makeEmptyPlace } from '../../support/database';

const BEFORE = MIGRATIONS.filter(({ number }) => number < 48);
const UNTIL = MIGRATIONS.filter(({ number }) => number <= 48);
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const TODAY = Math.floor(Date.now() / DAY);
/** More than one step of the move. */
const DAYS = 60;
/** The environments of issues, in the order of their ids. */
const ENVIRONMENTS = [['production'], ['production', 'staging'], []];
const ISSUES = 40;

async function withFormerCounts(use: (engine: Awaited<ReturnType<typeof open>>['engine']) => Promise<void>) {
  const { engine, place } = await open();
  await use(engine);
  await engine.close();
  await place.dispose();
}

async function open() {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(engine, BEFORE);
  const ids = Array.from({ length: ISSUES }, (_, index) => index + 1);
  await engine.write(async (session) => {
    await session.runMany(
      `INSERT INTO issue (project_id, id, number, title, type, level, platform, first_seen, last_seen, times_seen, user_count)
        VALUES (1, ?, ?, 'Error', 'error', 'error', 'node', 0, ?, ?, 7)`,
      ids.map((id) => [id, id, Date.now(), DAYS * 2]),
    );
    await session.runMany(
      "INSERT INTO issue_tag (project_id, issue_id, key, value) VALUES (1, ?, 'environment', ?)",
      ids.flatMap((id) => (ENVIRONMENTS[(id - 1) % 3] ?? []).map((name) => [id, name])),
    );
    await session.runMany(
      'INSERT INTO issue_day (project_id, day, issue_id, events, h3, h5) VALUES (1, ?, ?, 2, 1, 1)',
      ids.flatMap((id) => Array.from({ length: DAYS }, (_, day) => [TODAY - 1 - day, id])),
    );
  });
  return { engine, place };
}

test('counts belong to the environment of their issue; of several, to each of them', async () => {
  await withFormerCounts(async (engine) => {
    await migrate(engine, MIGRATIONS);
    await engine.read(async (session) => {
      const [issues, stats] = [new IssueReader(session), new IssueStatsReader(session)];
      const of = async (id: string, environments: string[], start: number | null = null) => {
        const filter = { environments, start, end: null, now: Date.now() };
        return issues.countFiltered({ projectId: '1', id }, filter);
      };
      for (const id of ['1', '2', '3', String(ISSUES)]) {
        expect(await of(id, [])).toMatchObject({ events: 120, users: 7 });
        const range = { from: (TODAY - DAYS) * DAY, to: TODAY * DAY, step: DAY };
        expect((await stats.series('1', [id], range)).get(id)).toEqual(Array.from({ length: DAYS }, () => 2));
      }
      const counts = [];
      for (const id of ['1', '2', '3'])
        for (const name of ['production', 'staging']) counts.push((await of(id, [name]))?.events);
      expect(counts).toEqual([120, 0, 120, 120, 0, 0]);
      const lastTwo = await of('1', ['production'], (TODAY - 2) * DAY + 4 * HOUR);
      expect(lastTwo).toMatchObject({ events: 3, firstSeen: (TODAY - 2) * DAY + 4 * HOUR, lastSeen: TODAY * DAY - 1 });
    });
  });
});

itOnSqlite('an interrupted move is continued, and says which migration it is', async () => {
  await withFormerCounts(async (engine) => {
    await migrate(
      engine,
      UNTIL.map((migration) => (migration.number === 48 ? { ...migration, moves: [] } : migration)),
    );
    const first = await engine.read((session) => readFirstStep(session, UNTIL));
    expect(first).toMatchObject({ migration: 'issue-environments', step: 1, steps: 1 });
    await migrate(engine, UNTIL);
    const rows = await engine.read((session) =>
      session.all<{ count: number }>('SELECT COUNT(*) AS "count" FROM issue_day', []),
    );
    expect(rows).toEqual([{ count: ISSUES * DAYS }]);
    expect(await engine.read((session) => readFirstStep(session, UNTIL))).toBeNull();
  });
});
