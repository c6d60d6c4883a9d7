import { migrate } from '../../../src/store/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { SessionStores } from '../../../src/store/stores';
import { makeEmptyPlace } from '../../support/database';

const ROLES = MIGRATIONS.find(({ name }) => name === 'roles');

test('members of earlier versions become owners, their tokens stay, and no id is issued twice', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  const before = MIGRATIONS.filter(({ number }) => number < (ROLES?.number ?? 0));
  await migrate(engine, before);
  const insertToken = `INSERT INTO token (organization_id, member_id, hash, scopes, date_created, last_used_at)
    VALUES (1, 1, ?, '["project:read"]', 5, 6)`;
  await engine.write(async (session) => {
    await session.run("INSERT INTO organization (slug, name, date_created) VALUES ('acme', 'Acme', 1)", []);
    await session.run("INSERT INTO member (organization_id, email, date_created) VALUES (1, 'ann@acme.test', 2)", []);
    await session.run(insertToken, ['first']);
    await session.run(insertToken, ['second']);
    await session.run("DELETE FROM token WHERE hash = 'second'", []);
  });
  await migrate(engine, MIGRATIONS);
  await engine.write(async (session) => {
    const { members, tokens } = new SessionStores(session);
    expect(await members.find('1', '1')).toMatchObject({ email: 'ann@acme.test', role: 'owner' });
    const first = { id: '1', memberId: '1', name: '', scopes: ['project:read'], role: 'owner', lastUsedAt: 6 };
    expect(await tokens.findByHash('first')).toMatchObject(first);
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
