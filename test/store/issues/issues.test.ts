import { Conflict } from '../../../src/domain/errors';
import { onPostgres, useTemporaryDatabase } from '../../support/database';
import { event, hex, issue, issueOf, NOON, occurrences, project, recordOccurrences } from '../../support/rows';

const { database } = useTemporaryDatabase();
let projectId: string;
beforeEach(async () => {
  ({ id: projectId } = await database.write((stores) => project(stores)));
});

const find = (id: string, from = projectId) => database.read(({ issues }) => issues.find(from, id));

describe('insert and recordOccurrences', () => {
  it('count the first event and each further one, and store the times of the first and the last', async () => {
    const id = await database.write((stores) => issue(stores, projectId));
    expect(await find(id)).toMatchObject({ id, projectId, firstSeen: NOON, lastSeen: NOON, timesSeen: 1 });
    await database.write((stores) =>
      recordOccurrences(stores, projectId, [occurrences(id, { firstSeen: NOON + 10, lastSeen: NOON + 10 })]),
    );
    await database.write((stores) =>
      recordOccurrences(stores, projectId, [occurrences(id, { firstSeen: NOON - 10, lastSeen: NOON - 10 })]),
    );
    await database.write((stores) =>
      recordOccurrences(stores, projectId, [occurrences(id, { firstSeen: NOON, lastSeen: NOON })]),
    );
    expect(await find(id)).toMatchObject({ firstSeen: NOON - 10, lastSeen: NOON + 10, timesSeen: 4 });
  });

  it.each([
    { than: 'older', at: NOON - 1, eventId: 'f'.repeat(32), isNewest: false },
    { than: 'newer', at: NOON + 1, eventId: '0'.repeat(32), isNewest: true },
    { than: 'as old, with a higher id', at: NOON, eventId: 'c'.repeat(32), isNewest: true },
    { than: 'as old, with a lower id', at: NOON, eventId: 'a'.repeat(32), isNewest: false },
  ])('describe the issue by its newest event: one that is $than', async ({ at, eventId, isNewest }) => {
    const id = await database.write((stores) => issue(stores, projectId));
    await database.write((stores) => event(stores, projectId, id, { eventId: 'b'.repeat(32) }));
    const before = await find(id);
    const described = {
      title: 'RangeError: y',
      culprit: null,
      type: 'default',
      level: 'info',
      platform: 'go',
    } as const;
    await database.write(async (stores) => {
      const further = { ...described, firstSeen: at, lastSeen: at, newestEventId: eventId };
      await recordOccurrences(stores, projectId, [occurrences(id, further)]);
      await event(stores, projectId, id, { eventId, timestamp: at });
    });
    const { title, culprit, type, level, platform } = (isNewest ? described : before) ?? described;
    expect(await find(id)).toMatchObject({ title, culprit, type, level, platform, timesSeen: 2 });
  });

  it('store an issue that is found by its hash, in its project only', async () => {
    const hash = hex();
    const id = await database.write((stores) => issue(stores, projectId, { hash }));
    const other = await database.write((stores) => project(stores));
    expect(await database.write((stores) => issueOf(stores, projectId, hash))).toBe(id);
    expect(await database.write((stores) => issueOf(stores, other.id, hash))).toBeUndefined();
    expect(await find(id, other.id)).toBeUndefined();
  });

  it('reject a hash that another issue owns', async () => {
    const hash = hex();
    const id = await database.write((stores) => issue(stores, projectId, { hash }));
    await expect(database.write((stores) => issue(stores, projectId, { hash }))).rejects.toThrow(Conflict);
    // A PostgreSQL sequence does not take back a value after a rollback.
    expect(Number(await database.write((stores) => issue(stores, projectId)))).toBe(Number(id) + (onPostgres ? 2 : 1));
  });

  it('take ids from one sequence for all projects', async () => {
    const other = await database.write((stores) => project(stores));
    const ids = await database.write(async (stores) => [await issue(stores, projectId), await issue(stores, other.id)]);
    expect(Number(ids[1])).toBe(Number(ids[0]) + 1);
  });

  it.each(['0', '', '-1', '1.0', '1e0', ' 1', '01', '+1', 'one', '9007199254740993', '1'.repeat(400)])(
    'find nothing for the id %j',
    async (id) => {
      await database.write((stores) => issue(stores, projectId));
      expect(await find(id)).toBeUndefined();
    },
  );
});
