import { timeRangeBefore } from '../../../src/domain/outcome';
import { IssueStatsReader } from '../../../src/store/issues/issueStats';
import { migrate } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { makeEmptyPlace } from '../../support/database';
import { hex } from '../../support/rows';

/** The migrations before this one. */
const BEFORE = MIGRATIONS.filter(({ number }) => number < 42);
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const ISSUES = 120;

test('stored events of the last 90 days are counted', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(engine, BEFORE);
  const now = Date.now();
  const ages = [0, 0, HOUR, 3 * DAY, 200 * DAY];
  const ids = Array.from({ length: ISSUES }, (_, index) => index + 1);
  const events = ids.flatMap((issue) => ages.map((age) => [1, hex(), issue, now - age, '']));
  await engine.write(async (session) => {
    await session.runMany(
      `INSERT INTO issue (project_id, id, number, title, type, level, platform, first_seen, last_seen, times_seen)
        VALUES (1, ?, ?, 'Error', 'error', 'error', 'node', 0, 0, 5)`,
      ids.map((id) => [id, id]),
    );
    // Of an issue that was removed.
    events.push([1, hex(), ISSUES + 1, now, '']);
    await session.runMany(
      'INSERT INTO event (project_id, event_id, issue_id, timestamp, record) VALUES (?, ?, ?, ?, ?)',
      events,
    );
    await session.runMany(
      'INSERT INTO event_body (project_id, event_id, body) VALUES (?, ?, ?)',
      events.map(([projectId = 0, eventId = '']) => [projectId, eventId, Buffer.from('')]),
    );
  });
  await migrate(engine, MIGRATIONS);
  await engine.read(async (session) => {
    const stats = new IssueStatsReader(session);
    const requestedIds = [...ids, ISSUES + 1].map(String);
    const days = await stats.series('1', requestedIds, timeRangeBefore(now, 4 * DAY, DAY));
    const hours = await stats.series('1', requestedIds, timeRangeBefore(now, 2 * HOUR, HOUR));
    for (const id of ids) {
      expect(days.get(String(id))?.at(0)).toBe(1);
      expect(days.get(String(id))?.reduce((sum, count) => sum + count)).toBe(4);
      expect(hours.get(String(id))).toEqual([1, 2]);
    }
    expect(days.get(String(ISSUES + 1))).toEqual([0, 0, 0, 0]);
    expect(await stats.countEvents('1', '1', 0)).toBe(4);
  });
  await engine.close();
  await place.dispose();
});
