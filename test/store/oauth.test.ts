import { MAX_UNUSED_CLIENTS } from '../../src/domain/oauth';
import { useTemporaryDatabase } from '../support/database';
import { member, NOON, organization } from '../support/rows';

const { database } = useTemporaryDatabase('all');

test('a further program replaces the oldest one that no member has allowed anything', async () => {
  const find = (id: string) => database.read(({ oauth }) => oauth.findClient(id, NOON));
  await database.write(async ({ oauth }) => {
    for (let number = 0; number < MAX_UNUSED_CLIENTS; number++) {
      const client = { id: String(number), name: '', redirectUris: ['https://a.test/'], dateCreated: NOON + number };
      await oauth.insertClient(client, NOON + 1);
    }
    await oauth.recordUse('0', NOON, NOON + 1);
  });
  const add = (id: string) =>
    database.write(({ oauth }) =>
      oauth.insertClient({ id, name: '', redirectUris: [], dateCreated: NOON + 5000 }, NOON + 1),
    );
  await add('one more');
  for (const id of ['0', '1', 'one more']) expect(await find(id)).toBeDefined();
  await add('another');
  expect(await find('1')).toBeUndefined();
  for (const id of ['0', '2', 'another']) expect(await find(id)).toBeDefined();
});

test('only one of several requests uses a code, and renews a token', async () => {
  const program = { clientId: 'a', clientHost: 'a.test', refreshFamily: 'f', refreshHash: 'r', refreshExpiresAt: NOON };
  const code = { hash: 'c', clientId: 'a', redirectUri: 'https://a.test/', challenge: 'x', scopes: [] };
  const made = { tokenId: null, createdBy: null, expiresAt: NOON };
  const renewed = { hash: 'h2', lastCharacters: '2', refreshHash: 'r2', expiresAt: NOON, refreshExpiresAt: NOON + 2 };
  await database.write(async (stores) => {
    const { id: organizationId } = await organization(stores);
    const { id: memberId } = await member(stores, organizationId);
    const stored = { ...code, ...made, organizationId, memberId };
    await stores.oauth.insertCode(stored);
    expect(await stores.oauth.useCode(stored, NOON)).toBe(true);
    expect(await stores.oauth.useCode(stored, NOON)).toBe(false);
    const token = await stores.tokens.insert({
      ...{ organizationId, memberId, name: '', hash: 'h', lastCharacters: '1', scopes: [], dateCreated: NOON },
      ...{ expiresAt: NOON, createdBy: null, parentId: null, program },
    });
    expect(token.program).toEqual(program);
    expect(await stores.tokens.renew(token, program, renewed)).toBe(true);
    expect(await stores.tokens.renew(token, program, renewed)).toBe(false);
    expect(await stores.tokens.findByRefreshFamily('f')).toMatchObject({
      ...{ id: token.id, expiresAt: NOON, lastCharacters: '2' },
      program: { ...program, refreshHash: 'r2', refreshExpiresAt: NOON + 2 },
    });
    const { rows } = await stores.tokens.listOf({ organizationId, memberId }, NOON, { cursor: null, size: 10 });
    expect(rows).toHaveLength(1);
  });
});
