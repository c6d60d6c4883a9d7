import type { Event, JsonObject } from '../../../src/domain/event';
import { algorithmOf } from '../../../src/ingest/grouping/groupEvent';
import { createInAppDecision } from '../../../src/ingest/grouping/stackTraceRules';
import { groupAndDescribe } from '../../../src/ingest/processEvent';
import { presentEntries } from '../../../src/presenters/event';
import { normalized, settings } from '../build';
import { shapeErrors } from '../eventShape';

/**
 * Returns a frame for each letter: `a` of the application, `s` of the system, `?` without a mark. Functions are named
 * by their position.
 */
function framesOf(letters: string): JsonObject[] {
  return [...letters].map((letter, index) => ({
    function: `f${index}`,
    module: letter === 'a' ? 'com.shop.Orders' : 'org.framework.Proxy',
    ...(letter !== '?' && { in_app: letter === 'a' }),
  }));
}

const system = (count: number) => 's'.repeat(count);

function eventOf(frames: readonly JsonObject[], rules = '', trace: JsonObject = {}): Event {
  const event = normalized(
    { platform: 'java', exception: { type: 'E', stacktrace: { ...trace, frames } } },
    { decideInApp: createInAppDecision(algorithmOf('simple:4').rules.decide, rules) },
  );
  expect(shapeErrors(event)).toEqual([]);
  return event;
}

