import { Conflict } from '../../src/domain/errors';
import type { Database } from '../../src/store/stores';
import { onPostgres, openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { hex, member, NOON, organization, project, team } from '../support/rows';

let temporary: TemporaryDatabase;
let database: Database;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
});
afterAll(() => temporary.dispose());

describe('organizations', () => {
  it('are found by id and by slug', async () => {
    expect(await database.read(({ organizations }) => organizations.isEmpty())).toBe(true);
    const made = await database.write((stores) => organization(stores, 'acme'));
    expect(made).toEqual({ id: '1', slug: 'acme', name: 'acme', dateCreated: NOON });
    expect(await database.read(({ organizations }) => organizations.find('1'))).toEqual(made);
    expect(await database.read(({ organizations }) => organizations.findBySlug('acme'))).toEqual(made);
    expect(await database.read(({ organizations }) => organizations.findBySlug('ACME'))).toBeUndefined();
    expect(await database.read(({ organizations }) => organizations.isEmpty())).toBe(false);
  });

  it('have slugs of their own', async () => {
    await database.write((stores) => organization(stores, 'twice'));
    const again = database.write((stores) => organization(stores, 'twice'));
    await expect(again).rejects.toThrow(Conflict);
    await expect(again).rejects.toMatchObject({ cause: { code: onPostgres ? '23505' : 'SQLITE_CONSTRAINT_UNIQUE' } });
  });
});

describe('members and teams', () => {
  it('are found in their organization alone', async () => {
    const [here, there] = await database.write(async (s) => [await organization(s), await organization(s)] as const);
    const ann = await database.write((stores) => member(stores, here.id, 'ann@acme.test'));
    expect(ann).toEqual({ id: expect.any(String) as string, organizationId: here.id, email: 'ann@acme.test' });
    const backend = await database.write((stores) => team(stores, here.id, 'backend'));
    await database.read(async ({ members, teams }) => {
      expect(await members.findByEmail(here.id, 'ann@acme.test')).toEqual(ann);
      expect(await members.findByEmail(there.id, 'ann@acme.test')).toBeUndefined();
      expect(await teams.findBySlug(here.id, 'backend')).toEqual(backend);
      expect(await teams.findBySlug(there.id, 'backend')).toBeUndefined();
      expect(await teams.findById(here.id, backend.id)).toEqual(backend);
      expect(await teams.findById(there.id, backend.id)).toBeUndefined();
      expect(await teams.findById(here.id, 'backend')).toBeUndefined();
      expect(await teams.findById(here.id, `${backend.id}.0`)).toBeUndefined();
    });
  });

  it('are unique in their organization alone', async () => {
    const [here, there] = await database.write(async (s) => [await organization(s), await organization(s)] as const);
    await database.write(async (stores) => {
      for (const { id } of [here, there]) {
        await member(stores, id, 'ann@acme.test');
        await team(stores, id, 'backend');
      }
    });
    await expect(database.write((stores) => member(stores, here.id, 'ann@acme.test'))).rejects.toThrow(Conflict);
    await expect(database.write((stores) => team(stores, here.id, 'backend'))).rejects.toThrow(Conflict);
  });

  it('refuses a row without its parent', async () => {
    await expect(database.write((stores) => member(stores, '999999'))).rejects.toThrow(/foreign key/i);
  });
});

describe('project keys', () => {
  it('open their project alone, and only while they are active', async () => {
    const [here, there] = await database.write(async (s) => [await project(s), await project(s)] as const);
    const keys = [true, false].map((isActive) => ({ publicKey: hex(), projectId: here.id, isActive }));
    await database.write(async (stores) => {
      for (const [index, key] of keys.entries()) await stores.projectKeys.insert({ ...key, dateCreated: NOON + index });
    });
    await database.read(async (stores) => {
      expect(await stores.projectKeys.list(here.id)).toEqual(keys);
      expect(await stores.projectKeys.list(there.id)).toEqual([]);
      for (const { publicKey, isActive } of keys) {
        expect(await stores.projects.findByKey(here.id, publicKey)).toEqual(
          isActive ? { ...here, hasArtifacts: false } : undefined,
        );
        expect(await stores.projects.findByKey(there.id, publicKey)).toBeUndefined();
      }
    });
  });
});

describe('tokens', () => {
  it('are found by their hash, listed with their owner, and end once', async () => {
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
    expect(made).toEqual({ ...given, id: made.id, expiresAt: null, revokedAt: null });
    expect(await database.read(({ tokens }) => tokens.findByHash(hash))).toEqual(made);
    expect(await database.read(({ tokens }) => tokens.findByHash(hex()))).toBeUndefined();
    const next = await database.write(({ tokens }) => tokens.insert({ ...given, hash: hex(), expiresAt: NOON + 1 }));
    const owner = { organization: 'tokens', email: 'ann@tokens.test' };
    expect(await database.read(({ tokens }) => tokens.list())).toEqual([
      { ...made, ...owner },
      { ...next, ...owner },
    ]);

    const revoke = (id: string, at: number) => database.write(({ tokens }) => tokens.revoke(id, at));
    expect(await revoke(made.id, NOON + 2)).toBe(true);
    expect(await revoke(made.id, NOON + 3)).toBe(true);
    expect(await revoke('999', NOON)).toBe(false);
    expect(await revoke('one', NOON)).toBe(false);
    expect(await database.read(({ tokens }) => tokens.findByHash(hash))).toEqual({ ...made, revokedAt: NOON + 2 });
  });

  it('have hashes of their own', async () => {
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
