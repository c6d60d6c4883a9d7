import { Conflict } from '../../src/domain/errors';
import type { Database } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { hex, member, NOON, organization } from '../support/rows';

let temporary: TemporaryDatabase;
let database: Database;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
});
afterAll(() => temporary.dispose());

describe('tokens', () => {
  it('are found by their hash, listed with their owner, and revoked once', async () => {
    const acme = await database.write((stores) => organization(stores, 'tokens'));
    const ann = await database.write((stores) => member(stores, acme.id, 'ann@tokens.test'));
    const given = {
      organizationId: acme.id,
      memberId: ann.id,
      dateCreated: NOON,
      scopes: ['project:read', 'event:admin'] as const,
    };
    const hash = hex();
    const made = await database.write(({ tokens }) => tokens.insert({ ...given, hash, expiresAt: null }));
    expect(made).toEqual({ ...given, id: made.id, expiresAt: null, revokedAt: null, lastUsedAt: null });
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
      tokens.insert({ ...owner, hash, scopes: [], dateCreated: NOON, expiresAt: null }),
    );
    for (const at of [NOON + 2, NOON + 1]) await database.write(({ tokens }) => tokens.recordUse(id, at));
    expect(await database.read(({ tokens }) => tokens.findByHash(hash))).toMatchObject({ lastUsedAt: NOON + 2 });
  });

  it('have unique hashes', async () => {
    const acme = await database.write((stores) => organization(stores));
    const ann = await database.write((stores) => member(stores, acme.id));
    const row = {
      organizationId: acme.id,
      memberId: ann.id,
      hash: hex(),
      scopes: [],
      dateCreated: NOON,
      expiresAt: null,
    };
    await database.write(({ tokens }) => tokens.insert(row));
    await expect(database.write(({ tokens }) => tokens.insert(row))).rejects.toThrow(Conflict);
  });
});
