import fc from 'fast-check';
import { compileScrubRules, findsWords } from '../../../src/ingest/scrub/scrubRules';

const letters = fc
  .array(fc.constantFrom('a', 'b', 'c', 'é'), { minLength: 1, maxLength: 5 })
  .map((all) => all.join(''));

test('finds the words that a search for each of them finds', () => {
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 30 }), fc.array(letters, { maxLength: 8 }), (words, parts) => {
      const text = parts.join('');
      expect(findsWords(words)(text)).toBe(words.some((word) => text.includes(word)));
    }),
    { numRuns: 2000 },
  );
});

test('sensitive fields are searched for in a text that is read once and put in lower case once', () => {
  const sensitiveFields = Array.from({ length: 500 }, (_, index) => `Field${index}x`);
  const rules = compileScrubRules({ dataScrubberDefaults: false, safeFields: [], sensitiveFields });
  const includes = jest.spyOn(String.prototype, 'includes');
  const toLowerCase = jest.spyOn(String.prototype, 'toLowerCase');
  expect(rules.text('É=1 &'.repeat(1000))).toBe('É=1 &'.repeat(1000));
  const calls = [includes, toLowerCase].map((spy) => spy.mock.calls.length);
  jest.restoreAllMocks();
  expect(Math.max(...calls)).toBeLessThan(5);
  expect(rules.text('a=1&myfIELD77X=2')).toBe('a=1&myfIELD77X=[Filtered]');
  expect(rules.entry('myFIELD499X', 'a')).toBe('[Filtered]');
  expect(rules.entry('myFIELD500X', 'a')).toBe('a');
});
