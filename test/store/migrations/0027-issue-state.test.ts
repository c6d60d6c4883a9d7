import { migrate } from '../../../src/store/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { SessionStores } from '../../../src/store/stores';
import { makeEmptyPlace } from '../../support/database';

/** The migrations before this one. */
const BEFORE = MIGRATIONS.filter(({ number }) => number < 27);

test('issues that were stored before are assigned to nobody, and keep their status', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(engine, BEFORE);
  await engine.write(async (session) => {
    for (const [id, status, substatus, reopenedAt] of [
      [1, 'unresolved', 'regressed', 50],
      [2, 'ignored', 'archived_forever', null],
      [3, 'resolved', null, null],
    ] as const)
      await session.run(
        `INSERT INTO issue (project_id, id, number, title, culprit, type, level, platform, first_seen, last_seen, times_seen,
          status, substatus, reopened_at) VALUES (1, ?, ?, 'Broken', NULL, 'error', 'error', 'node', 10, 20, 3, ?, ?, ?)`,
        [id, id, status, substatus, reopenedAt],
      );
  });
  await migrate(engine, MIGRATIONS);
  await engine.read(async (session) => {
    const { issues, issueMarks } = new SessionStores(session);
    const unchanged = { assignee: null, statusDetails: null };
    expect(await issues.find('1', '1')).toMatchObject({ ...unchanged, substatus: 'regressed', reopenedAt: 50 });
    expect(await issues.find('1', '2')).toMatchObject({ ...unchanged, substatus: 'archived_forever' });
    expect(await issues.find('1', '3')).toMatchObject({ ...unchanged, status: 'resolved', reopenedAt: null });
    expect(await issueMarks.find({ projectId: '1', memberId: '7', issueIds: ['1', '2', '3'] })).toEqual(new Map());
  });
  await engine.close();
  await place.dispose();
});
