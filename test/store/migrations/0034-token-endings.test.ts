import { migrate } from '../../../src/store/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { SessionStores } from '../../../src/store/stores';
import { makeEmptyPlace } from '../../support/database';

test('tokens of earlier versions stay usable, and have no last characters', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(
    engine,
    MIGRATIONS.filter(({ number }) => number < 34),
  );
  await engine.write(async (session) => {
    await session.run("INSERT INTO organization (slug, name, date_created) VALUES ('acme', 'Acme', 1)", []);
    await session.run(
      "INSERT INTO token (organization_id, hash, scopes, date_created) VALUES (1, 'first', '[\"org:read\"]', 5)",
      [],
    );
  });
  await migrate(engine, MIGRATIONS);
  await engine.write(async (session) => {
    const { tokens } = new SessionStores(session);
    expect(await tokens.findByHash('first')).toMatchObject({ id: '1', scopes: ['org:read'], lastCharacters: null });
    const owner = { organizationId: '1', memberId: null, createdBy: null, parentId: null };
    const given = { name: 'Next', hash: 'next', lastCharacters: '4f50', scopes: [], dateCreated: 7, expiresAt: null };
    expect(await tokens.insert({ ...owner, ...given })).toMatchObject({ id: '2', lastCharacters: '4f50' });
  });
  await engine.close();
  await place.dispose();
});
