import { Conflict } from '../../src/domain/errors';
import { useTemporaryDatabase } from '../support/database';
import { hex, member, NOON, organization } from '../support/rows';

const { database } = useTemporaryDatabase('all');

const UNNAMED = { name: '', lastCharacters: '4f50', createdBy: null, parentId: null };

describe('tokens', () => {
  it('are found by their hash, listed with their owner, and revoked once', async () => {
    const acme = await database.write((stores) => organization(stores, 'tokens'));
    const ann = await database.write((stores) => member(stores, acme.id, 'ann@tokens.test'));
    const given = {
      organizationId: acme.id,
      memberId: ann.id,
      dateCreated: NOON,
      scopes: ['project:read', 'event:admin'] as const,
      name: 'Dashboard',
      lastCharacters: '4f50',
      createdBy: null,
      parentId: null,
    };
    const hash = hex();
    const made = await database.write(({ tokens }) => tokens.insert({ ...given, hash, expiresAt: null }));
    const unused = { expiresAt: null, revokedAt: null, lastUsedAt: null, program: null };
    expect(made).toEqual({ ...given, ...unused, role: 'owner', id: made.id });
    expect(await database.read(({ tokens }) => tokens.findByHash(hash))).toEqual(made);
    expect(await database.read(({ tokens }) => tokens.findByHash(hex()))).toBeUndefined();
    const next = await database.write(({ tokens }) => tokens.insert({ ...given, hash: hex(), expiresAt: NOON + 1 }));
    const owner = { organization: 'tokens', email: 'ann@tokens.test' };
    expect(await database.read(({ tokens }) => tokens.list())).toEqual([
      { ...made, ...owner },
      { ...next, ...owner },
    ]);

    const revoke = (id: string, at: number) => database.write(({ tokens }) => tokens.revoke(id, at));
    expect(await revoke(made.id, NOON + 2)).toEqual({ ...made, revokedAt: NOON + 2 });
    expect(await revoke(made.id, NOON + 3)).toEqual({ ...made, revokedAt: NOON + 2 });
    expect(await revoke('999', NOON)).toBeUndefined();
    expect(await revoke('one', NOON)).toBeUndefined();
    expect(await database.read(({ tokens }) => tokens.findByHash(hash))).toEqual({ ...made, revokedAt: NOON + 2 });
  });

  it('have the time of their last use, which never goes back', async () => {
    const acme = await database.write((stores) => organization(stores));
    const ann = await database.write((stores) => member(stores, acme.id));
    const hash = hex();
    const owner = { organizationId: acme.id, memberId: ann.id };
    const { id } = await database.write(({ tokens }) =>
      tokens.insert({ ...owner, ...UNNAMED, hash, scopes: [], dateCreated: NOON, expiresAt: null }),
    );
    for (const at of [NOON + 2, NOON + 1]) await database.write(({ tokens }) => tokens.recordUse(id, at));
    expect(await database.read(({ tokens }) => tokens.findByHash(hash))).toMatchObject({ lastUsedAt: NOON + 2 });
  });

  it('of a member are revoked with the token that created them, those of the organization are not', async () => {
    const acme = await database.write((stores) => organization(stores));
    const ann = await database.write((stores) => member(stores, acme.id));
    const given = { organizationId: acme.id, ...UNNAMED, scopes: [], dateCreated: NOON, expiresAt: null };
    const owner = { organizationId: acme.id, memberId: ann.id };
    await database.write(async ({ tokens }) => {
      const first = await tokens.insert({ ...given, ...owner, hash: hex(), createdBy: null, parentId: null });
      const second = await tokens.insert({ ...given, ...owner, hash: hex(), createdBy: null, parentId: first.id });
      await tokens.insert({ ...given, ...owner, hash: hex(), createdBy: null, parentId: second.id });
      const other = await tokens.insert({ ...given, ...owner, hash: hex(), createdBy: null, parentId: null });
      const shared = { ...given, memberId: null, createdBy: ann.id, parentId: null };
      const ofOrganization = await tokens.insert({ ...shared, hash: hex() });
      expect(ofOrganization).toMatchObject({ memberId: null, role: 'manager', createdBy: ann.id });
      expect(await tokens.countOf(owner, NOON)).toBe(4);
      await tokens.revoke(first.id, NOON + 1);
      expect(await tokens.countOf(owner, NOON)).toBe(1);
      const page = { cursor: null, size: 100 };
      expect((await tokens.listOf(owner, NOON, page)).rows).toEqual([other]);
      expect((await tokens.listOf({ ...owner, memberId: null }, NOON, page)).rows).toEqual([ofOrganization]);
    });
    await database.write(({ members }) => members.remove(ann));
    const page = { cursor: null, size: 100 };
    const left = await database.read(({ tokens }) => tokens.listOf({ ...owner, memberId: null }, NOON, page));
    expect(left.rows).toMatchObject([{ createdBy: null }]);
  });

  it('have unique hashes', async () => {
    const acme = await database.write((stores) => organization(stores));
    const ann = await database.write((stores) => member(stores, acme.id));
    const row = {
      organizationId: acme.id,
      memberId: ann.id,
      ...UNNAMED,
      hash: hex(),
      scopes: [],
      dateCreated: NOON,
      expiresAt: null,
    };
    await database.write(({ tokens }) => tokens.insert(row));
    await expect(database.write(({ tokens }) => tokens.insert(row))).rejects.toThrow(Conflict);
  });
});