/** Returns the positions of the frames that were kept. */
function positionsOf(event: Event): number[] {
  const frames = event.exceptions.at(-1)?.stacktrace?.frames ?? [];
  return frames.map((frame) => Number(frame.function?.slice(1)));
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('a long stack trace', () => {
  it('is whole up to 100 frames', () => {
    const event = eventOf(framesOf(system(100)));
    expect(positionsOf(event)).toEqual(range(0, 100));
    expect(event.exceptions[0]?.stacktrace?.framesOmitted).toBeNull();
  });

  it('keeps the frames of the application with their neighbors, both ends, and what is closest to the crash', () => {
    const letters = system(28) + 'aa' + system(11) + 'a' + system(208);
    const event = eventOf(framesOf(letters));
    const kept = [...range(0, 25), ...range(27, 31), 40, 41, 42];
    expect(positionsOf(event)).toEqual([...kept, ...range(250 - (100 - kept.length), 250)]);
  });

  it('keeps the newest frames of an application that has too many', () => {
    expect(positionsOf(eventOf(framesOf('a'.repeat(1024))))).toEqual([...range(0, 25), ...range(949, 1024)]);
  });

  it('shows each range that was left out', () => {
    const event = eventOf(framesOf(system(60) + 'a' + system(139)));
    const trace = {
      framesOmitted: [25, 128],
      framesOmittedRanges: [
        [25, 59],
        [62, 128],
      ],
    };
    expect(presentEntries(event)[0]?.data).toMatchObject({ values: [{ stacktrace: trace }] });
  });

  it('counts the frames that the client left out', () => {
    const event = eventOf(framesOf(system(60) + 'a' + system(139)), '', { frames_omitted: [100, 1100] });
    const trace = {
      framesOmitted: [25, 1128],
      framesOmittedRanges: [
        [25, 59],
        [62, 1128],
      ],
    };
    expect(presentEntries(event)[0]?.data).toMatchObject({ values: [{ stacktrace: trace }] });
  });

  it('has one range if one was left out, by the client or by the service', () => {
    const trace = (event: Event) => presentEntries(event)[0]?.data;
    const byClient = { framesOmitted: [1, 9], framesOmittedRanges: [[1, 9]] };
    expect(trace(eventOf(framesOf('ss'), '', { frames_omitted: [1, 9] }))).toMatchObject({
      values: [{ stacktrace: byClient }],
    });
    const byService = { framesOmitted: [25, 126], framesOmittedRanges: [[25, 126]] };
    expect(trace(eventOf(framesOf(system(201))))).toMatchObject({ values: [{ stacktrace: byService }] });
    const none = { framesOmitted: null, framesOmittedRanges: null };
    expect(trace(eventOf(framesOf('ss')))).toMatchObject({ values: [{ stacktrace: none }] });
  });

  it('is cut by the stack trace rules of the project', () => {
    const frames = framesOf(system(200)).map((frame, index) => ({
      ...frame,
      module: [60, 61].includes(index) ? 'com.shop.Legacy' : 'org.framework.Proxy',
    }));
    expect(positionsOf(eventOf(frames))).not.toContain(60);
    expect(positionsOf(eventOf(frames, 'stack.module:com.shop.* +app'))).toEqual(
      expect.arrayContaining([59, 60, 61, 62]),
    );
    expect(positionsOf(eventOf(frames, 'stack.function:f60 ^+app'))).toEqual(expect.arrayContaining(range(125, 200)));
  });

  it('takes unmarked frames for those of a library if the client marks others', () => {
    const letters = '?'.repeat(60) + 'a' + '?'.repeat(139);
    expect(positionsOf(eventOf(framesOf(letters)))).toEqual([...range(0, 25), 59, 60, 61, ...range(128, 200)]);
  });

  it('is cut alike in its raw form, so that the frames still correspond', () => {
    const frames = framesOf(system(60) + 'a' + system(139));
    const raw = frames.map((frame) => ({ ...frame, in_app: false }));
    const [exception] = normalized({
      exception: { type: 'E', stacktrace: { frames }, raw_stacktrace: { frames: raw } },
    }).exceptions;
    const functions = (trace = exception?.stacktrace) => trace?.frames.map((frame) => frame.function);
    expect(functions(exception?.rawStacktrace)).toEqual(functions());
  });

  it('is cut in threads too', () => {
    const frames = framesOf(system(60) + 'a' + system(139));
    const [thread] = normalized({ threads: [{ id: 1, stacktrace: { frames } }] }).threads;
    expect(thread?.stacktrace?.frames.map((frame) => frame.function)).toContain('f60');
  });
});

describe('a long chain of exceptions', () => {
  const chainOf = (length: number, more: JsonObject = {}) =>
    normalized({
      exception: { ...more, values: Array.from({ length }, (_, index) => ({ type: `E${index}`, value: 'x' })) },
    });
  const omitted = (event: Event) => presentEntries(event)[0]?.data['excOmitted'];

  it('keeps the root cause', () => {
    const event = chainOf(120);
    expect(event.exceptions.map(({ type }) => type)).toEqual(
      [...range(0, 50), ...range(70, 120)].map((index) => `E${index}`),
    );
    expect(omitted(event)).toEqual([50, 70]);
    expect(shapeErrors(event)).toEqual([]);
  });

  it('shows what the client left out', () => {
    expect(omitted(chainOf(100))).toBeNull();
    expect(omitted(chainOf(3, { exc_omitted: [1, 5] }))).toEqual([1, 5]);
    expect(omitted(chainOf(120, { exc_omitted: [60, 160] }))).toEqual([50, 170]);
  });
});

describe('hashes of long traces and chains', () => {
  /** Returns frames in a pattern that depends on the index, some of them of the application. */
  const trace = (length: number, every: number) => ({
    frames: Array.from({ length }, (_, index) => ({
      module: index % every === 0 ? `com.shop.m${index}` : `org.lib.m${index}`,
      function: `call_${index}`,
      ...(index % 3 !== 0 && { context_line: `  return step(${index});` }),
      ...(index % 7 !== 0 && { in_app: index % every === 0 }),
    })),
  });
  const chain = (length: number, frames: number) =>
    Array.from({ length }, (_, index) => ({ type: `E${index}`, value: 'v', stacktrace: trace(frames, 3) }));
  const RULES = 'stack.module:org.lib.m3* +app\nstack.function:call_30 v-group\nstack.module:com.** max-frames=30';
  const FINGERPRINTS =
    'stack.function:call_30 -> fixed-{{ function }}\nstack.function:call_2 -> {{ default }}-{{ module }}';

  it.each<[string, JsonObject, JsonObject, string, string]>([
    [
      '60 frames',
      { exception: { type: 'E', stacktrace: trace(60, 4) } },
      {},
      '9b88fc1d8aedb0d6199a527c6621d95f',
      '9b88fc1d8aedb0d6199a527c6621d95f',
    ],
    [
      '100 frames of a thread',
      { message: 'm', threads: [{ id: 1, crashed: true, stacktrace: trace(100, 4) }] },
      {},
      '293dbad5fba8d9a3cee15ebaee33adc5',
      '293dbad5fba8d9a3cee15ebaee33adc5',
    ],
    [
      '130 frames',
      { exception: { type: 'E', stacktrace: trace(130, 5) } },
      {},
      'de0a54c28a004fce04e82439086f7f80',
      'de0a54c28a004fce04e82439086f7f80',
    ],
    [
      '1024 frames of the application',
      { exception: { type: 'StackOverflowError', stacktrace: trace(1024, 1) } },
      {},
      '998b3b042f712e011bd01f8699504170',
      '998b3b042f712e011bd01f8699504170',
    ],
    [
      '130 frames at the top level',
      { message: 'm', stacktrace: trace(130, 5) },
      {},
      'e2c819eeb5b2dff98d03ad89ae5931c2',
      'e2c819eeb5b2dff98d03ad89ae5931c2',
    ],
    [
      '130 frames with rules',
      { exception: { type: 'E', stacktrace: trace(130, 5) } },
      { groupingEnhancements: RULES },
      'a04e597fa5298f88c3754dc3e67ae56d',
      'a04e597fa5298f88c3754dc3e67ae56d',
    ],
    [
      '130 frames with fingerprints',
      { exception: { type: 'E', stacktrace: trace(130, 5) } },
      { fingerprintingRules: FINGERPRINTS },
      'c20cd3297069c7f2177f1870402568eb',
      'c20cd3297069c7f2177f1870402568eb',
    ],
    [
      'a chain of 60',
      { exception: { values: chain(60, 3) } },
      {},
      '90bb6b66370e58778987761aef7834cb',
      '90bb6b66370e58778987761aef7834cb',
    ],
    [
      'a chain of 120 with long traces',
      { exception: { values: chain(120, 70) } },
      { groupingEnhancements: RULES },
      '536e79245f9a042dba4986ed6276b274',
      '536e79245f9a042dba4986ed6276b274',
    ],
  ])('%s stay the same', (_, payload, changes, first, second) => {
    const hashOf = (groupingConfig: string) =>
      groupAndDescribe(normalized(payload), settings({ ...changes, groupingConfig })).grouping.hash;
    expect([hashOf('simple:1'), hashOf('simple:2')]).toEqual([first, second]);
  });
});
