import { EventSteps, type StepTimer } from '../../src/ingest/eventSteps';
import type { Read } from '../../src/store/stores';

let told: string[];
beforeEach(() => {
  told = [];
});

const timer: StepTimer = { resume: () => void told.push('resume'), pause: () => void told.push('pause') };
const note = (text: string) => () => void told.push(text);

test('steps of events that begin together are taken one after another by all of them', async () => {
  const takeAll = async (event: string) => {
    const steps = new EventSteps();
    await steps.take(note(`parse ${event}`));
    await steps.take(note(`group ${event}`));
  };
  await Promise.all([takeAll('1'), takeAll('2'), takeAll('3')]);
  expect(told).toEqual(['parse 1', 'parse 2', 'parse 3', 'group 1', 'group 2', 'group 3']);
});

test('a step that fails is measured', async () => {
  const fail = () => {
    throw new Error('broken');
  };
  await expect(async () => new EventSteps(timer).take(fail)).rejects.toThrow('broken');
  expect(told).toEqual(['resume', 'pause']);
});

test('what a step waits for is not measured', async () => {
  const wait = async () => {
    told.push('begin');
    await Promise.resolve();
    told.push('end');
    return 7;
  };
  expect(await new EventSteps(timer).take(wait)).toBe(7);
  expect(told).toEqual(['resume', 'begin', 'pause', 'end']);
});

test.each([
  ['that succeeds', () => Promise.resolve(7)],
  ['that fails', () => Promise.reject(new Error('broken'))],
])('a read %s is not measured', async (_, reading) => {
  const read = (() => {
    told.push('read');
    return reading();
  }) as Read;
  const step = new EventSteps(timer).takeReading(read, async (untimedRead) => {
    await untimedRead(() => Promise.resolve(0)).catch(() => undefined);
    told.push('use');
  });
  await step;
  expect(told).toEqual(['resume', 'pause', 'read', 'resume', 'use', 'pause']);
});
