import { hasText, searchedText, storedText } from '../../src/domain/issueText';

const STORED = storedText([
  "TypeError Cannot read properties of undefined (reading 'cartId')",
  "TypeError: Cannot read properties of undefined (reading 'cartId')",
  'handleCheckout(webpack://shop/src/api/CheckoutService.ts)',
  'parseHTTPResponse',
  'snake_case_name',
  '支払いに失敗しました',
  'Größe ＡＢＣ',
]);

const finds = (text: string, stored = STORED) => {
  const searched = searchedText(text);
  return searched && hasText(stored, searched);
};

describe('a text is found', () => {
  test.each([
    ['a word in any case', 'UNDEFINED'],
    ['the beginning of a word', 'undef'],
    ['what begins at a capital within a word', 'service'],
    ['the beginning of that', 'Serv'],
    ['what begins at the last capital of several', 'response'],
    ['a part of a name with underscores', 'case'],
    ['words in their order', 'cannot read properties'],
    ['words whose last one is not complete', 'Cannot read prop'],
    ['words with other punctuation between them', "typeerror - cannot 'read'"],
    ['words that begin in the middle of a name', 'Error: Cannot read'],
    ['a path', 'src/api/CheckoutService.ts'],
    ['a part of a path', 'shop/src'],
    ['characters of a script without blanks', '失敗'],
    ['letters other than those of ASCII', 'GRÖSSE'.replace('SS', 'ß')],
    ['letters of full width', 'abc'],
    ['a short word', 'of'],
    ['a short beginning of the last of several words', 'cannot re'],
  ])('%s', (_, text) => expect(finds(text)).toBe(true));
});

describe('a text is not found', () => {
  test.each([
    ['the middle of a word', 'defined'],
    ['the end of a word', 'ndefined'],
    ['words in another order', 'read cannot'],
    ['words with another one between them', 'cannot properties'],
    ['words of two fields', 'cartId handleCheckout'],
    ['the beginning of a word, if it has fewer than three letters', 'un'],
  ])('%s', (_, text) => expect(finds(text)).toBe(false));

  test('that has neither a letter nor a digit', () => {
    expect(searchedText(' ?!{} ')).toBeUndefined();
    expect(searchedText('')).toBeUndefined();
  });
});

test('a field whose words are there already is stored once', () => {
  expect(storedText(['Error: no stock', 'error no stock', 'no stock', null, '', '()'])).toBe(' error no stock ');
});

test('words of fields are separated, and parts of words are behind them', () => {
  expect(storedText(['userService', 'b c'])).toBe(' userservice \n b c \n service ');
});

test('a long text is found by its beginning, as long as it is', () => {
  const message = Array.from({ length: 200 }, (_, number) => `word${number}`).join(' ');
  expect(finds(message, storedText([message]))).toBe(true);
});

test('a long word is found by its beginning', () => {
  const word = 'ab12'.repeat(30);
  const stored = storedText([`token ${word} end`]);
  expect(finds(word, stored)).toBe(true);
  expect(finds(`${word} end`, stored)).toBe(true);
});

test('what is stored is bounded', () => {
  const fields = Array.from({ length: 500 }, (_, number) => `callNumber${number}OfModule${'aB'.repeat(number)}`);
  const stored = storedText(fields);
  expect(stored.length).toBeLessThan(3_500);
  expect(finds('callNumber1OfModule', stored)).toBe(true);
});

test('no half of a character is stored', () => {
  const stored = storedText([`${'a'.repeat(39)}${'\u{20bb7}'.repeat(3)}`, '𐐀'.repeat(60)]);
  expect(stored.isWellFormed()).toBe(true);
});
