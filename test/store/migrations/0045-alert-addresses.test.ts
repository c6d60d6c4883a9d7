import { migrate } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { readersOf } from '../../../src/store/stores';
import { makeEmptyPlace } from '../../support/database';

const INSERT = `INSERT INTO alert_rule (project_id, id, organization_id, name, is_active, content, date_created, date_updated)
  VALUES (?, ?, ?, 'Rule', ?, ?, 1, 1)`;

test('addresses that rules have already count as confirmed, each in its organization', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(
    engine,
    MIGRATIONS.filter(({ number }) => number < 45),
  );
  const contentOf = (...recipients: object[]) => JSON.stringify({ conditions: [], filters: {}, recipients });
  const email = (address: string) => ({ type: 'email', address, key: '9' });
  await engine.write(async (session) => {
    const rules = [
      [7, 1, 1, 1, contentOf({ type: 'team', id: '1', key: '8' }, email('Oncall@Acme.test'), email('eve@other.test'))],
      [7, 2, 1, 0, contentOf(email('oncall@acme.test'))],
      [8, 3, 2, 1, contentOf({ type: 'webhook', url: 'https://hooks.test/', format: 'slack', secret: null, key: '5' })],
    ];
    for (const rule of rules) await session.run(INSERT, rule);
    // More than one step of the migration.
    for (let id = 10; id < 1020; id += 1)
      await session.run(INSERT, [9, id, 3, 1, contentOf(email(`a${id}@acme.test`))]);
  });
  await migrate(engine, MIGRATIONS);
  await engine.read(async (session) => {
    const { alertAddresses } = readersOf(session);
    const addresses = ['ONCALL@acme.test', 'eve@other.test', 'kim@acme.test', 'a1019@acme.test'];
    const confirmed = async (id: string) => [...(await alertAddresses.findConfirmed(id, addresses))].sort();
    expect(await confirmed('1')).toEqual(['eve@other.test', 'oncall@acme.test']);
    expect(await confirmed('2')).toEqual([]);
    expect(await confirmed('3')).toEqual(['a1019@acme.test']);
  });
  await engine.close();
  await place.dispose();
});
