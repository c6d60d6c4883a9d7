import { RepeatedTexts } from '../../../src/ingest/scrub/textFeatures';

/** Counts how often a text is examined. */
function counting() {
  const examined: string[] = [];
  const texts = new RepeatedTexts((text) => {
    examined.push(text);
    return text.length;
  });
  return { texts, examined };
}

test('a text is examined once, whatever was found', () => {
  const { texts, examined } = counting();
  expect(['', 'const token', '', 'const token'].map((text) => texts.find(text))).toEqual([0, 11, 0, 11]);
  expect(examined).toEqual(['', 'const token']);
});

test('a long text is not kept', () => {
  const { texts, examined } = counting();
  const text = 'x'.repeat(161);
  expect([texts.find(text), texts.find(text)]).toEqual([161, 161]);
  expect(examined).toHaveLength(2);
});

test('no more than ten thousand texts are kept, and lone surrogates are told apart', () => {
  const { texts, examined } = counting();
  const pairs = ['\ud800', '\udc00', '\ud800\udc00', '\ufffd'];
  for (const text of [...pairs, ...pairs]) texts.find(text);
  expect(examined).toEqual(pairs);
  for (let number = 0; number < 10_000; number += 1) texts.find(`line ${number}`);
  texts.find('\ud800');
  expect(examined.filter((text) => text === '\ud800')).toHaveLength(2);
});
