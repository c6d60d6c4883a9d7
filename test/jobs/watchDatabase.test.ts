import { WatchDatabaseJob } from '../../src/jobs/watchDatabase';
import type { DiskSpace } from '../../src/store/engine/sql';
import type { Database } from '../../src/store/stores';

const RESERVES = { reservedBytes: 100, uploadReservedBytes: 200 };

it('reports a disk with less free space than is reserved, once each time that this changes', async () => {
  let space: DiskSpace | null = null;
  const database = {
    isShared: () => false,
    measureDisk: async () => space,
    findDamage: async () => null,
  } as Partial<Database> as Database;
  const reported: unknown[] = [];
  const job = new WatchDatabaseJob(database, {
    onDamage: (damage) => reported.push(damage),
    onShared: (isShared) => reported.push(isShared),
    onDiskSpace: (refused, { freeBytes }) => reported.push([refused, freeBytes]),
  });
  const step = async (freeBytes: number | null) => {
    space = freeBytes === null ? null : { ...RESERVES, freeBytes };
    await job.step(new AbortController().signal);
  };
  for (const freeBytes of [null, 200, 199, 150, 99, 0, 100, 200, 300]) await step(freeBytes);
  expect(reported).toEqual([
    ['uploads', 199],
    ['events', 99],
    ['uploads', 100],
    [null, 200],
  ]);
});
