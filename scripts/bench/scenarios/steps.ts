import { execFileSync } from 'node:child_process';
import type { Bench } from '../bench';
import { PROGRAMS, ROOT } from '../programs';
import type { Outcome } from '../report';
import type { StepName, StepTimes } from '../steps';

const ROUNDS = 40;
const QUICK_ROUNDS = 10;

type Times = Readonly<Record<StepName, number>>;

const PROCESSING: readonly StepName[] = ['parse', 'normalize', 'filter', 'scrub', 'resolve', 'group'];
const PACKING: readonly StepName[] = ['record', 'check', 'recordText', 'body'];

const step = (name: StepName) => (times: Times) => times[name];
const sumOf = (names: readonly StepName[]) => (times: Times) => names.reduce((sum, name) => sum + times[name], 0);

const ROWS: readonly (readonly [string, (times: Times) => number])[] = [
  ['parse', step('parse')],
  ['normalize', step('normalize')],
  ['filter', step('filter')],
  ['add contexts, scrub', step('scrub')],
  ['resolve frames', step('resolve')],
  ['describe, group', step('group')],
  ['**parse to group**', sumOf(PROCESSING)],
  ['present the record', step('record')],
  ['check the record', step('check')],
  ['JSON of the record', step('recordText')],
  ['JSON of the body', step('bodyText')],
  ['compress the body', ({ body, bodyText }) => body - bodyText],
  ['**pack**', sumOf(PACKING)],
  ['**all of `processEvent`**', step('whole')],
  ['save, 1 event in a transaction', step('save1')],
  ['save, 10 events', step('save10')],
  ['save, 50 events', step('save50')],
];

/** Processor time of each step of an event on one thread, warm. */
export async function steps(bench: Bench): Promise<Outcome> {
  const copy = await bench.copy(await bench.seeded(0));
  const rounds = bench.options.isQuick ? QUICK_ROUNDS : ROUNDS;
  const { projectId, publicKey } = copy.fixture;
  const args = [...PROGRAMS.steps, copy.url, projectId, publicKey, String(rounds)];
  const output = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  await copy.databases.drop(copy.url);
  const found = Object.entries(JSON.parse(output) as StepTimes);
  return {
    tables: [
      {
        title: 'Steps of an event',
        columns: ['step', ...found.map(([kilobytes]) => `${kilobytes} KB, µs`)],
        rows: ROWS.map(([name, of]) => [name, ...found.map(([, times]) => of(times))]),
        note:
          'Processor time per event on one thread: the median of rounds in which the steps take turns. Frames are resolved as in a ' +
          'project without source maps whose JavaScript files cannot be fetched; transactions wait for the disk and run on this thread.',
      },
    ],
    reached: {},
  };
}
