import type { ProjectSettings } from '../../src/domain/project';
import { filterEvent } from '../../src/ingest/filters/filterEvent';
import { groupAndDescribe } from '../../src/ingest/processEvent';
import { RuleBudgets } from '../../src/ingest/globTexts';
import { normalized, settings } from './build';

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** An event with 100 traces of 100 frames with different paths. */
const MANY_FRAMES = {
  exception: {
    values: Array.from({ length: 100 }, () => ({
      type: 'E',
      value: 'x',
      stacktrace: {
        frames: Array.from({ length: 100 }, (_, at) => ({
          function: 'f',
          filename: `a${at}.js`,
          abs_path: `/a${at}.js`,
        })),
      },
    })),
  },
};

/** Groups an event, and returns the settings whose steps were exceeded. */
function exceededBy(changes: Partial<ProjectSettings>, payload: object = MANY_FRAMES) {
  const budgets = new RuleBudgets();
  const event = normalized(payload);
  const own = settings(changes);
  filterEvent(event, own, undefined, budgets);
  const grouped = groupAndDescribe(event, own, undefined, budgets);
  return { exceeded: budgets.exceeded, grouped };
}

test.each<[string, Partial<ProjectSettings>]>([
  ['fingerprintingRules', { fingerprintingRules: lines(400, () => 'app:yes app:no -> x') }],
  ['fingerprintingRules', { fingerprintingRules: lines(400, () => '!module:x app:no app:yes -> x') }],
  ['groupingEnhancements', { groupingEnhancements: lines(400, (index) => `family:other ${index % 2 ? '+' : '-'}app`) }],
  ['groupingEnhancements', { groupingEnhancements: lines(400, () => '!app:yes module:x -app') }],
  ['groupingEnhancements', { groupingEnhancements: lines(400, () => 'family:other ^-group') }],
  ['filters:error_messages', { filterErrorMessages: lines(490, (index) => `*${'x'.repeat(60)}${index}*`) }],
])('%s: matchers of all kinds take steps', (setting, changes) => {
  const messages = Array.from({ length: 100 }, (_, at) => ({ type: 'E', value: String(at) + 'É'.repeat(8000) }));
  const payload = setting.startsWith('filters') ? { exception: { values: messages } } : MANY_FRAMES;
  expect(exceededBy(changes, payload).exceeded).toEqual([setting]);
});

test('a rule with a negated matcher does not match because no steps are left', () => {
  const rules = `${lines(400, () => 'app:yes app:no -> x')}\n!message:y -> z title="z"`;
  const { exceeded, grouped } = exceededBy({ fingerprintingRules: rules });
  expect(exceeded).toEqual(['fingerprintingRules']);
  expect(grouped.summary.title).not.toBe('z');
});

test('algorithms of grouping that are tried one after the other share their steps', () => {
  const budgets = new RuleBudgets();
  const first = budgets.of('fingerprintingRules');
  first.remaining -= 1;
  expect(budgets.of('fingerprintingRules')).toBe(first);
  expect(budgets.of('groupingEnhancements').texts).toBe(first.texts);
  expect(budgets.exceeded).toEqual([]);
});

test('rules that many projects have do not exceed their steps', () => {
  const patterns = lines(100, (index) => `path:**/vendor${index}/** -app`);
  const fingerprints = lines(100, (index) => `message:"*timeout ${index}*" -> timeout`);
  const payload = {
    message: 'Cannot read properties of undefined. '.repeat(6),
    exception: { values: MANY_FRAMES.exception.values.slice(0, 3) },
  };
  const changes = {
    groupingEnhancements: patterns,
    fingerprintingRules: fingerprints,
    filterErrorMessages: lines(270, (index) => `*ConnectionError ${index}*timeout*`),
  };
  expect(exceededBy(changes, payload).exceeded).toEqual([]);
});
