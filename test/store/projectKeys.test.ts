import { useTemporaryDatabase } from '../support/database';
import { hex, NOON, project } from '../support/rows';

const { database } = useTemporaryDatabase('all');

const FIRST_PAGE = { cursor: null, size: 100 };

describe('project keys', () => {
  it('find only their project, and only while they are active', async () => {
    const [here, there] = await database.write(async (s) => [await project(s), await project(s)] as const);
    const keys = [true, false].map((isActive, index) => {
      return {
        publicKey: hex(),
        projectId: here.id,
        name: `Key ${index}`,
        isActive,
        dateCreated: NOON + index,
        rateLimit: null,
      };
    });
    await database.write(async (stores) => {
      for (const key of keys) await stores.projectKeys.insert(key);
    });
    const { id, organizationId, firstEvent, flags, hasWebhook, settings } = here;
    const expected = {
      id,
      organizationId,
      firstEvent,
      flags,
      hasWebhook,
      settings,
      hasArtifacts: false,
      alertRules: [],
      assignsIssues: false,
      rateLimits: [],
    };
    await database.read(async (stores) => {
      expect((await stores.projectKeys.list(here.id, FIRST_PAGE)).rows).toEqual(keys);
      expect((await stores.projectKeys.list(there.id, FIRST_PAGE)).rows).toEqual([]);
      for (const { publicKey, isActive } of keys) {
        expect((await stores.projects.findByKey(here.id, publicKey))?.project).toEqual(
          isActive ? { ...expected, keyStart: publicKey.slice(0, 8) } : undefined,
        );
        expect(await stores.projects.findByKey(there.id, publicKey)).toBeUndefined();
      }
    });
  });

  it('name their project while they are active, and no project if several have the same key', async () => {
    const [here, there] = await database.write(async (s) => [await project(s), await project(s)] as const);
    const key = { publicKey: hex(), projectId: here.id, name: 'Default', isActive: true, dateCreated: NOON };
    const found = () => database.read(({ projectKeys }) => projectKeys.findProjectId(key.publicKey));
    expect(await found()).toBeUndefined();
    await database.write(({ projectKeys }) => projectKeys.insert(key));
    expect(await found()).toBe(here.id);
    await database.write(({ projectKeys }) => projectKeys.insert({ ...key, projectId: there.id }));
    expect(await found()).toBeUndefined();
    await database.write(({ projectKeys }) => projectKeys.update(key, { isActive: false }));
    expect(await found()).toBe(there.id);
  });

  it('change only in their own project', async () => {
    const [here, there] = await database.write(async (s) => [await project(s), await project(s)] as const);
    const publicKey = hex();
    const keys = [here, there].map(({ id }) => {
      return {
        publicKey,
        projectId: id,
        name: 'Default',
        isActive: true,
        dateCreated: NOON,
        rateLimit: { window: 60, count: 5 },
      };
    });
    const [own, other] = keys as [(typeof keys)[0], (typeof keys)[0]];
    const next = { publicKey: hex(), dateCreated: NOON + 1 };
    await database.write(async ({ projectKeys }) => {
      for (const key of keys) await projectKeys.insert(key);
      expect(await projectKeys.update(own, { isActive: false })).toEqual({ ...own, isActive: false });
      expect(await projectKeys.hasActive(here.id)).toBe(false);
      expect(await projectKeys.update(own, { name: 'Phones' })).toEqual({ ...own, name: 'Phones', isActive: false });
      expect(await projectKeys.replace(own, next)).toEqual({ ...own, ...next, name: 'Phones', isActive: false });
      expect(await projectKeys.replace(own, { ...next, publicKey: hex() })).toBeUndefined();
      expect(await projectKeys.update(own, { isActive: true })).toBeUndefined();
      expect(await projectKeys.remove(own)).toBe(false);
      expect(await projectKeys.remove({ ...own, ...next })).toBe(true);
      expect(await projectKeys.find(there.id, publicKey)).toEqual(other);
    });
  });
});
