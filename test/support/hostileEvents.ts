import type { ProjectSettings } from '../../src/domain/project';

/** An event that is expensive for the settings of its project. */
export interface HostileEvent {
  readonly name: string;
  readonly settings: Partial<ProjectSettings>;
  readonly payload: object;
}

const list = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
const lines = (count: number, line: (index: number) => string) => list(count, line).join('\n');

/** 90 long texts, each of which repeats a piece and differs from the others. */
const texts = (piece: string) => ({
  exception: { values: list(90, (index) => ({ type: 'E', value: `${index}${piece.repeat(7900 / piece.length)}` })) },
});

/** 60 traces of 100 frames, whose paths and names repeat a piece. */
const frames = (piece: string) => ({
  exception: {
    values: list(60, () => ({
      type: 'E',
      stacktrace: {
        frames: list(100, (at) => ({
          function: `f${at}`,
          filename: `${piece}/a${at}.js`,
          abs_path: `/r/${piece}/a${at}.js`,
        })),
      },
    })),
  },
});

const numbers = {
  extra: Object.fromEntries(list(16, (index) => [`k${index}`, list(1500, () => 1)])),
  exception: {
    values: list(50, () => ({
      type: 'E',
      stacktrace: { frames: list(2, () => ({ vars: { a: list(1500, () => 1) } })) },
    })),
  },
};

const pii = (count: number, ruleNames: readonly string[], rules: object = {}): Partial<ProjectSettings> => ({
  relayPiiConfig: JSON.stringify({
    rules,
    applications: Object.fromEntries(list(count, (index) => [`$string || **.a${index}`, ruleNames])),
  }),
});

/** Hostile events by the setting that they are hostile to. */
export const HOSTILE_EVENTS: readonly HostileEvent[] = [
  { name: 'addresses without an end', settings: pii(100, ['@email']), payload: texts(`${'a'.repeat(99)}@`) },
  { name: 'many addresses', settings: pii(25, ['@common']), payload: texts('a@b.cc 10.0.0.1 ') },
  { name: 'hashes of addresses', settings: pii(25, ['@email:hash']), payload: texts('a@b.cc ') },
  { name: 'schemes of URLs', settings: pii(100, ['@urlauth']), payload: texts(`${'a'.repeat(31)}@`) },
  { name: 'pairs of keys and values', settings: pii(100, ['@password']), payload: texts('password=a&b=1&') },
  {
    name: 'keys that are compared with an expression',
    settings: pii(25, ['pair'], { pair: { type: 'redact_pair', keyPattern: '(?:a?){300}b' } }),
    payload: texts('ab1=c&'),
  },
  { name: 'numbers and selectors', settings: pii(400, ['@email']), payload: numbers },
  {
    name: 'messages and fingerprinting rules',
    settings: { fingerprintingRules: lines(500, (index) => `message:"*x${index}*" -> x`) },
    payload: texts('É'),
  },
  {
    name: 'sets of fingerprinting rules',
    settings: { fingerprintingRules: lines(100, () => `message:"*${'[!x]'.repeat(100)}z" -> x`) },
    payload: texts('é'),
  },
  {
    name: 'paths and stack trace rules',
    settings: { groupingEnhancements: lines(490, (index) => `path:**/x${index}/*.js -app`) },
    payload: frames('É'),
  },
  {
    name: 'flags of frames',
    settings: { groupingEnhancements: lines(490, (index) => `family:other ${index % 2 === 0 ? '+' : '-'}app ^-group`) },
    payload: frames('a'),
  },
  {
    name: 'messages and filters',
    settings: { filterErrorMessages: lines(490, (index) => `*x${index}*`) },
    payload: texts('É'),
  },
  {
    name: 'sensitive fields',
    settings: { sensitiveFields: list(1000, (index) => `zz${index}`) },
    payload: texts('É=a '),
  },
];
