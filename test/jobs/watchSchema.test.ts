import { WatchSchemaJob } from '../../src/jobs/watchDatabase';

it('reports that a newer program has migrated the database, once each time that this changes', async () => {
  let isSuperseded = false;
  const reported: boolean[] = [];
  const job = new WatchSchemaJob({ isSuperseded: async () => isSuperseded }, (changed) => reported.push(changed));
  for (const state of [false, true, true, false, false]) {
    isSuperseded = state;
    expect(await job.step()).toBe(false);
  }
  expect(reported).toEqual([true, false]);
});
