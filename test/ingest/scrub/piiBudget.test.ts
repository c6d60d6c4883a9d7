import fc from 'fast-check';
import type { Event, JsonObject } from '../../../src/domain/event';
import { newPiiBudget, PII_TYPES } from '../../../src/ingest/scrub/piiDetectors';
import { scrubEvent } from '../../../src/ingest/scrub/scrubEvent';
import { normalized, settings } from '../build';

const LIMIT = { type: 'processing_limit', name: 'relayPiiConfig', value: null };

/** Applies a configuration alone, without the built-in scrubber. */
function applied(payload: JsonObject, applications: Record<string, string[]>, rules: object = {}): Event {
  const relayPiiConfig = JSON.stringify({ rules, applications });
  return scrubEvent(normalized(payload), settings({ dataScrubber: false, relayPiiConfig }));
}

/** Returns a number of applications of rules to all texts. */
const everywhere = (count: number, ...rules: string[]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`$string || a${index}`, rules]));

/** Returns texts of about 700 KB in all, each of which is a repetition. */
const large = (piece: string): JsonObject => ({
  exception: { values: Array.from({ length: 90 }, () => ({ type: 'E', value: piece.repeat(8000 / piece.length) })) },
});

afterEach(() => jest.restoreAllMocks());

describe('detectors find the same as one expression would', () => {
  const find = (type: string, text: string) =>
    PII_TYPES.get(type)
      ?.detector.find?.(text, newPiiBudget())
      ?.map(({ start, end }) => text.slice(start, end));
  const pieces = (...all: string[]) =>
    fc.array(fc.constantFrom(...all), { maxLength: 30 }).map((some) => some.join(''));

  test.each<[string, fc.Arbitrary<string>, RegExp]>([
    [
      'email',
      pieces('a', 'a@b.c', '@', '.', '-', '+', ' ', 'x.y', 'é', 'a'.repeat(63), '_'),
      /([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})/g,
    ],
    [
      'url_auth',
      pieces('a', '://', 'http://', '@', ':', '/', ' ', '1', '+', 'a'.repeat(31), '"'),
      /[a-z][a-z0-9+.-]{0,30}:\/\/([^\s/?#@"'<>]+)@/gi,
    ],
  ])('%s', (type, texts, expression) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(find(type, text)).toEqual(Array.from(text.matchAll(expression), ([, part]) => part));
      }),
      { numRuns: 1000 },
    );
  });

  test('iban', () => {
    const valid = [
      'DE89370400440532013000',
      'GB82 WEST 1234 5698 7654 32',
      'NO9386011117947',
      'MT84MALT011000012345MTLCAST001S',
    ];
    const wrong = valid.map((number) => number.replace(/\d$|S$/, (last) => (last === '1' ? '2' : '1')));
    expect(valid.map((text) => find('iban', text))).toEqual(valid.map((text) => [text]));
    expect(wrong.flatMap((text) => find('iban', text))).toEqual([]);
  });
});

describe('a text is searched once by each detector', () => {
  const searches = (text: string, count: number, rule: string) => {
    const { matchAll } = String.prototype;
    const calls = jest.spyOn(String.prototype, 'matchAll').mockImplementation(matchAll);
    const event = applied({ extra: { x: text } }, everywhere(count, rule));
    expect(event.errors).toEqual([]);
    return calls.mock.calls.length;
  };

  test.each([
    ['nothing is found in', '@email', 'a @ b', 1],
    ['something is found in, and once more after it is redacted', '@email', 'a@b.cc', 2],
    ['the hint of the detector is not in', '@email', 'a'.repeat(8000), 0],
    ['several detectors redact', '@common', 'a@b.cc 203.0.113.9', 22],
  ])('that %s', (_, rule, text, most) => {
    expect(searches(text, 25, rule)).toBeLessThanOrEqual(most);
  });
});

test('values that no selector tells apart are compared with the selectors once', () => {
  const numbers = Array.from({ length: 1500 }, () => 1);
  const applications = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`extra.a${index}.**`, ['@email']]),
  );
  const compared = jest.spyOn(Array.prototype, 'includes');
  expect(applied({ extra: { a: numbers, b: { c: numbers } } }, applications).errors).toEqual([]);
  expect(compared.mock.calls.length).toBeLessThan(200 * 100);
});

describe('all that rules do is charged, and nothing is left that was not searched', () => {
  const slowPair = { pair: { type: 'redact_pair', keyPattern: '(?:a?){300}b' } };
  const flips = {
    x: { type: 'pattern', pattern: 'a', redaction: { method: 'replace', text: 'b' } },
    y: { type: 'pattern', pattern: 'b', redaction: { method: 'replace', text: 'a' } },
  };
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'left']));
  const pairs = Array.from({ length: 600 }, (_, index) => `key${index}=left`).join('&');

  test.each<[string, JsonObject, Record<string, string[]>, object]>([
    ['hashes', large('a@b.cc '), everywhere(25, '@email:hash'), {}],
    ['hashes of whole values', { extra: keys(8000) }, everywhere(400, '@anything:hash'), {}],
    ['keys in texts', large(pairs), everywhere(1, 'pair'), slowPair],
    ['keys of values', { extra: keys(8000) }, { 'extra.**': ['pair'] }, slowPair],
    ['pairs that are redacted', large('password=left&'), everywhere(400, '@password'), {}],
    ['steps that undo each other', large('ab'), everywhere(250, 'x', 'y'), flips],
    ['rules on many values', { extra: keys(12_000) }, everywhere(100, '@email', '@ip', '@mac', '@uuid', '@iban'), {}],
    ['selectors of many names', { extra: manyNames() }, namedSelectors(), {}],
  ])('%s', (_, payload, applications, rules) => {
    const { errors, exceptions, extra } = applied(payload, applications, rules);
    expect(errors.filter(({ type }) => type === LIMIT.type)).toEqual([LIMIT]);
    const last = exceptions.at(-1)?.value ?? Object.values(extra).at(-1);
    expect([null, '[Filtered]', undefined]).toContain(last);
  });

  /** Returns objects whose members have all names of selectors, in different orders. */
  function manyNames(): JsonObject {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const leaf = Object.fromEntries(names.map((name) => [name, 1]));
    return Object.fromEntries(names.map((name) => [name, Object.fromEntries(names.map((inner) => [inner, leaf]))]));
  }

  function namedSelectors(): Record<string, string[]> {
    return Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [`**.n${index % 40}.**.a${index}.**.x`, ['@email']]),
    );
  }
});

test('a large event without much to redact is searched to its end', () => {
  const line =
    'The quick brown fox: "status" = 200, ann@acme.test, 10.0.0.1 at /home/ann/x.js:12:7 on 2024-01-01 12:30:45. ';
  const event = applied(large(line), { $string: ['@common'] });
  expect(event.errors).toEqual([]);
  expect(event.exceptions[0]?.value).toContain('[email], [ip] at /home/[user]/x.js');
});
