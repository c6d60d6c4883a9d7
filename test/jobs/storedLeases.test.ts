/** Which process of a cluster runs a job. */
import { type BackgroundJob, type JobLeases, Scheduler } from '../../src/jobs/scheduler';
import { StoredLeases } from '../../src/jobs/scheduler';
import type { Write } from '../../src/store/stores';
import { useTemporaryDatabase } from '../support/database';
import { poll } from '../support/process';

const MINUTE = 60_000;

const { database } = useTemporaryDatabase('all');
let now: number;
let writes: number;
beforeEach(() => {
  [now, writes] = [Date.UTC(2026, 0, 15), 0];
});

const counting: Write = (work, scope) => ((writes += 1), database.write(work, scope));
const open = () => new StoredLeases(counting, () => now);

test('one process has the lease of a job, and extends it with few writes', async () => {
  const [one, other] = [open(), open()];
  expect([await one.take('reclaiming'), await other.take('reclaiming')]).toEqual([true, false]);
  expect([await one.take('fetching'), await other.take('indexing')]).toEqual([true, true]);
  writes = 0;
  for (let second = 0; second < 120; second += 1) {
    now += 1000;
    expect(await one.take('reclaiming')).toBe(true);
  }
  expect(writes).toBe(4);
  expect(await other.take('reclaiming')).toBe(false);
});

test('another process takes the lease of one that has ended', async () => {
  const [one, other] = [open(), open()];
  await one.take('describing');
  now += MINUTE + 1;
  expect([await other.take('describing'), await one.take('describing')]).toEqual([true, false]);
});

test('the scheduler asks for the lease of jobs that ask all machines', async () => {
  const asked: string[] = [];
  const leases: JobLeases = {
    idleMs: 1,
    take: async (job) => {
      asked.push(job);
      return job === 'leased';
    },
  };
  const steps: string[] = [];
  const job = (name: string, asksAllMachines: boolean): BackgroundJob => ({
    name,
    idleMs: 1,
    asksAllMachines,
    step: async () => {
      steps.push(name);
      return false;
    },
  });
  const jobs = [job('leased', true), job('refused', true), job('local', false)];
  const scheduler = new Scheduler(jobs, () => undefined, undefined, 1, leases);
  scheduler.start();
  await poll(async () => asked.filter((name) => name === 'refused').length > 2 && steps.includes('local'));
  await scheduler.stop();
  expect(new Set(asked)).toEqual(new Set(['leased', 'refused']));
  expect(new Set(steps)).toEqual(new Set(['leased', 'local']));
});
