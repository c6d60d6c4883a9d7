import { migrate } from '../../../src/store/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { SessionStores } from '../../../src/store/stores';
import { makeEmptyPlace } from '../../support/database';

/** The migrations before this one. */
const BEFORE = MIGRATIONS.filter(({ number }) => number < 24);
const FIRST_PAGE = { cursor: null, size: 10 };

test('bundles that were stored before are listed, and nothing is said of what is wrong with them', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(engine, BEFORE);
  const artifact = (project: number, id: number, name: string, bundle: number | null, at: number) => [
    ...[project, id, 1, 'v1', '7', name, '', 'source_map', '{}', 'a'.repeat(40), 5, at, at, bundle],
  ];
  await engine.write(async (session) => {
    await session.run(
      `INSERT INTO artifact_bundle (organization_id, checksum, release, dist, project_ids, id, file_count, date_created)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [1, 'c'.repeat(40), 'v1', '7', '[1,2]', 5, 2, 100],
    );
    await session.runMany(
      `INSERT INTO artifact (project_id, id, organization_id, release, dist, name, debug_id, kind, headers, sha1, size,
        date_created, last_used, bundle_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    const { projectBundles, artifacts } = new SessionStores(session);
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
