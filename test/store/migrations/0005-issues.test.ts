import { IssueWriter } from '../../../src/store/issues/issues';
import { migrate } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { makeEmptyPlace } from '../../support/database';
import { hex, listIssues, NOON } from '../../support/rows';

/** The migrations before this one. */
const BEFORE = MIGRATIONS.filter(({ number }) => number < 5);

it('numbers existing issues, and derives their tags and users from their events', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(engine, BEFORE);
  const event = (issue: number, tags: Record<string, string>) => {
    const record = JSON.stringify({ tags: Object.entries(tags).map(([key, value]) => ({ key, value })) });
    return [1, hex(), issue, NOON, record];
  };
  await engine.write(async (session) => {
    for (const [project, id] of [
      [1, 3],
      [1, 8],
      [2, 4],
    ] as const) {
      await session.run(
        `INSERT INTO issue (project_id, id, title, culprit, type, level, platform, first_seen, last_seen, times_seen)
          VALUES (?, ?, 'Error', NULL, 'error', 'error', 'node', ?, ?, 2)`,
        [project, id, NOON, NOON + id],
      );
    }
    const events = [
      event(3, { level: 'error', user: 'id:1' }),
      event(3, { level: 'error', user: 'id:2' }),
      event(3, { user: 'id:1' }),
      event(8, {}),
      event(7, { level: 'error' }),
    ];
    await session.runMany(
      'INSERT INTO event (project_id, event_id, issue_id, timestamp, record) VALUES (?, ?, ?, ?, ?)',
      events,
    );
    await session.runMany(
      'INSERT INTO event_body (project_id, event_id, body) VALUES (?, ?, ?)',
      events.map(([projectId = 0, eventId = '']) => [projectId, eventId, Buffer.from('body')]),
    );
  });
  await migrate(engine, MIGRATIONS);
  await engine.write(async (session) => {
    const issues = new IssueWriter(session);
    const list = (project: string, query: string) => listIssues({ issues }, project, query);
    const state = { status: 'unresolved', substatus: 'ongoing', isAutoResolved: false };
    expect((await list('1', '')).rows).toMatchObject([
      { id: '8', number: 2, userCount: 0, ...state },
      { id: '3', number: 1, userCount: 2, ...state },
    ]);
    expect((await list('2', '')).rows).toMatchObject([{ id: '4', number: 1 }]);
    expect((await list('1', 'level:error user:id:2')).rows).toMatchObject([{ id: '3' }]);
    const seen = {
      title: 'x',
      culprit: null,
      type: 'error',
      level: 'error',
      platform: 'node',
      firstSeen: NOON,
      lastSeen: NOON,
      timesSeen: 1,
    } as const;
    await issues.insert('1', [{ ...seen, hash: hex() }]);
    expect((await issues.findByNumber('1', 3))?.title).toBe('x');
  });
  await engine.close();
  await place.dispose();
});
