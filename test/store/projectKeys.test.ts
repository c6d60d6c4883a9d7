import type { Database } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { hex, NOON, project } from '../support/rows';

let temporary: TemporaryDatabase;
let database: Database;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
});
afterAll(() => temporary.dispose());

describe('project keys', () => {
  it('find only their project, and only while they are active', async () => {
    const [here, there] = await database.write(async (s) => [await project(s), await project(s)] as const);
    const keys = [true, false].map((isActive) => ({ publicKey: hex(), projectId: here.id, isActive }));
    await database.write(async (stores) => {
      for (const [index, key] of keys.entries()) await stores.projectKeys.insert({ ...key, dateCreated: NOON + index });
    });
    const { id, organizationId, firstEvent, flags, hasWebhook, settings } = here;
    const expected = { id, organizationId, firstEvent, flags, hasWebhook, settings, hasArtifacts: false };
    await database.read(async (stores) => {
      expect(await stores.projectKeys.list(here.id)).toEqual(keys);
      expect(await stores.projectKeys.list(there.id)).toEqual([]);
      for (const { publicKey, isActive } of keys) {
        expect((await stores.projects.findByKey(here.id, publicKey))?.project).toEqual(isActive ? expected : undefined);
        expect(await stores.projects.findByKey(there.id, publicKey)).toBeUndefined();
      }
    });
  });
});
