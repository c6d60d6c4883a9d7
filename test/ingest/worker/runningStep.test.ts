import { withDefaultSettings } from '../../../src/domain/project';
import type { IncomingEvent } from '../../../src/ingest/processEvent';
import { mayTakeLong, RunningStep, StepWatch, TIME_LIMITS } from '../../../src/ingest/worker/runningStep';

const { intervalMs } = TIME_LIMITS;

test('measures a step by looking at it, together with what the event took before', () => {
  const thread = new RunningStep();
  const watch = new StepWatch(new RunningStep(thread.memory), TIME_LIMITS);
  expect(watch.look(1000)).toBeUndefined();
  thread.begin(7, 40);
  expect(watch.look(1010)).toEqual({ event: 7, stepMs: 0, eventMs: 40 });
  expect(watch.look(1030)).toEqual({ event: 7, stepMs: 20, eventMs: 60 });
  thread.end();
  expect(watch.look(1040)).toBeUndefined();
  thread.begin(7, 60);
  expect(watch.look(1050)).toEqual({ event: 7, stepMs: 0, eventMs: 60 });
});

test('steps of different events do not add up', () => {
  const thread = new RunningStep();
  const watch = new StepWatch(thread, TIME_LIMITS);
  const looked = [1, 2, 3, 4].map((event) => {
    thread.begin(event, 0);
    return watch.look(1000 + 20 * event)?.stepMs;
  });
  expect(looked).toEqual([0, 0, 0, 0]);
});

test('a pause of the process counts as one look', () => {
  const thread = new RunningStep();
  const watch = new StepWatch(thread, TIME_LIMITS);
  thread.begin(7, 0);
  watch.look(0);
  expect(watch.look(3_600_000)?.stepMs).toBe(2 * intervalMs);
});

test.each<[string, number, Parameters<typeof withDefaultSettings>[0], boolean]>([
  ['an ordinary event', 3_000, {}, false],
  ['a large one without rules', 25_000, {}, false],
  ['a very large one', 100_000, {}, true],
  ['an ordinary one with some rules', 3_000, { filterErrorMessages: '*timeout*\n'.repeat(20) }, false],
  ['a longer one with as many', 16_000, { fingerprintingRules: 'message:"*timeout*" -> a\n'.repeat(20) }, true],
  ['an ordinary one with many rules', 3_000, { groupingEnhancements: 'path:**/vendor/** -app\n'.repeat(400) }, true],
  [
    'one with many fields',
    3_000,
    { sensitiveFields: Array.from({ length: 500 }, (_, index) => `field${index}`) },
    true,
  ],
])('%s may take long or not', (_, bytes, settings, expected) => {
  const project = { assignsIssues: false, settings: withDefaultSettings(settings) };
  const event = { project, payload: new Uint8Array(bytes) } as unknown as IncomingEvent;
  expect(mayTakeLong(event)).toBe(expected);
});
