import type { IngestPipeline } from '../../../src/ingest/pipeline';
import type { IncomingEvent } from '../../../src/ingest/processEvent';
import { FairProcessing } from '../../../src/ingest/worker/serveThread';

/** Processing time of an event of each project, in milliseconds. */
const MILLISECONDS: Readonly<Record<string, number>> = { expensive: 20, cheap: 0.1, broken: 0.1 };

/** The clock, in milliseconds: only events take time. */
let now: number;
let ended: string[];
let charged: Map<string, number>;
let processing: FairProcessing;

const process: IngestPipeline['process'] = async ({ project: { id }, eventId }, timer) => {
  timer?.resume();
  now += MILLISECONDS[id] ?? 0;
  timer?.pause();
  await Promise.resolve();
  ended.push(`${id} ${eventId}`);
  if (id === 'broken') throw new Error('broken');
  return { eventId: eventId ?? '', dropped: null };
};

beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  ended = [];
  charged = new Map();
  processing = new FairProcessing(process, (id, milliseconds) =>
    charged.set(id, (charged.get(id) ?? 0) + milliseconds),
  );
});

afterEach(() => jest.restoreAllMocks());

const run = (id: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    processing.run({ project: { id }, eventId: String(index), payload: Buffer.from('x') } as unknown as IncomingEvent),
  );

it('does not let a project wait for the expensive events of another one', async () => {
  await Promise.all(run('expensive', 2));
  ended = [];
  const expensive = run('expensive', 30);
  const cheap = run('cheap', 30);
  await Promise.all(cheap);
  // Two may begin before the first one of the other project is known to be cheap.
  expect(ended.filter((name) => name.startsWith('expensive')).length).toBeLessThanOrEqual(2);
  await Promise.all(expensive);
  expect(ended).toHaveLength(60);
});

it('keeps the order of each project, and charges the time of all its events', async () => {
  await Promise.all(run('cheap', 40));
  expect(ended).toEqual(Array.from({ length: 40 }, (_, index) => `cheap ${index}`));
  expect(charged.get('cheap')).toBeCloseTo(4);
});

it('lets other work of the thread run between expensive events', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(run('expensive', 60));
  isDone = true;
  expect(turns).toBeGreaterThan(3);
});

it('charges events that fail, and passes the error on', async () => {
  const [result] = await Promise.allSettled(run('broken', 1));
  expect(result).toMatchObject({ status: 'rejected', reason: { message: 'broken' } });
  expect(charged.get('broken')).toBeCloseTo(0.1);
  await Promise.all(run('cheap', 1));
});
