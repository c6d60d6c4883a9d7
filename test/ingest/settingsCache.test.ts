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

it('drops the least recently used text once there is too much', () => {
  const cache = new SettingsCache(5_000);
  const texts: string[] = [];
  const record = compiled(texts);
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) expect(cache.compile(record, text)).toEqual({ text });
  expect(texts).toEqual(['a', 'b', 'c', 'b']);
  expect(cache.bytes).toBeLessThanOrEqual(5_000);
});

it('keeps no more than its bytes of large settings', () => {
  const cache = new SettingsCache(4_000_000);
  const rules = (number: number) => `message:"${number} {a,b}{c,d}*" -> x\n`.repeat(100);
  for (let number = 0; number < 300; number += 1) cache.compile(parseFingerprintingRules, rules(number));
  expect(cache.bytes).toBeGreaterThan(1_000_000);
  expect(cache.bytes).toBeLessThanOrEqual(4_000_000);
});

it('compiles a text that is too large for all of the memory each time', () => {
  const cache = new SettingsCache(5_000);
  const texts: string[] = [];
  const large = 'x'.repeat(1000);
  for (let count = 0; count < 2; count += 1) cache.compile(compiled(texts), large);
  expect(texts).toEqual([large, large]);
  expect(cache.bytes).toBe(0);
});
