import { Conflict } from '../../src/domain/errors';
import { DEFAULT_ORGANIZATION_SETTINGS } from '../../src/domain/organization';
import { onPostgres, useTemporaryDatabase } from '../support/database';
import { member, NOON, organization, team } from '../support/rows';

const { database } = useTemporaryDatabase('all');

describe('organizations', () => {
  it('are found by id and by slug', async () => {
    expect(await database.read(({ organizations }) => organizations.isEmpty())).toBe(true);
    const made = await database.write((stores) => organization(stores, 'acme'));
    const settings = DEFAULT_ORGANIZATION_SETTINGS;
    expect(made).toEqual({ id: '1', slug: 'acme', name: 'acme', dateCreated: NOON, settings });
    expect(await database.read(({ organizations }) => organizations.find('1'))).toEqual(made);
    expect(await database.read(({ organizations }) => organizations.findBySlug('acme'))).toEqual(made);
    expect(await database.read(({ organizations }) => organizations.findBySlug('ACME'))).toBeUndefined();
    expect(await database.read(({ organizations }) => organizations.isEmpty())).toBe(false);
  });

  it('have unique slugs', async () => {
    await database.write((stores) => organization(stores, 'twice'));
    const again = database.write((stores) => organization(stores, 'twice'));
    await expect(again).rejects.toThrow(Conflict);
    await expect(again).rejects.toMatchObject({ cause: { code: onPostgres ? '23505' : 'SQLITE_CONSTRAINT_UNIQUE' } });
  });
});

describe('members and teams', () => {
  it('are found only in their organization', async () => {
    const [here, there] = await database.write(async (s) => [await organization(s), await organization(s)] as const);
    const ann = await database.write((stores) => member(stores, here.id, 'ann@acme.test'));
    expect(ann).toMatchObject({ organizationId: here.id, email: 'ann@acme.test', role: 'owner' });
    const backend = await database.write((stores) => team(stores, here.id, 'backend'));
    await database.read(async ({ members, teams }) => {
      expect(await members.findByEmail(here.id, 'ann@acme.test')).toEqual(ann);
      expect(await members.findByEmail(here.id, 'Ann@ACME.test')).toEqual(ann);
      expect(await members.findByEmail(there.id, 'ann@acme.test')).toBeUndefined();
      expect(await teams.findBySlug(here.id, 'backend')).toEqual(backend);
      expect(await teams.findBySlug(there.id, 'backend')).toBeUndefined();
      expect(await teams.findById(here.id, backend.id)).toEqual(backend);
      expect(await teams.findById(there.id, backend.id)).toBeUndefined();
      expect(await teams.findById(here.id, 'backend')).toBeUndefined();
      expect(await teams.findById(here.id, `${backend.id}.0`)).toBeUndefined();
    });
  });

  // Texts that some locales treat like "i", "k" and "\u00df".
  it.each(['k\u0130m\u00df', 'k\u0131m\u00df', '\u212aim\u00df', 'kim\u1e9e', 'kimss'])(
    'are not found by an address with other letters: %s',
    async (name) => {
      const { id } = await database.write((stores) => organization(stores));
      const kim = await database.write((stores) => member(stores, id, 'kim\u00df@acme.test'));
      await database.read(async ({ members, signIns }) => {
        expect(await members.findByEmail(id, 'KIM\u00df@Acme.test')).toEqual(kim);
        expect(await signIns.findMembers('KIM\u00df@Acme.test', null)).toMatchObject([{ id: kim.id }]);
        expect(await members.findByEmail(id, `${name}@acme.test`)).toBeUndefined();
        expect(await signIns.findMembers(`${name}@acme.test`, null)).toEqual([]);
      });
      await database.write(({ members }) => members.remove(kim));
    },
  );

  it('are unique within their organization only', async () => {
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

  it('are refused without their organization', async () => {
    await expect(database.write((stores) => member(stores, '999999'))).rejects.toThrow(/foreign key/i);
  });
});
