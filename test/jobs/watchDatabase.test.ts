import { WatchDatabaseJob } from '../../src/jobs/watchDatabase';
import type { DiskSpace } from '../../src/store/engine/sql';
import type { Database } from '../../src/store/stores';

const RESERVES = { reservedBytes: 100, uploadReservedBytes: 200 };

it('reports a disk with less free space than is reserved, and a file that is gone, once each time that this changes', async () => {
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
    onFileGone: () => reported.push('gone'),
    onDiskSpace: (refused, { freeBytes }) => reported.push([refused, freeBytes]),
  });
  const step = async (freeBytes: number | null, isFileGone = false) => {
    space = freeBytes === null ? null : { ...RESERVES, freeBytes, isFileGone };
    await job.step(new AbortController().signal);
  };
  for (const freeBytes of [null, 200, 199, 150, 99, 0, 100, 200, 300]) await step(freeBytes);
  for (let time = 0; time < 2; time += 1) await step(300, true);
  expect(reported).toEqual([['uploads', 199], ['events', 99], ['uploads', 100], [null, 200], 'gone']);
});
