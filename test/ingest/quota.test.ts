import { OutcomeCounter } from '../../src/ingest/quota';
import type { Write } from '../../src/store/stores';
import { useTemporaryDatabase } from '../support/database';
import { poll } from '../support/process';
import { project as makeProject } from '../support/rows';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 0, 15, 12);

const { database } = useTemporaryDatabase();
let project: string;
let writes: number;
let errors: unknown[];
beforeEach(async () => {
  project = (await database.write((stores) => makeProject(stores))).id;
  [writes, errors] = [0, []];
});

const counting: Write = (work, scope) => ((writes += 1), database.write(work, scope));
const open = (write: Write = counting) => new OutcomeCounter(write, (error) => errors.push(error));
const list = () => database.read(({ outcomes }) => outcomes.list(project, { from: 0, to: NOON + DAY }));

test('many events are counted in one transaction, without a call to write them', async () => {
  const counter = open();
  for (let sent = 0; sent < 1000; sent += 1) counter.count(project, sent % 4 === 0 ? 'cors' : null, NOON + sent);
  await poll(async () => (await list()).length === 2);
  expect(await list()).toEqual([
    { hour: NOON, outcome: 'accepted', reason: '', category: 'error', quantity: 750 },
    { hour: NOON, outcome: 'invalid', reason: 'cors', category: 'error', quantity: 250 },
  ]);
  expect(writes).toBe(1);
  await counter.close();
  expect(writes).toBe(1);
});

test('counts of projects on several machines are written apart, so that one that fails concerns no other', async () => {
  const broken = (await database.write((stores) => makeProject(stores))).id;
  const write: Write = (work, scope) =>
    counting(async (stores) => {
      const { outcomes } = stores;
      const add: typeof outcomes.add = (counts) => {
        if (counts.some(({ projectId }) => projectId === broken)) throw new Error('The machine does not answer.');
        return outcomes.add(counts);
      };
      const prune: typeof outcomes.prune = (id, before) => outcomes.prune(id, before);
      return work({ ...stores, outcomes: { add, prune } } as unknown as typeof stores);
    }, scope);
  const counter = new OutcomeCounter(write, (error) => errors.push(error), undefined, true);
  counter.count(broken, null, NOON);
  counter.count(project, null, NOON);
  await counter.close();
  expect([writes, errors.length]).toEqual([2, 1]);
  expect(await list()).toMatchObject([{ hour: NOON, quantity: 1 }]);
});

test('close() writes the counts that are in memory', async () => {
  const counter = open();
  counter.count(project, null, NOON);
  counter.count(project, 'ip-address', NOON + HOUR);
  await counter.close();
  expect((await list()).map(({ hour, reason }) => [hour, reason])).toEqual([
    [NOON, ''],
    [NOON + HOUR, 'ip-address'],
  ]);
});

test('a failed write is reported, and its counts are written with the next one', async () => {
  let isDown = true;
  const counter = open((work, scope) => (isDown ? Promise.reject(new Error('down')) : database.write(work, scope)));
  counter.count(project, null, NOON);
  await poll(() => errors.length > 0);
  isDown = false;
  counter.count(project, null, NOON);
  await poll(async () => (await list()).length > 0);
  await counter.close();
  expect(await list()).toMatchObject([{ quantity: 2 }]);
});

test('the first counts of a day delete those older than 90 days', async () => {
  const old = {
    projectId: project,
    hour: NOON - 91 * DAY,
    outcome: 'accepted' as const,
    reason: '' as const,
    category: 'error' as const,
    quantity: 1,
  };
  await database.write(({ outcomes }) => outcomes.add([old, { ...old, hour: NOON - 89 * DAY }]));
  const counter = open();
  counter.count(project, null, NOON);
  await counter.close();
  expect((await list()).map(({ hour }) => hour)).toEqual([NOON - 89 * DAY, NOON]);
});
