import { migrate } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { readersOf } from '../../../src/store/stores';
import { makeEmptyPlace } from '../../support/database';

test('the newest release is found among those of earlier versions', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(
    engine,
    MIGRATIONS.filter(({ number }) => number < 44),
  );
  // More than one step of the migration.
  const versions = ['shop@2.0.0', ...Array.from({ length: 1200 }, (_, index) => `shop@1.0.${index}`)];
  await engine.write(async (session) => {
    await session.run("INSERT INTO organization (slug, name, date_created) VALUES ('acme', 'Acme', 1)", []);
    const releases = versions.map((version, index) => [1, version, index, index]);
    await session.runMany(
      { sqlite: INSERT_RELEASE, postgres: INSERT_RELEASES, types: ['INTEGER', 'TEXT', 'INTEGER', 'INTEGER'] },
      releases,
    );
    await session.run(
      'INSERT INTO release_project (project_id, release_id, dated) SELECT 7, id, dated FROM release',
      [],
    );
  });
  await migrate(engine, MIGRATIONS);
  await engine.read(async (session) => {
    const { releases } = readersOf(session);
    expect(await releases.findNewest('7')).toMatchObject({ version: 'shop@2.0.0', dateCreated: 0 });
    expect(await releases.place('7', { version: 'shop@1.0.1200', dateCreated: 9, id: 9 })).toMatchObject({
      dateCreated: 0,
    });
  });
  await engine.close();
  await place.dispose();
});

const INSERT_RELEASE = 'INSERT INTO release (organization_id, version, date_created, dated) VALUES (?, ?, ?, ?)';
const INSERT_RELEASES = `INSERT INTO release (organization_id, version, date_created, dated)
  SELECT * FROM UNNEST(CAST(? AS BIGINT[]), CAST(? AS TEXT[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[]))`;
