import { parseFingerprintingRules } from '../../src/ingest/grouping/fingerprintRules';
import { parseGroupingEnhancements } from '../../src/ingest/grouping/stackTraceRules';
import { SettingsCache } from '../../src/ingest/settingsCache';

const compiled = (texts: string[]) => (text: string) => {
  texts.push(text);
  return { text };
};

it('compiles a text once', () => {
  const { compile } = new SettingsCache();
  const text = 'type:once -> b';
  expect(compile(parseFingerprintingRules, text)).toBe(compile(parseFingerprintingRules, text));
});

it('keeps the compiled forms of different settings with the same text apart', () => {
  const { compile } = new SettingsCache();
  expect(compile(parseFingerprintingRules, 'type:a -> b').rules).toHaveLength(1);
  expect(compile(parseGroupingEnhancements, 'type:a -> b').rules).toEqual([]);
});

it('drops the least recently used text of a setting once there are too many', () => {
  const { compile } = new SettingsCache(2);
  const texts: string[] = [];
  const record = compiled(texts);
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) expect(compile(record, text)).toEqual({ text });
  expect(texts).toEqual(['a', 'b', 'c', 'b']);
});
