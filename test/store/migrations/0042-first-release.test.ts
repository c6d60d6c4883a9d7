import { migrate } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { readersOf, writersOf } from '../../../src/store/stores';
import { makeEmptyPlace } from '../../support/database';

/** The migrations before this one: the schema of version 8. */
const BEFORE = MIGRATIONS.filter(({ number }) => number < 42);
const FIRST_PAGE = { cursor: null, size: 10 };

test('members of earlier versions become owners, their tokens stay, and no id is issued twice', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(engine, BEFORE);
  const insertToken = `INSERT INTO token (organization_id, member_id, hash, scopes, date_created)
    VALUES (1, 1, ?, '["project:read"]', 5)`;
  await engine.write(async (session) => {
    await session.run("INSERT INTO organization (slug, name, date_created) VALUES ('acme', 'Acme', 1)", []);
    await session.run("INSERT INTO member (organization_id, email, date_created) VALUES (1, 'ann@acme.test', 2)", []);
    await session.run(insertToken, ['first']);
    await session.run(insertToken, ['second']);
    await session.run("DELETE FROM token WHERE hash = 'second'", []);
  });
  await migrate(engine, MIGRATIONS);
  await engine.write(async (session) => {
    const { members, tokens } = writersOf(session);
    expect(await members.find('1', '1')).toMatchObject({ email: 'ann@acme.test', role: 'owner' });
    const first = { id: '1', memberId: '1', name: '', scopes: ['project:read'], role: 'owner' };
    const unknown = { lastUsedAt: null, lastCharacters: null };
    expect(await tokens.findByHash('first')).toMatchObject({ ...first, ...unknown });
    const given = {
      name: 'Deployment',
      hash: 'third',
      lastCharacters: '4f50',
      scopes: [],
      dateCreated: 7,
      expiresAt: null,
    };
    const shared = { ...given, organizationId: '1', memberId: null, createdBy: '1', parentId: null };
    expect(await tokens.insert(shared)).toMatchObject({ id: '3', memberId: null, role: 'manager' });
  });
  await engine.close();
  await place.dispose();
});

test('bundles that were stored before are listed, and nothing is said of what is wrong with them', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(engine, BEFORE);
  const artifact = (project: number, id: number, name: string, bundle: number | null, at: number) => [
    project,
    id,
    1,
    'v1',
    '7',
    name,
    '',
    'source_map',
    '{}',
    'a'.repeat(40),
    5,
    at,
    bundle,
  ];
  await engine.write(async (session) => {
    await session.run(
      `INSERT INTO artifact_bundle (organization_id, checksum, release, dist, project_ids, id, file_count, date_created)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [1, 'c'.repeat(40), 'v1', '7', '[1,2]', 5, 2, 100],
    );
    await session.runMany(
      `INSERT INTO artifact (project_id, id, organization_id, release, dist, name, debug_id, kind, headers, sha1, size,
        date_created, bundle_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        artifact(1, 1, '~/a.map', 5, 100),
        artifact(1, 2, '~/b.map', 5, 100),
        artifact(2, 3, '~/a.map', 5, 100),
        // A file of this bundle was replaced, so that its row is gone.
        artifact(1, 4, '~/c.map', 4, 50),
        artifact(1, 6, '~/single.map', null, 60),
      ],
    );
  });
  await migrate(engine, MIGRATIONS);
  await engine.read(async (session) => {
    const { projectBundles, artifacts } = readersOf(session);
    const { rows } = await projectBundles.list('1', null, FIRST_PAGE);
    const unchecked = { release: 'v1', dist: '7', errorCount: null, warningCount: null };
    expect(rows).toEqual([
      { ...unchecked, id: '5', checksum: 'c'.repeat(40), fileCount: 2, dateCreated: 100 },
      { ...unchecked, id: '4', checksum: null, fileCount: 1, dateCreated: 50 },
    ]);
    expect(await projectBundles.find('2', '5')).toMatchObject({ fileCount: 1 });
    expect((await artifacts.pageByBundle('1', '5', FIRST_PAGE)).rows.map(({ name }) => name)).toEqual([
      '~/a.map',
      '~/b.map',
    ]);
    expect(await artifacts.findFindings('1', ['1', '2'])).toEqual(new Map());
  });
  await engine.close();
  await place.dispose();
});

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
    const { issues, issueMarks } = readersOf(session);
    const unchanged = { assignee: null, statusDetails: null };
    expect(await issues.find('1', '1')).toMatchObject({ ...unchanged, substatus: 'regressed', reopenedAt: 50 });
    expect(await issues.find('1', '2')).toMatchObject({ ...unchanged, substatus: 'archived_forever' });
    expect(await issues.find('1', '3')).toMatchObject({ ...unchanged, status: 'resolved', reopenedAt: null });
    expect(await issueMarks.find({ projectId: '1', memberId: '7', issueIds: ['1', '2', '3'] })).toEqual(new Map());
  });
  await engine.close();
  await place.dispose();
});
